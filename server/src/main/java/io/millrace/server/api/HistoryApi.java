package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Tenant;
import io.millrace.calculus.HistoryRules;
import io.millrace.calculus.Questions;
import io.millrace.calculus.Rules;
import io.millrace.calculus.Solution;
import io.millrace.calculus.Solutions;
import io.millrace.calculus.Vocabulary;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.server.http.Access;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Cancellation;
import io.millrace.server.http.Computing;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Places;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What happened, what happens now, and questions about it. */
final class HistoryApi implements AutoCloseable {
    private static final int MOST_ANSWERS = 1_000;
    /** A goal can search for ever; the server has others to answer. */
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(30);
    /** How many goals search at once: each takes a processor, and memory. */
    private static final int AT_ONCE = 4;
    /** All goals that search have at most a quarter of the memory. */
    private static final long MOST_BYTES = Math.min(1L << 28, Runtime.getRuntime().maxMemory() / 4 / AT_ONCE);
    /** A thread of the system: it runs also while all processors compute. */
    private static final ScheduledThreadPoolExecutor TIMER =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("end-of-questions").factory());

    static {
        TIMER.setRemoveOnCancelPolicy(true);
    }

    /** How long all answers together may be, as text. */
    private static final int LONGEST_ANSWERS = 4 * 1024 * 1024;

    private static final Schema VOCABULARY = object(
            "Vocabulary",
            "",
            must(
                    "words",
                    list(
                            "those of every history first",
                            object(
                                    "VocabularyWord",
                                    "a word of questions to the history",
                                    must("kind", word("a goal asks about fluents and events", List.of("goal", "question", "fluent", "event"))),
                                    must("name", text("its name")),
                                    must("arity", whole("how many arguments it has")),
                                    must("arguments", list("what they are", text("the name of a variable"))),
                                    must("sentence", text("what it means")),
                                    must("example", text("a goal that can be asked")),
                                    may("process", text("the process or the rules that define it"))))));

    private final Backend backend;
    private final Changes changes;
    private final Duration longestSearch;
    private final Set<Solutions> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private final Places searching = new Places(AT_ONCE);

    HistoryApi(Backend backend, Changes changes) {
        this(backend, changes, LONGEST_SEARCH);
    }

    HistoryApi(Backend backend, Changes changes, Duration longestSearch) {
        this.backend = backend;
        this.changes = changes;
        this.longestSearch = longestSearch;
    }

    /** Ends the searches that run. */
    @Override
    public void close() {
        closed = true;
        running.forEach(Solutions::interrupt);
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
                Endpoint.get("/questions/vocabulary", "getVocabulary")
                        .summary("Lists the goals, questions, fluents and events that a question can use, also those that deployed texts define.")
                        .access(Access.QUESTIONS)
                        .answers(200, VOCABULARY)
                        .does(this::vocabulary),
                Endpoint.post("/questions", "askHistory")
                        .summary("Asks the history a question in Prolog, about now or any instant. Participants ask about their own work: nothing else seems to have happened.")
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
        String from = exchange.header("last-event-id").filter(id -> !id.isBlank()).or(() -> exchange.text("from")).orElse(null);
        changes.check(from);
        return new Reply.Stream("text/event-stream", null, out -> changes.watch(from, tenant, within, wanted, out));
    }

    private Reply vocabulary(Exchange exchange) {
        List<Data> words = new ArrayList<>();
        Vocabulary.words().forEach(word -> words.add(form(word)));
        Tenant tenant = backend.tenant(exchange);
        for (String process : tenant.processes()) {
            tenant.definition(process, tenant.versions(process).getLast().number()).ifPresent(code -> {
                String source = code.source();
                if (source != null) {
                    Vocabulary.definedBy(process, source, code.language().equals(HistoryRules.NAME))
                            .forEach(word -> words.add(form(word).with("process", process)));
                }
            });
        }
        return Reply.ok(Data.fields("words", words));
    }

    private static Data form(Vocabulary.Word word) {
        return Data.fields(
                "kind", word.kind(),
                "name", word.name(),
                "arity", word.arguments().size(),
                "arguments", word.arguments(),
                "sentence", word.sentence(),
                "example", word.example());
    }

    private Reply ask(Exchange exchange) throws Exception {
        Data body = exchange.body();
        Questions all = backend.tenant(exchange).questions();
        OwnWork own = backend.ownWork(exchange);
        Cancellation cancellation = exchange.cancellation();
        // Most of a history may be of others: what passes over it looks whether the search is to end.
        Cancellation end = new Cancellation();
        Questions questions = own == null ? all : all.onlyOf(work -> isWanted(end) && own.has(work));
        for (String rules : body.at("rules").asList(String.class)) {
            questions = questions.with(Rules.read("rules", rules));
        }
        Questions asked = body.at("at").isNothing() ? questions : questions.at(Exchange.instant("at", body.at("at").text()));
        int most = body.at("most").isNothing() ? 100 : body.at("most").asInt();
        // Who waits for a place has so much less time to search.
        long until = System.nanoTime() + longestSearch.toNanos();
        Runnable release = searching.take(
                exchange.identity(), until, cancellation, () -> new RefusedException(Code.QUESTIONS_BUSY.with(AT_ONCE)));
        Questions bounded = asked.within(MOST_BYTES);
        try {
            // A search ends when it is interrupted, and has its place until then.
            return Computing.run(
                    exchange.identity(),
                    until,
                    () -> {
                        try (Solutions solutions = bounded.ask(body.at("goal").text())) {
                            return end.during(
                                    solutions::interrupt,
                                    () -> cancellation.during(end::cancel, () -> answers(body.at("goal").text(), solutions, most, until, end)));
                        }
                    },
                    new Cancellation());
        } catch (RefusedException e) {
            throw e.code() == Code.GOAL_STOPPED && cancellation.isCancelled() ? Cancellation.refusal() : e;
        } finally {
            release.run();
        }
    }

    private static boolean isWanted(Cancellation cancellation) {
        cancellation.demand();
        return true;
    }

    private Reply answers(String goal, Solutions solutions, int most, long until, Cancellation stop) {
        List<Data> answers = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        boolean more = false;
        int length = 0;
        ScheduledFuture<?> end = TIMER.schedule(stop::cancel, until - System.nanoTime(), TimeUnit.NANOSECONDS);
        running.add(solutions);
        try {
            if (closed) {
                throw new RefusedException(Code.SERVER_STOPS.with());
            }
            while (solutions.hasNext()) {
                if (answers.size() == most || length > LONGEST_ANSWERS) {
                    more = true;
                    break;
                }
                Solution solution = solutions.next();
                String text = solution.toString();
                length += text.length();
                answers.add(solution.toData());
                texts.add(text);
            }
        } catch (RefusedException e) {
            if ((e.code() == Code.GOAL_STOPPED || e.code() == Code.REQUEST_CANCELLED) && end.isDone()) {
                throw new RefusedException(
                        Code.GOAL_STOPPED.with(Brief.of(goal), "it took more than " + longestSearch.toSeconds() + " seconds with the wait for its turn"), e);
            }
            throw e;
        } finally {
            running.remove(solutions);
            end.cancel(false);
        }
        return Reply.ok(Data.fields("holds", !answers.isEmpty(), "answers", answers, "texts", texts, "more", more));
    }
}
