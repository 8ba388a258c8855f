package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Junction;
import io.millrace.id.CaseId;
import io.millrace.query.CaseInfo;
import io.millrace.query.History.Timeline;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a bar of time shows of a case: a few numbers for each turn, in columns. */
final class TimelineApi {
    private static final int MOST = 50_000;
    private static final List<String> LEGEND = Arrays.stream(Timeline.Kind.values()).map(Timeline.Kind::word).toList();

    private static final Schema.Fields TIMELINE = object(
            "Timeline",
            "the turns of a case and its sub-cases, oldest first; the columns have one entry for each turn",
            must("case", text("the case")),
            must("turns", list("the number of each turn, as in ids of events", whole("a number"))),
            must(
                    "at",
                    list(
                            "the instant of each turn in microseconds since 1970, never falling. A look at the case at that instant shows it right after"
                                    + " the turn, or after the last one of several turns of the same instant",
                            whole("microseconds"))),
            must("events", list("how many events each turn has", whole("a number"))),
            must("kinds", list("the most notable thing in each turn, as an index into the legend", whole("an index"))),
            must("tasks", list("the task that it is about, as an index into the names, or -1", whole("an index"))),
            must("legend", list("what kinds there are", word("a kind", LEGEND))),
            must("names", list("tasks", text("a task"))),
            must("complete", truth("whether the last turn of the case is there; if not, ask again from the number after the last one")));

    private final Backend backend;
    private final CaseLooks looks;

    TimelineApi(Backend backend, CaseLooks looks) {
        this.backend = backend;
        this.looks = looks;
    }

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/cases/{case}/timeline", "getTimeline")
                .summary("Says in short what happened in each turn of a case, for a bar of time: at most " + MOST + " turns in columns.")
                .access(Access.READ_CASES)
                .path("case", "the id of the case")
                .query("from", whole("the number of the first turn that is wanted", 1, Integer.MAX_VALUE))
                .answers(200, TIMELINE)
                .does(this::timeline));
    }

    private Reply timeline(Exchange exchange) {
        Tenant tenant = backend.tenant(exchange);
        CaseId id = exchange.caseId();
        // Refused if there is no such case.
        CaseInfo info = tenant.find(id).info();
        Timeline timeline = tenant.history().timeline(id, exchange.whole("from").orElse(1), MOST);
        Set<String> deciding = tenant.definition(info.process(), info.version()).flatMap(looks::figure).map(TimelineApi::deciding).orElse(Set.of());
        int count = timeline.turns().size();
        List<Data> turns = new ArrayList<>(count);
        List<Data> at = new ArrayList<>(count);
        List<Data> events = new ArrayList<>(count);
        List<Data> kinds = new ArrayList<>(count);
        List<Data> tasks = new ArrayList<>(count);
        Map<String, Integer> names = new LinkedHashMap<>();
        for (Timeline.Turn turn : timeline.turns()) {
            String task = turn.task();
            boolean decides = turn.kind() == Timeline.Kind.COMPLETED && task != null && deciding.contains(task);
            turns.add(Data.Num.of(turn.number()));
            at.add(Data.Num.of(micros(turn.at())));
            events.add(Data.Num.of(turn.events()));
            kinds.add(Data.Num.of((decides ? Timeline.Kind.DECISION : turn.kind()).ordinal()));
            tasks.add(Data.Num.of(task == null ? -1 : names.computeIfAbsent(task, name -> names.size())));
        }
        return Reply.ok(Data.fields(
                "case", id.toString(),
                "turns", turns,
                "at", at,
                "events", events,
                "kinds", kinds,
                "tasks", tasks,
                "legend", LEGEND,
                "names", List.copyOf(names.keySet()),
                "complete", timeline.isComplete()));
    }

    /** Tasks of which one way out of several is chosen. */
    private static Set<String> deciding(Figure figure) {
        return figure.sheets().stream()
                .flatMap(sheet -> sheet.nodes().stream())
                .filter(node -> node.split() == Junction.XOR || node.split() == Junction.OR)
                .map(Figure.Node::id)
                .collect(Collectors.toSet());
    }

    /** Rounded up, so that a look at it sees the turn. */
    private static long micros(Instant instant) {
        return instant.getEpochSecond() * 1_000_000 + (instant.getNano() + 999) / 1_000;
    }
}
