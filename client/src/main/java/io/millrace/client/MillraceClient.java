package io.millrace.client;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Plan;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.query.Reason;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An engine behind a server. Immutable and safe for use by several threads; methods such as {@link #actor} return a changed copy that
 * shares the connections. A command is durable when its method returns. What the engine or the server refuses is a
 * {@link RefusedException} with the code that an engine in the same process would give; {@code MR-8080} says that no server answers.
 *
 * <pre>{@code
 * var mill = MillraceClient.at("http://127.0.0.1:8088").actor("anna");
 * var id = mill.start("claim", Data.fields("amount", 120));
 * var item = mill.work(WorkQuery.forParticipant("anna")).findFirst().orElseThrow();
 * mill.complete(item.item().id(), Data.fields("approved", true));
 * }</pre>
 */
public final class MillraceClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** How many items the server gives in one page at most. */
    private static final int MOST = 1_000;

    private static final Pattern CODE = Pattern.compile("\\(MR-(\\d{4})\\)\\s*$");

    private final Line line;
    private final Map<String, String> headers;
    private final Duration timeout;

    private MillraceClient(Line line, Map<String, String> headers, Duration timeout) {
        this.line = line;
        this.headers = Map.copyOf(headers);
        this.timeout = timeout;
    }

    /** The server at an address, such as {@code http://127.0.0.1:8088}. Nothing is sent before something is asked. */
    public static MillraceClient at(URI server) {
        return new MillraceClient(new Line(server), Map.of(), TIMEOUT);
    }

    /** The server at an address, such as {@code http://127.0.0.1:8088}. */
    public static MillraceClient at(String server) {
        try {
            return at(URI.create(server));
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Code.SERVER_ABSENT.with(server, "the address must be of the form http://HOST:PORT"), e);
        }
    }

    // Who asks, and how.

    private MillraceClient with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new MillraceClient(line, more, timeout);
    }

    /** With an API key, or a token of the issuer that the server trusts. */
    public MillraceClient key(String secret) {
        return with("Authorization", "Bearer " + secret);
    }

    /** In the name of somebody. A server with security takes the name from the key, and this only where the key may act for others. */
    public MillraceClient actor(String name) {
        return with("Millrace-Actor", HeaderText.of(name));
    }

    /** On behalf of somebody else, whom the history names beside the actor. */
    public MillraceClient onBehalfOf(String name) {
        return with("Millrace-On-Behalf-Of", HeaderText.of(name));
    }

    /** For the data of a tenant. */
    public MillraceClient tenant(String name) {
        return with("Millrace-Tenant", HeaderText.of(name));
    }

    /** With a reason that the history keeps. */
    public MillraceClient because(String reason) {
        return with("Millrace-Reason", HeaderText.of(reason));
    }

    /** With the id of a request: the server answers a repeat as it answered the first, and does nothing twice. Where the line breaks, it is asked once more. */
    public MillraceClient request(String id) {
        return with(Line.REQUEST_ID, HeaderText.of(id));
    }

    /** With a trace context (W3C {@code traceparent}), which the history keeps and work that follows passes on. */
    public MillraceClient trace(String context) {
        return with("traceparent", context);
    }

    /** With another time to wait for an answer; 60 seconds otherwise. */
    public MillraceClient timeout(Duration most) {
        return new MillraceClient(line, headers, most);
    }

    /** The address of the server. */
    public URI server() {
        return line.server();
    }

    // Anything.

    /** Asks for JSON at a path behind {@code /api/v1}, for what has no method here. */
    public Data get(String path) {
        return line.ask("GET", path, null, headers, timeout);
    }

    /** Sends JSON to a path behind {@code /api/v1}, for what has no method here. */
    public Data send(String method, String path, Data body) {
        return line.ask(method, path, body, headers, timeout);
    }

    /** Asks for something else than JSON at a path behind {@code /api/v1}, such as a picture. */
    public String text(String path) {
        try (InputStream in = line.stream(path, headers, timeout)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new RefusedException(Code.SERVER_ABSENT.with(line.server(), "the connection broke"), e);
        }
    }

    /** All items of a list. */
    private List<Data> all(String path) {
        List<Data> items = new ArrayList<>();
        for (String next = path; next != null; ) {
            Data page = get(next);
            items.addAll(page.at("items").asList());
            next = page.at("cursor").isNothing() ? null : path + "?cursor=" + page.at("cursor").text();
        }
        return items;
    }

    private Data get(Address address) {
        return get(address.toString());
    }

    /** Asks a command, and waits until it is durable. What a rule delays is recorded, and happens when the rule permits it. */
    public Answer ask(Command command) {
        Act act = Act.of(command);
        try {
            Data answer = send(act.method(), act.address().toString(), act.body());
            if (!answer.at("delayed").isNothing()) {
                return new Answer.Delayed(answer.at("delayed").asInt(), Wire.problem(answer));
            }
            return new Answer.Done(done(command, act, answer));
        } catch (RefusedException e) {
            if (e.code() == Code.SERVER_ABSENT || e.code() == Code.SERVER_STRANGE) {
                throw e;
            }
            return new Answer.Refused(e.problem());
        }
    }

    /** What a command gave. Only the words of a Millrace server say that it was done: a proxy or another program may answer with success, too. */
    private Data done(Command command, Act act, Data answer) {
        boolean starts = command instanceof Command.Start || command instanceof Command.StartWithSignal;
        boolean said = starts
                ? answer.at("case") instanceof Data.Text
                : act.method().equals("DELETE") ? answer.isNothing() : answer.at("done").equals(Data.of(true));
        if (!said) {
            throw new RefusedException(Code.SERVER_STRANGE.with(line.server(), "its answer does not say whether the command was done"));
        }
        return answer.at(starts ? "case" : "value");
    }

    /** What a command on a case or a work item would do if it were asked now; changes nothing. */
    public Plan plan(Command command) {
        Act act = Act.of(command);
        Data plan = send(act.method(), act.address().with("plan", true).toString(), act.body());
        String refusal = Wire.text(plan, "refusal");
        return new Plan(plan.at("steps").asList(String.class), refusal == null ? null : refused(refusal));
    }

    /** A problem whose code stands at the end of its words. */
    private Problem refused(String words) {
        Matcher code = CODE.matcher(words);
        return new Problem(code.find() ? Code.of(Integer.parseInt(code.group(1))).orElse(Code.SERVER_STRANGE) : Code.SERVER_STRANGE, words);
    }

    private Data demand(Command command) {
        return switch (ask(command)) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new RefusedException(refused.problem());
            case Answer.Delayed delayed -> throw new RefusedException(delayed.problem());
        };
    }

    // Processes and cases.

    /** Deploys a process from its text. The same text again is the same version. */
    public Deployment deploy(Source source) {
        return Deployment.read(send("POST", "/processes", source.toData()));
    }

    /** What deploying a text would say; deploys nothing. */
    public Deployment prove(Source source) {
        return Deployment.read(send("POST", "/proofs", source.toData()));
    }

    /** The names of the deployed processes. */
    public List<String> processes() {
        return all("/processes").stream().map(each -> each.at("process").text()).toList();
    }

    /** Starts a case of the newest version. */
    public CaseId start(String process, Data input) {
        return start(process, input, null);
    }

    /** Starts a case of the newest version under a business key. */
    public CaseId start(String process, Data input, @Nullable String key) {
        return CaseId.parse(demand(new Command.Start(process, 0, input, key)).text());
    }

    /** Sends a signal to the cases that wait for it with this correlation key. */
    public void signal(String name, String key, Data content) {
        demand(new Command.Signal(name, key, content));
    }

    /** Sends a signal to one case. */
    public void signal(CaseId id, String name, Data content) {
        demand(new Command.SignalCase(id, name, content));
    }

    /** Suspends a case: nothing in it goes on until it is resumed. */
    public void suspend(CaseId id) {
        demand(new Command.SuspendCase(id));
    }

    /** Lets a suspended case go on. */
    public void resume(CaseId id) {
        demand(new Command.ResumeCase(id));
    }

    /** Cancels a case and its sub-cases. */
    public void cancel(CaseId id, String reason) {
        demand(new Command.CancelCase(id, reason));
    }

    /** Tries again what failed in a case. */
    public void retry(CaseId id) {
        demand(new Command.RetryCase(id));
    }

    /**
     * Moves a case to another version of its process.
     *
     * @param version the version; 0 for the newest
     * @param mapping places of the old version to places of the new one; empty for those that have the same names
     */
    public void migrate(CaseId id, int version, Data mapping) {
        demand(new Command.Migrate(id, version, mapping));
    }

    // Work.

    /** Takes an item, so that nobody else does it. */
    public void claim(WorkId id) {
        demand(new Command.Claim(id));
    }

    /** Gives an item back. */
    public void release(WorkId id) {
        demand(new Command.Release(id));
    }

    /** Completes an item; claims and starts it on the way where that is allowed. A rule that delays it is a refusal with its code. */
    public void complete(WorkId id, Data output) {
        demand(new Command.Complete(id, output, 0));
    }

    /** Says that an item cannot be done; the process decides what happens then. */
    public void fail(WorkId id, String reason) {
        demand(new Command.Fail(id, reason, 0, false));
    }

    /** Tries automatic work again that has become an incident. */
    public void retry(WorkId id) {
        demand(new Command.RetryWork(id));
    }

    // Questions.

    /** A case with everything in it. */
    public CaseDetails look(CaseId id) {
        return look(id, Instant.MAX);
    }

    /** A case as it was at an instant; {@link Instant#MAX} for how it is. */
    public CaseDetails look(CaseId id, Instant at) {
        return Wire.details(get(Address.of("cases", id.toString()).at(at)));
    }

    /** A page of the cases that a query finds. */
    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        return cases(query, Instant.MAX, cursor, limit);
    }

    /** A page of the cases that a query found at an instant; {@link Instant#MAX} for now. */
    public Page<CaseInfo> cases(CaseQuery query, Instant at, @Nullable String cursor, int limit) {
        Address address = Address.of("cases")
                .with("process", query.process())
                .with("version", query.version() == 0 ? null : query.version())
                .with("state", query.status() == null ? null : query.status().word())
                .with("key", query.key())
                .with("startedFrom", query.startedFrom())
                .with("startedBefore", query.startedBefore())
                .with("endedBefore", query.endedBefore())
                .when("incidents", query.incidents())
                .when("subCases", query.subCases())
                .with("parent", query.parent())
                .when("descending", query.newestFirst())
                .with("order", query.order())
                .at(at);
        for (CaseQuery.Where where : query.where()) {
            condition(address, where);
        }
        return Wire.page(get(paged(address, cursor, limit)), Wire::info);
    }

    private static void condition(Address address, CaseQuery.Where where) {
        Data least = where.least();
        Data most = where.most();
        if (least != null && least.equals(most)) {
            address.with("where", where.attribute() + "=" + least.json());
            return;
        }
        if (least != null) {
            address.with("where", where.attribute() + ">=" + least.json());
        }
        if (most != null) {
            address.with("where", where.attribute() + "<=" + most.json());
        }
    }

    private static Address paged(Address address, @Nullable String cursor, int limit) {
        return address.with("cursor", cursor).with("limit", Math.min(limit, MOST));
    }

    /** The cases that a query finds, read page by page as the stream goes on. */
    public Stream<CaseInfo> cases(CaseQuery query) {
        return Page.stream(cursor -> cases(query, cursor, MOST));
    }

    /** A page of the open work that a query finds, by priority and age. */
    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        Address address = Address.of("work")
                .with("participant", query.participant())
                .with("role", query.role())
                .with("state", query.state() == null ? null : query.state().word())
                .with("task", query.task())
                .with("process", query.process())
                .with("case", query.caseId())
                .with("offeredBefore", query.offeredBefore())
                .when("incidents", query.incidents());
        return Wire.page(get(paged(address, cursor, limit)), Wire::work);
    }

    /** The open work that a query finds, read page by page as the stream goes on. */
    public Stream<ListedWork> work(WorkQuery query) {
        return Page.stream(cursor -> work(query, cursor, MOST));
    }

    /** A page of the timers that have not fired, the next one first. */
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return Wire.page(get(paged(Address.of("timers"), cursor, limit)), Wire::timer);
    }

    /** Why a task of a case is where it is, or was at an instant; {@link Instant#MAX} for now. */
    public Reason why(CaseId id, String task, Instant at) {
        return Wire.reason(get(Address.of("cases", id.toString(), "why").with("task", task).at(at)));
    }

    /** Asks a question that the process of a case defines. */
    public Data question(CaseId id, String question) {
        return send("POST", Address.of("cases", id.toString(), "questions", question).toString(), Data.fields()).at("answer");
    }

    /**
     * Asks the history a question in Prolog.
     *
     * @param goal such as {@code open_work(Case, Task, Who)}
     * @param at the instant to ask about; {@link Instant#MAX} for now
     * @param rules texts of clauses to use beside those that are deployed
     * @param most how many answers at most; the server gives a thousand at most
     */
    public Answers questions(String goal, Instant at, List<String> rules, int most) {
        Data body = Data.fields("goal", goal, "most", Math.min(most, MOST));
        body = at.equals(Instant.MAX) ? body : body.with("at", at.toString());
        Data answer = send("POST", "/questions", rules.isEmpty() ? body : body.with("rules", rules));
        return new Answers(answer.at("answers").asList(Data.class), answer.at("texts").asList(String.class), answer.at("more").truth());
    }

    /** A page of what happened in the tenant, in the order of causes. */
    public Page<HistoryEvent> history(@Nullable String cursor, int limit, History.Order order) {
        return events(Address.of("history"), cursor, limit, order);
    }

    /** A page of what happened in a case and its sub-cases. */
    public Page<HistoryEvent> history(CaseId id, @Nullable String cursor, int limit, History.Order order) {
        return events(Address.of("cases", id.toString(), "history"), cursor, limit, order);
    }

    /** A page of what happened in a case and its sub-cases, with what happened in the cases of other engines that carry them out. */
    public FederatedHistory federatedHistory(CaseId id, @Nullable String cursor, int limit, History.Order order) {
        Address address = Address.of("cases", id.toString(), "federated-history").when("newestFirst", order == History.Order.NEWEST_FIRST);
        return Wire.federated(get(paged(address, cursor, limit)));
    }

    /** The open cases of other engines that carry out a case and its sub-cases. */
    public List<RemoteCase> remoteCases(CaseId id) {
        return get(Address.of("cases", id.toString(), "remote")).at("items").asList(Data.class).stream().map(Wire::remote).toList();
    }

    private Page<HistoryEvent> events(Address address, @Nullable String cursor, int limit, History.Order order) {
        address.when("newestFirst", order == History.Order.NEWEST_FIRST);
        return Wire.page(get(paged(address, cursor, limit)), Wire::event);
    }

    /**
     * Follows what happens from now on, or behind a place where an earlier following was.
     *
     * @param from what {@link Following#place} said, or null for now
     * @param within only events of this case and its sub-cases, or null for all
     * @param kinds only events of these kinds; all if empty
     */
    public Following follow(@Nullable String from, @Nullable CaseId within, List<String> kinds, Consumer<HistoryEvent> listener) {
        Address address = Address.of("events").with("case", within);
        kinds.forEach(kind -> address.with("kind", kind));
        String path = address.toString();
        return new Following(
                server().toString(),
                from,
                timeout,
                place -> line.stream(path, place == null ? headers : with("Last-Event-ID", place).headers, timeout),
                listener);
    }

    /** Follows everything that happens from now on. */
    public Following follow(Consumer<HistoryEvent> listener) {
        return follow(null, null, List.of(), listener);
    }

    // Pools of agents.

    /** The pools in numbers. */
    public List<PoolInfo> pools() {
        return all("/pools").stream().map(Wire::pool).toList();
    }

    /** A pool in numbers. */
    public PoolInfo pool(String name) {
        return Wire.pool(get(Address.of("pools", name)));
    }

    /** A page of the agents of a pool, with what they have. */
    public Page<AgentInfo> agents(String pool, @Nullable String cursor, int limit) {
        return Wire.page(get(paged(Address.of("pools", pool, "agents"), cursor, limit)), Wire::agent);
    }

    /** A page of what waits in a pool. */
    public Page<PooledWork> waiting(String pool, @Nullable String cursor, int limit) {
        return Wire.page(get(paged(Address.of("pools", pool, "waiting"), cursor, limit)), Wire::waiting);
    }

    /** Adds somebody who works, with roles; one with the same name is replaced. */
    public void participant(String name, String... roles) {
        send("PUT", Address.of("participants", name).toString(), Data.fields("roles", List.of(roles)));
    }
}
