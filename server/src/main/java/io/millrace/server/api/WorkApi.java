package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Work for people: lists, and what can be done with an item. Those who are participants only see and touch what is theirs. */
final class WorkApi {
    private static final Duration SOON = Duration.ofDays(1);
    /** How old a summary may be: every page that is open asks for it again and again. */
    private static final long OLD = Duration.ofSeconds(5).toNanos();

    private static final int MOST_SUMMARIES = 1_000;

    private final Backend backend;
    private final Changes changes;
    private final Map<Asked, Counted> summaries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Counted> eldest) {
            return size() > MOST_SUMMARIES;
        }
    };

    WorkApi(Backend backend, Changes changes) {
        this.backend = backend;
        this.changes = changes;
    }

    List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>(List.of(
                filtered(Endpoint.get("/work", "listWork"))
                        .summary("Lists open work, most urgent first. Participants see their own worklist. In the order 'due' it has the most urgent ten thousand items.")
                        .access(Access.READ_WORK)
                        .query("dueBefore", instant("only work that is due before this instant; now finds what is late"))
                        .query("order", word("'urgent' by priority, then oldest first; 'due' what is due first", List.of("urgent", "due")))
                        .paged()
                        .answers(200, Forms.WORK_PAGE)
                        .does(this::list),
                filtered(Endpoint.get("/worklist", "watchWork"))
                        .summary("Streams a worklist as server-sent events: first 'list' with what is there, then 'work' for an item that is new or has changed, 'gone' for one that is not in it any more.")
                        .access(Access.READ_WORK)
                        .answers("text/event-stream")
                        .does(this::watch),
                filtered(Endpoint.get("/work/summary", "getWorkSummary"))
                        .summary("Counts open work: all of it, what is late, what is due soon. Of the most urgent ten thousand items that fit, at most five seconds ago.")
                        .access(Access.READ_WORK)
                        .answers(
                                200,
                                object(
                                        "WorkSummary",
                                        "",
                                        must("open", whole("how much open work there is")),
                                        must("late", whole("how much of it should have been done by now")),
                                        must("soon", whole("how much of it is due within a day")),
                                        must("held", whole("how much of it somebody has")),
                                        must("incidents", whole("how much of it waits for a person as an incident")),
                                        must("complete", truth("whether all was counted"))))
                        .does(this::summary),
                Endpoint.get("/work/{work}", "getWork")
                        .summary("Shows an open work item.")
                        .access(Access.READ_WORK)
                        .path("work", "the id of the work item; its # is written %23")
                        .answers(200, Forms.WORK)
                        .does(exchange -> Reply.ok(new DueWork(backend.tenant(exchange)).form(visible(exchange)))),
                Endpoint.post("/work/claim-next", "claimNextWork")
                        .summary("Claims the most urgent items of one's own worklist that fit.")
                        .access(Access.DO_WORK)
                        .body(object(
                                null,
                                "",
                                may("task", text("only work of this task")),
                                may("process", text("only work of cases of this process")),
                                may("most", whole("how many at most", 1, 100))))
                        .answers(200, object(null, "", must("items", Schema.list("what was claimed", Forms.WORK))))
                        .does(this::claimNext)));
        all.addAll(List.of(
                act("claim", "claimWork", "Takes an item, so that nobody else does it.", null, (id, body) -> new Command.Claim(id)),
                act("release", "releaseWork", "Gives an item back to those it was offered to.", null, (id, body) -> new Command.Release(id)),
                act(
                        "delegate",
                        "delegateWork",
                        "Hands an item to another participant.",
                        object(null, "", must("to", text("the participant"))),
                        (id, body) -> new Command.Delegate(id, body.at("to").text())),
                act("start", "startWork", "Says that somebody works on the item now.", null, (id, body) -> new Command.StartWork(id)),
                act("suspend", "suspendWork", "Puts an item aside.", null, (id, body) -> new Command.SuspendWork(id)),
                act("resume", "resumeWork", "Goes on with an item that was put aside.", null, (id, body) -> new Command.ResumeWork(id)),
                act(
                        "complete",
                        "completeWork",
                        "Completes an item; claims and starts it on the way where that is allowed.",
                        object(null, "", may("output", any("what was done"))),
                        (id, body) -> new Command.Complete(id, body.at("output").isNothing() ? Data.fields() : body.at("output"), 0)),
                act(
                        "fail",
                        "failWork",
                        "Says that an item cannot be done; the process decides what happens then.",
                        object(null, "", must("reason", text("why"))),
                        (id, body) -> new Command.Fail(id, body.at("reason").text(), 0, false, List.of())),
                operate("withdraw", "withdrawWork", "Takes an item away.", (id, body) -> new Command.Withdraw(id, "withdrawn")),
                operate(
                        "skip",
                        "skipWork",
                        "Ends an item as if it had been done.",
                        (id, body) -> new Command.Skip(id, body.at("output").isNothing() ? Data.fields() : body.at("output"))),
                operate("retry", "retryWork", "Tries automatic work again that has become an incident.", (id, body) -> new Command.RetryWork(id))));
        return all;
    }

    @FunctionalInterface
    private interface Act {
        Command.OfWork on(WorkId id, Data body);
    }

    private Endpoint act(String word, String id, String summary, Schema.@Nullable Fields body, Act act) {
        Endpoint.Draft draft = draft(word, id, summary, Access.DO_WORK);
        return (body == null ? draft : draft.body(body)).does(exchange -> perform(exchange, act));
    }

    private Endpoint operate(String word, String id, String summary, Act act) {
        return draft(word, id, summary, Access.INTERVENE)
                .body(object(null, "", may("output", any("what stands for the result"))))
                .does(exchange -> perform(exchange, act));
    }

    private static Endpoint.Draft draft(String word, String id, String summary, Access access) {
        return Endpoint.post("/work/{work}/" + word, id)
                .summary(summary)
                .access(access)
                .path("work", "the id of the work item; its # is written %23")
                .query("plan", truth("whether to say only what would happen, and do nothing"))
                .answers(200, Forms.PERFORMED);
    }

    private Reply perform(Exchange exchange, Act act) {
        Command command = act.on(exchange.workId(), exchange.body());
        if (exchange.identity().seesOwnWorkOnly()) {
            // What they have done is not in their list any more; a repeat is answered as the first request was.
            Optional<Reply> before = backend.repeated(exchange, command);
            if (before.isPresent()) {
                return before.get();
            }
            visible(exchange);
        }
        return backend.perform(exchange, command);
    }

    private WorkQuery query(Exchange exchange) {
        Identity who = exchange.identity();
        String participant = exchange.text("participant").orElse(null);
        if (who.seesOwnWorkOnly()) {
            if (participant != null && !participant.equals(who.name())) {
                throw new RefusedException(Code.NOT_PERMITTED.with(String.valueOf(who.name()), "operator, auditor"));
            }
            participant = who.name();
        }
        return new WorkQuery(
                participant,
                exchange.text("role").orElse(null),
                exchange.text("state").map(WorkApi::state).orElse(null),
                exchange.text("task").orElse(null),
                exchange.text("process").orElse(null),
                exchange.text("case").map(CaseId::parse).orElse(null),
                exchange.instant("offeredBefore").orElse(null),
                exchange.truth("incidents"));
    }

    private static WorkState state(String word) {
        return Arrays.stream(WorkState.values()).filter(state -> state.word().equals(word)).findFirst().orElseThrow();
    }

    private Reply list(Exchange exchange) {
        Tenant tenant = backend.tenant(exchange);
        WorkQuery query = query(exchange);
        DueWork due = new DueWork(tenant);
        Instant before = exchange.instant("dueBefore").orElse(null);
        Predicate<ListedWork> wanted = before == null ? listed -> true : listed -> due.isBefore(listed, before);
        if (exchange.text("order").orElse("urgent").equals("due")) {
            List<Data> all = due.read(query).stream().filter(wanted).sorted(due.byDue()).map(due::form).toList();
            Reply page = Listing.of(exchange, all);
            return page instanceof Reply.Json json ? Reply.ok(json.body().with("complete", due.isComplete())) : page;
        }
        Backend.Pages<ListedWork> pages = (cursor, limit) -> tenant.work(query, cursor, limit);
        return before == null ? Backend.page(exchange, pages, due::form) : Backend.pageOf(exchange, pages, due::form, wanted);
    }

    private record Asked(String tenant, WorkQuery query) {}

    private record Counted(Data summary, long when) {}

    private Reply summary(Exchange exchange) {
        Asked asked = new Asked(exchange.identity().tenant(), query(exchange));
        synchronized (summaries) {
            Counted known = summaries.get(asked);
            if (known != null && System.nanoTime() - known.when() < OLD) {
                return Reply.ok(known.summary());
            }
        }
        Data counted = counted(backend.tenant(exchange), asked.query());
        synchronized (summaries) {
            summaries.put(asked, new Counted(counted, System.nanoTime()));
        }
        return Reply.ok(counted);
    }

    private static Data counted(Tenant tenant, WorkQuery query) {
        DueWork due = new DueWork(tenant);
        Instant now = Instant.now();
        List<ListedWork> all = due.read(query);
        long late = all.stream().filter(listed -> due.isBefore(listed, now)).count();
        long soon = all.stream().filter(listed -> due.isBefore(listed, now.plus(SOON))).count();
        return Data.fields(
                "open", all.size(),
                "late", late,
                "soon", soon - late,
                "held", all.stream().filter(listed -> listed.item().holder() != null).count(),
                "incidents", all.stream().filter(listed -> listed.item().incident() != null).count(),
                "complete", due.isComplete());
    }

    private static Endpoint.Draft filtered(Endpoint.Draft draft) {
        return draft.query("participant", text("only what this participant has or may take"))
                .query("role", text("only what is offered to this role"))
                .query("state", word("only work in this state", Forms.WORK_STATES))
                .query("task", text("only work of this task"))
                .query("process", text("only work of cases of this process"))
                .query("case", text("only work of this case and its sub-cases"))
                .query("offeredBefore", instant("only work that is there since before this instant"))
                .query("incidents", truth("only work that waits for a person as an incident"));
    }

    private Reply watch(Exchange exchange) {
        String tenant = exchange.identity().tenant();
        WorkQuery query = query(exchange);
        WorklistWatch watch = new WorklistWatch(backend.tenant(exchange), query);
        return new Reply.Stream(
                "text/event-stream", null, out -> changes.watch(null, tenant, query.caseId(), WorklistWatch::concerns, watch, out));
    }

    /** The item of the path, if the one who asks may see it. */
    ListedWork visible(Exchange exchange) {
        WorkId id = exchange.workId();
        Identity who = exchange.identity();
        Tenant tenant = backend.tenant(exchange);
        WorkQuery query = WorkQuery.ALL.ofCase(id.caseId());
        if (who.seesOwnWorkOnly()) {
            String name = String.valueOf(who.name());
            return tenant.work(new WorkQuery(name, null, null, null, null, id.caseId(), null, false))
                    .filter(listed -> listed.item().id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new RefusedException(Code.NOT_YOURS.with(id, name)));
        }
        return tenant.work(query)
                .filter(listed -> listed.item().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.UNKNOWN_WORK.with(id)));
    }

    private Reply claimNext(Exchange exchange) {
        String name = exchange.identity().name();
        if (name == null) {
            throw Exchange.bad("nobody is named who could claim work");
        }
        Data body = exchange.body();
        WorkQuery query = WorkQuery.forParticipant(name);
        query = body.at("task").isNothing() ? query : query.ofTask(body.at("task").text());
        query = body.at("process").isNothing() ? query : query.ofProcess(body.at("process").text());
        int most = body.at("most").isNothing() ? 1 : body.at("most").asInt();
        List<Data> claimed = new ArrayList<>();
        for (WorkItem item : backend.commands(exchange).as(name).claimNext(query, most)) {
            String process = backend.tenant(exchange).find(item.id().caseId()).info().process();
            claimed.add(new ListedWork(process, item).toData());
        }
        return Reply.ok(Data.fields("items", claimed));
    }
}
