package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.page;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.calculus.Stint;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.RefusedException;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who had which work when, for a chart, and how much everybody has now. */
final class ActivityApi {
    /** The window that is shown unless another is asked for. */
    private static final Duration USUAL = Duration.ofHours(1);

    /** How many work items are read for what everybody has now. */
    private static final int MOST = 10_000;

    private static final Schema.Fields STINT = object(
            "Stint",
            "the time in which somebody had a work item",
            must("participant", text("who had it: a person, an agent, a handler, a program, or the process of a sub-case")),
            must("work", text("the work item")),
            must("case", text("its case")),
            may("process", text("the process of the case, unless that was erased")),
            must("task", text("its task")),
            must("from", instant("when it was allocated to them, or when they started it if it never was")),
            may("started", instant("when they started it")),
            may("to", instant("when they had it no longer; absent while they have it")),
            must(
                    "state",
                    word(
                            "how it ended, or how it stands",
                            List.of("allocated", "started", "suspended", "completed", "failed", "withdrawn", "released"))));

    private static final Schema.Fields ACTIVITY = page("ActivityPage", STINT)
            .with(
                    "ActivityPage",
                    "one page of a list",
                    must("from", instant("the beginning of the window")),
                    must("until", instant("the end of the window")),
                    must(
                            "load",
                            list(
                                    "what everybody has now who has something",
                                    object(
                                            null,
                                            "",
                                            must("participant", text("who")),
                                            must("allocated", whole("how much they have and have not started")),
                                            must("started", whole("how much they work on"))))),
                    must("complete", truth("whether the whole window and all open work was read")));

    private final Backend backend;

    ActivityApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/activity", "listActivity")
                .summary("Lists who had which work in a window of time, the last hour unless another is named; and how much everybody has now.")
                .access(Access.READ_STAFF)
                .query("from", instant("the beginning of the window; an hour before its end if absent"))
                .query("until", instant("the end of the window; now if absent"))
                .query("participant", text("only of this participant"))
                .lists("ActivityPage", STINT)
                .answers(200, ACTIVITY)
                .computes()
                .does(this::activity));
    }

    private Reply activity(Exchange exchange) {
        Instant until = exchange.instant("until").orElseGet(Instant::now);
        Instant from = exchange.instant("from").orElseGet(() -> until.isBefore(Instant.EPOCH) ? Instant.MIN : until.minus(USUAL));
        if (until.isBefore(from)) {
            throw Exchange.bad("'until' is earlier than 'from'");
        }
        String participant = exchange.text("participant").orElse(null);
        Tenant tenant = backend.tenant(exchange);
        Stint.Window window = tenant.questions().stints(from, until);
        Map<CaseId, String> processes = new HashMap<>();
        Reply page = Listing.of(
                exchange,
                window.stints().stream()
                        .filter(stint -> participant == null || participant.equals(stint.participant()))
                        .map(stint -> form(stint, processes.computeIfAbsent(stint.work().caseId(), id -> process(tenant, id))))
                        .toList());
        Load load = new Load(tenant, participant);
        return page instanceof Reply.Json json
                ? Reply.ok(json.body()
                        .with("from", from.toString())
                        .with("until", until.toString())
                        .with("load", load.form())
                        .with("complete", window.complete() && load.complete))
                : page;
    }

    /** Empty for one that was erased. */
    private static String process(Tenant tenant, CaseId id) {
        try {
            return tenant.find(id).info().process();
        } catch (RefusedException e) {
            return "";
        }
    }

    private static Data form(Stint stint, String process) {
        Data data = Data.fields(
                "participant", stint.participant(),
                "work", stint.work().toString(),
                "case", stint.work().caseId().toString(),
                "task", stint.task(),
                "from", stint.from().toString(),
                "state", stint.state());
        data = process.isEmpty() ? data : data.with("process", process);
        data = stint.started() == null ? data : data.with("started", stint.started().toString());
        return stint.to() == null ? data : data.with("to", stint.to().toString());
    }

    /** What everybody has now. */
    private static final class Load {
        private final Map<String, long[]> each = new TreeMap<>();
        private boolean complete = true;

        Load(Tenant tenant, @Nullable String only) {
            for (WorkState state : List.of(WorkState.ALLOCATED, WorkState.STARTED)) {
                String cursor = null;
                int read = 0;
                do {
                    Page<ListedWork> page = tenant.work(WorkQuery.ALL.inState(state), cursor, Exchange.MOST);
                    page.items().forEach(listed -> add(listed.item(), only));
                    read += page.items().size();
                    cursor = page.cursor();
                } while (cursor != null && read < MOST);
                complete &= cursor == null;
            }
        }

        private void add(WorkItem item, @Nullable String only) {
            String who = item.holder() != null
                    ? item.holder()
                    : switch (item.doer()) {
                        case Doer.Handler handler -> handler.name();
                        case Doer.Program program -> program.name();
                        case Doer.People people -> null;
                        case Doer.Process process -> null;
                    };
            if (who != null && (only == null || only.equals(who))) {
                each.computeIfAbsent(who, name -> new long[2])[item.state() == WorkState.STARTED ? 1 : 0]++;
            }
        }

        List<Data> form() {
            return each.entrySet().stream()
                    .<Data>map(entry -> Data.fields("participant", entry.getKey(), "allocated", entry.getValue()[0], "started", entry.getValue()[1]))
                    .toList();
        }
    }
}
