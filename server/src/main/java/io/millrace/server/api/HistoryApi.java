package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;

import io.millrace.calculus.Questions;
import io.millrace.calculus.Rules;
import io.millrace.calculus.Solution;
import io.millrace.calculus.Solutions;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What happened, what happens now, and questions about it. */
final class HistoryApi {
    private static final int MOST_ANSWERS = 1_000;

    private final Backend backend;
    private final Changes changes;

    HistoryApi(Backend backend, Changes changes) {
        this.backend = backend;
        this.changes = changes;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/history", "listHistory")
                        .summary("Lists what happened, in the order of causes.")
                        .access(Access.READ_CASES)
                        .query("newestFirst", truth("whether to begin with the latest event"))
                        .queries("kind", text("only events of these kinds"))
                        .query("actor", text("only what this actor did"))
                        .query("from", instant("only events that were recorded at this instant or later"))
                        .query("before", instant("only events that were recorded before this instant"))
                        .paged()
                        .answers(200, Forms.EVENTS)
                        .does(this::history),
                Endpoint.get("/events", "watchEvents")
                        .summary("Streams what happens as server-sent events. With the header Last-Event-ID it goes on behind that event, without a gap.")
                        .access(Access.READ_CASES)
                        .query("case", text("only events of this case and its sub-cases"))
                        .queries("kind", text("only events of these kinds"))
                        .query("from", text("as Last-Event-ID, for those who cannot send headers; 1 is the beginning"))
                        .answers("text/event-stream")
                        .does(this::watch),
                Endpoint.post("/questions", "askHistory")
                        .summary("Asks the history a question in Prolog, about now or any instant.")
                        .access(Access.QUESTIONS)
                        .body(object(
                                "Question",
                                "",
                                must("goal", text("the goal, such as happened(Event, Time)")),
                                may("at", instant("the instant to ask about; now if absent")),
                                may("rules", list("texts of clauses to use in addition to those that are deployed", text("clauses"))),
                                may("most", whole("how many answers at most", 1, MOST_ANSWERS))))
                        .answers(200, Forms.ANSWERS)
                        .does(this::ask));
    }

    private Reply history(Exchange exchange) {
        History.Order order = exchange.truth("newestFirst") ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        List<String> kinds = exchange.texts("kind");
        String actor = exchange.text("actor").orElse(null);
        Instant from = exchange.instant("from").orElse(Instant.MIN);
        Instant before = exchange.instant("before").orElse(Instant.MAX);
        Predicate<HistoryEvent> wanted = event -> (kinds.isEmpty() || kinds.contains(event.kind()))
                && (actor == null || actor.equals(event.actor()))
                && !event.recorded().isBefore(from)
                && event.recorded().isBefore(before);
        return Backend.pageOf(
                exchange, (cursor, limit) -> backend.tenant(exchange).history().all(cursor, limit, order), HistoryEvent::toData, wanted);
    }

    private Reply watch(Exchange exchange) {
        String tenant = exchange.identity().tenant();
        List<String> kinds = exchange.texts("kind");
        CaseId within = exchange.text("case").map(CaseId::parse).orElse(null);
        Predicate<HistoryEvent> wanted = event -> kinds.isEmpty() || kinds.contains(event.kind());
        String from = exchange.header("last-event-id").or(() -> exchange.text("from")).orElse(null);
        return new Reply.Stream("text/event-stream", null, out -> changes.watch(from, tenant, within, wanted, out));
    }

    private Reply ask(Exchange exchange) {
        Data body = exchange.body();
        Questions questions = backend.tenant(exchange).questions();
        for (String rules : body.at("rules").asList(String.class)) {
            questions = questions.with(Rules.read("rules", rules));
        }
        Questions asked = body.at("at").isNothing() ? questions : questions.at(Exchange.instant("at", body.at("at").text()));
        int most = body.at("most").isNothing() ? 100 : body.at("most").asInt();
        List<Data> answers = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        boolean more = false;
        try (Solutions solutions = asked.ask(body.at("goal").text())) {
            while (solutions.hasNext()) {
                if (answers.size() == most) {
                    more = true;
                    break;
                }
                Solution solution = solutions.next();
                answers.add(solution.toData());
                texts.add(solution.toString());
            }
        }
        return Reply.ok(Data.fields("holds", !answers.isEmpty(), "answers", answers, "texts", texts, "more", more));
    }
}
