package io.millrace.server.api;

import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.language.Plan;
import io.millrace.problem.RefusedException;
import io.millrace.query.Page;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.HttpProblem;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import io.millrace.work.Handler;
import io.millrace.work.Work;
import java.util.Map;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The engine, in the name of those who make requests. */
public final class Backend {
    /** Why somebody does something, for the history. */
    public static final String REASON = "millrace-reason";

    private static final String TRACE = "traceparent";

    /** A tag of a case is the number of its last turn. */
    private static final Pattern TAG = Pattern.compile("\"turn-(\\d{1,18})\"");

    /** How many items are looked at for one page. */
    private static final int MOST_READ = 100_000;

    private final Millrace mill;
    private final Map<String, Function<Work, @Nullable Handler>> handlers = new ConcurrentHashMap<>();
    private volatile BiFunction<String, WorkId, Optional<String>> traces = (tenant, work) -> Optional.empty();

    public Backend(Millrace mill) {
        this.mill = mill;
    }

    /** The whole engine, for what belongs to no tenant. */
    public Millrace mill() {
        return mill;
    }

    /**
     * Says who does automatic work before it is offered to workers.
     *
     * @param name of the handler
     * @param chosen the handler of a work item, or null for one that is for workers
     */
    public void handle(String name, Function<Work, @Nullable Handler> chosen) {
        handlers.put(name, chosen);
    }

    /** The names of the handlers for which somebody else than workers may do the work. */
    Set<String> handled() {
        return Set.copyOf(handlers.keySet());
    }

    /** Who does a work item, or null if it is for workers. */
    @Nullable Handler handler(String name, Work work) {
        return handlers.getOrDefault(name, none -> null).apply(work);
    }

    /** Lets somebody say in which span of which trace a tenant's work item is. */
    public void traceWith(BiFunction<String, WorkId, Optional<String>> spans) {
        this.traces = spans;
    }

    /** The trace context of work, for its performer. */
    public Optional<String> trace(Work work) {
        return traces.apply(work.tenant(), work.id()).or(work::trace);
    }

    /** What the one who asks can see. */
    public Tenant tenant(Exchange exchange) {
        return mill.tenant(exchange.identity().tenant());
    }

    /** What of cases the one who asks may see, or null if that is everything. */
    @Nullable OwnWork ownWork(Exchange exchange) {
        Identity who = exchange.identity();
        return who.seesOwnWorkOnly() ? new OwnWork(tenant(exchange), who.name()) : null;
    }

    /** Commands as the one who asks: under their name, bound by their rights, with the request's id, reason and trace. */
    public Commands commands(Exchange exchange) {
        Tenant tenant = tenant(exchange);
        Identity who = exchange.identity();
        Commands commands = who.name() == null
                ? tenant.operator()
                : who.operates() ? tenant.operator(who.name()) : tenant.as(who.name());
        if (who.onBehalfOf() != null) {
            commands = commands.onBehalfOf(who.onBehalfOf());
        }
        Commands named = commands;
        named = exchange.header(Exchange.REQUEST_ID).map(named::request).orElse(named);
        Commands reasoned = named;
        named = exchange.header(REASON).map(reasoned::because).orElse(reasoned);
        Commands traced = named;
        named = exchange.header(TRACE).map(traced::trace).orElse(traced);
        Commands conditional = named;
        return exchange.header("if-match").filter(tag -> !tag.strip().equals("*")).map(tag -> conditional.ifLast(turn(exchange, tag))).orElse(conditional);
    }

    /** Commands for one of several that a request gives: each has a request id of its own, the same in every repeat of the request. */
    static Commands step(Exchange exchange, Commands commands, String step) {
        return exchange.header(Exchange.REQUEST_ID).map(id -> commands.request(id + "/" + step)).orElse(commands);
    }

    /** What tells a state of a case from all others. */
    static String tag(long turn) {
        return "\"turn-" + turn + "\"";
    }

    private static long turn(Exchange exchange, String tag) {
        Matcher parts = TAG.matcher(tag.strip());
        if (!exchange.isForCase() || !parts.matches()) {
            throw Exchange.bad("the header If-Match is for commands on a case or its work, and takes the ETag of the case");
        }
        return Long.parseLong(parts.group(1));
    }

    /** Asks a command and waits until it is durable. */
    public Data ask(Exchange exchange, Command command) {
        return value(await(commands(exchange).ask(command)));
    }

    /** Asks one of several commands that a request gives, and waits until it is durable. */
    Data ask(Exchange exchange, String step, Command command) {
        return value(await(step(exchange, commands(exchange), step).ask(command)));
    }

    /**
     * Carries out a command on a case, or shows what it would do if the request only wants to know that. A command that a rule delays is
     * accepted: it is recorded and happens by itself later.
     */
    public Reply perform(Exchange exchange, Command command) {
        if (exchange.truth("plan")) {
            Plan plan = await(commands(exchange).plan(command));
            Data data = Data.fields("possible", plan.isPossible(), "steps", plan.steps());
            return Reply.ok(
                    plan.refusal() == null
                            ? data
                            : data.with("refusal", plan.refusal().message()).merge(HttpProblem.parts(plan.refusal()).without("detail")));
        }
        return reply(await(commands(exchange).ask(command)));
    }

    /** What a request with an id was answered before, if it was. */
    public Optional<Reply> repeated(Exchange exchange, Command command) {
        return exchange.truth("plan") ? Optional.empty() : commands(exchange).answered(command).map(Backend::await).map(Backend::reply);
    }

    private static Reply reply(Answer answer) {
        if (answer instanceof Answer.Delayed delayed) {
            return Reply.accepted(Data.fields("delayed", delayed.attempt()).merge(HttpProblem.parts(delayed.problem())));
        }
        Data value = value(answer);
        return Reply.ok(value.isNothing() ? Data.fields("done", true) : Data.fields("done", true, "value", value));
    }

    private static Data value(Answer answer) {
        return switch (answer) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new RefusedException(refused.problem());
            case Answer.Delayed delayed -> throw new RefusedException(delayed.problem());
        };
    }

    /** Waits; a failure is thrown as it was. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Reads a page of a list. */
    @FunctionalInterface
    interface Pages<T> {
        Page<T> read(@Nullable String cursor, int limit);
    }

    /** A page as JSON. All items are counted in pages as large as can be, however small the page is that was asked for. */
    static <T> Reply page(Exchange exchange, Pages<T> pages, Function<T, Data> form) {
        Page<T> page = pages.read(exchange.cursor(), exchange.limit());
        return page(exchange, page, form, () -> Page.stream(at -> pages.read(at, Exchange.MOST)).count());
    }

    /** A page as JSON, of the items whose JSON fits. It may have fewer items than asked for without being the last. */
    static <T> Reply page(Exchange exchange, Pages<T> pages, Function<T, Data> form, Predicate<Data> wanted) {
        return pageOf(exchange, pages, form, item -> wanted.test(form.apply(item)));
    }

    /** A page as JSON, of the items that fit. It may have fewer items than asked for without being the last. */
    static <T> Reply pageOf(Exchange exchange, Pages<T> pages, Function<T, Data> form, Predicate<T> wanted) {
        String cursor = exchange.cursor();
        List<T> found = new ArrayList<>();
        int read = 0;
        do {
            Page<T> page = pages.read(cursor, exchange.limit() - found.size());
            page.items().stream().filter(wanted).forEach(found::add);
            read += Math.max(1, page.items().size());
            cursor = page.cursor();
        } while (cursor != null && found.size() < exchange.limit() && read < MOST_READ);
        return page(exchange, new Page<>(found, cursor), form, () -> Page.stream(at -> pages.read(at, Exchange.MOST)).filter(wanted).count());
    }

    /** A page as JSON, with the number of all items if that was asked for. */
    static <T> Reply page(Exchange exchange, Page<T> page, Function<T, Data> form, LongSupplier count) {
        Data data = Data.fields("items", page.items().stream().map(form).toList());
        data = page.cursor() == null ? data : data.with("cursor", page.cursor());
        return Reply.ok(exchange.truth("count") ? data.with("count", count.getAsLong()) : data);
    }

    /** The code and the words of a problem, as part of an answer. */
    static Data problem(io.millrace.problem.Problem problem) {
        return Data.fields("code", problem.code().id(), "detail", problem.message(), "status", HttpProblem.status(problem.code()));
    }
}
