package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.DeployOption;
import io.millrace.Journal;
import io.millrace.KeptStore;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Writer;
import io.millrace.net.run.NetLanguage;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Reason;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Time;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The index of a real engine, held against its history by the paper's axioms, after crashes, and built anew. */
class LiveHistoryTest {
    private static final String LOOP = """
            initial_activity(a).
            and_split(a, [b, c]).
            and_join([b, c], d).
            sequential(d, e).
            final_activity(e).
            role(b, clerk).
            participant(c, anna).
            """;

    /** The life of a work item by the axioms of the paper, with the states that the engine has beside. */
    private static final String AXIOMS = """
            holds_at(F, T) :- initiates(E, F), happened(E, T1, S1), T1 =< T, \\+ broken(F, T1, S1, T).
            broken(F, T1, S1, T) :- terminates(E, F), happened(E, T2, S2), T2 =< T, later(T2, S2, T1, S1).
            later(T2, _, T1, _) :- T2 > T1.
            later(T, S2, T, S1) :- S2 @> S1.

            initiates(ev('WorkStarted', C, I, W), active(T, W, C, I)) :- task(C, I, T).
            terminates(ev(K, C, I, _), active(T, _, C, I)) :- task(C, I, T),
                member(K, ['WorkReleased', 'WorkSuspended', 'WorkCompleted', 'WorkFailed', 'WorkWithdrawn', 'WorkAllocated']).
            initiates(ev('WorkResumed', C, I, W), active(T, W, C, I)) :- task(C, I, T), was(C, I, 'WorkResumed', active).
            initiates(ev('CaseStarted', C, 0, _), running(C)).
            initiates(ev('CaseResumed', C, 0, _), running(C)).
            terminates(ev(K, C, 0, _), running(C)) :- member(K, ['CaseSuspended', 'CaseCompleted', 'CaseFailed', 'CaseCancelled']).
            initiates(ev('WorkCompleted', C, I, W), completed(T, W, C, I)) :- task(C, I, T).
            """;

    private static final class Clock implements Time {
        volatile Instant now = Instant.ofEpochSecond(1000);

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void wakeAt(Instant due, Runnable call) {
            // Nothing here waits for time.
        }
    }

    private final Clock clock = new Clock();
    private final KeptStore store = new KeptStore();

    private Millrace open() {
        return Millrace.builder()
                .everything()
                .store(store)
                .time(clock)
                .settings(settings -> settings.lanes(2))
                .projection(HistoryIndex.INSTANCE)
                .open();
    }

    private static Map<String, String> rows(Millrace mill) {
        Map<String, String> rows = new TreeMap<>();
        mill.rows(HistoryIndex.INSTANCE, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            rows.put(Arrays.toString(key), Arrays.toString(value));
            return true;
        });
        return rows;
    }

    /** What one of two sets of rows says and the other does not. */
    private static List<String> differences(Map<String, String> rows, Map<String, String> others) {
        Set<String> keys = new TreeSet<>(rows.keySet());
        keys.addAll(others.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(rows.get(key), others.get(key)))
                .map(key -> key + ": " + rows.get(key) + " and " + others.get(key))
                .limit(5)
                .toList();
    }

    /** Does anything that can be done to some case. */
    private void step(Millrace mill, Random random, List<CaseId> cases) {
        CaseId id = cases.get(random.nextInt(cases.size()));
        CaseDetails details = mill.find(id).details();
        List<WorkItem> work = details.work();
        String who = random.nextBoolean() ? "anna" : "bob";
        var operator = mill.operator();
        try {
            switch (random.nextInt(14)) {
                case 0 -> operator.suspend(id);
                case 1, 2 -> operator.resume(id);
                case 3 -> {
                    if (random.nextInt(12) == 0) {
                        operator.cancel(id);
                    }
                }
                case 4 -> operator.changeData(id, "go", Data.of(random.nextBoolean() ? "yes" : "no"));
                default -> {
                    if (!work.isEmpty()) {
                        WorkItem item = work.get(random.nextInt(work.size()));
                        switch (random.nextInt(7)) {
                            case 0 -> mill.as(who).claim(item.id());
                            case 1 -> mill.as(who).startWork(item.id());
                            case 2 -> mill.as(who).release(item.id());
                            case 3 -> operator.suspend(item.id());
                            case 4 -> operator.resume(item.id());
                            default -> mill.as(who).complete(item.id(), Data.fields("go", random.nextInt(3) == 0 ? "no" : "yes"));
                        }
                    }
                }
            }
        } catch (RefusedException e) {
            // What makes no sense now is refused, and that is fine.
        }
    }

    private void people(Millrace mill) {
        mill.participant("anna", "clerk");
        mill.participant("bob", "clerk");
    }

    @Test
    void the_index_says_what_the_axioms_say_of_the_recorded_events() {
        for (long seed = 1; seed <= 6; seed++) {
            LiveHistoryTest each = new LiveHistoryTest();
            each.agree(seed);
        }
    }

    private void agree(long seed) {
        Random random = new Random(seed);
        Millrace mill = open();
        try {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            people(mill);
            List<CaseId> cases = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                if (cases.isEmpty() || random.nextInt(20) == 0) {
                    cases.add(mill.start("loop").id());
                }
                step(mill, random, cases);
                clock.now = clock.now.plusSeconds(random.nextInt(3));
                if (random.nextInt(15) == 0) {
                    mill.close();
                    mill = open();
                }
            }
            String facts = facts(mill);
            Questions questions = mill.questions();
            for (long time = 999; time <= clock.now.getEpochSecond() + 1; time++) {
                for (String fluent : List.of("active(T, W, C, I)", "running(C)", "completed(T, W, C, I)")) {
                    String goal = "holds_at(" + fluent + ", " + time + ")";
                    assertThat(asked(questions, goal, fluent)).as("seed %s: %s", seed, goal).isEqualTo(literally(facts, goal, fluent));
                }
            }
            Map<String, String> keptUp = rows(mill);
            mill.rebuild(HistoryIndex.INSTANCE, done -> {});
            assertThat(rows(mill)).as("seed %s: built anew", seed).isEqualTo(keptUp);
            step(mill, random, cases);
            mill.close();
            try (Store left = store) {
                assertThat(Journal.check(
                                        left, PayloadCodec.PLAIN, List.of(new NetLanguage()), List.of(HistoryIndex.INSTANCE), turns -> {})
                                .findings())
                        .isEmpty();
            }
        } finally {
            mill.close();
        }
    }

    private static Set<String> asked(Questions questions, String goal, String template) {
        return questions.all("Found = " + template + ", " + goal).stream()
                .map(solution -> solution.text("Found"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> literally(String facts, String goal, String template) {
        Machine machine = new Machine(Prolog.program(Source.of("axioms", AXIOMS + facts)), Library.NONE, Limits.GENEROUS);
        Read read = Reader.term("findall(" + template + ", " + goal + ", All)", machine.operators(), machine.flags());
        assertThat(machine.once(read.term())).isTrue();
        return Objects.requireNonNull(Lists.elements(Objects.requireNonNull(read.names().get("All")).deref())).stream()
                .map(Writer.quoted()::write)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The recorded events as the history shows them, in the form in which the axioms speak of them. */
    private static String facts(Millrace mill) {
        List<String> facts = new ArrayList<>(List.of(":- dynamic(was/4)."));
        Map<String, String> holders = new TreeMap<>();
        Map<String, String> before = new TreeMap<>();
        String cursor = null;
        do {
            Page<HistoryEvent> page = mill.history().all(cursor, 100, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                if (event.caseId() == null || !(event.kind().startsWith("Work") || event.kind().startsWith("Case"))) {
                    continue;
                }
                String item = event.kind().startsWith("Work") ? event.detail().at("work").json() : "0";
                String key = event.caseId() + "#" + item;
                switch (event.kind()) {
                    case "WorkOffered" -> facts.add("task(%s, %s, %s).".formatted(event.caseId(), item, event.detail().at("task").text()));
                    case "WorkAllocated" -> holders.put(key, event.detail().at("to").text());
                    case "WorkStarted" -> {
                        holders.put(key, event.detail().at("by").text());
                        before.put(key, "active");
                    }
                    case "WorkReleased" -> {
                        holders.remove(key);
                        before.remove(key);
                    }
                    default -> {}
                }
                if (event.kind().equals("WorkResumed") && "active".equals(before.get(key))) {
                    facts.add("was(%s, %s, 'WorkResumed', active).".formatted(event.caseId(), item));
                }
                String[] place = event.id().split("/");
                facts.add("happened(ev('%s', %s, %s, %s), %s, s(%s, %s)).".formatted(
                        event.kind(), event.caseId(), item, holders.getOrDefault(key, "nobody"), event.recorded().getEpochSecond(),
                        place[place.length - 2], place[place.length - 1]));
            }
            cursor = page.cursor();
        } while (cursor != null);
        facts.sort(String::compareTo);
        return String.join("\n", facts);
    }

    @Test
    void tokens_data_places_and_goals_are_fluents() {
        try (Millrace mill = open()) {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            mill.deploy(new WorkflowProlog().compile("order", """
                    :- order(X).
                    order(X) :- rpc(shop, buy, A), wait(A, X).
                    wait(A, X) :- replycontent(A, ok) : X = done.
                    """));
            people(mill);
            CaseId id = mill.start("loop", Data.fields("n", 7)).id();
            clock.now = clock.now.plusSeconds(10);
            WorkItem a = mill.find(id).work().getFirst();
            mill.as("anna").complete(a.id(), Data.nothing());
            Questions questions = mill.questions();
            assertThat(asked(questions, "holds_now(token(C, 1))", "C")).containsExactlyInAnyOrder("c(a,b)", "c(a,c)");
            assertThat(asked(questions, "holds_at(token(C, 1), 1000)", "C")).hasSize(1);
            assertThat(questions.holds("data(1, n, 7)")).isTrue();
            assertThat(questions.holds("initiates(exited(a, _, 1), token(c(a, b), 1))")).isTrue();
            assertThat(questions.holds("process(1, loop, 1)")).isTrue();
        }
    }

    private static final String TRIP = """
            initial_activity(register).
            or_split(register, [(flight, data(f, yes)), (hotel, data(h, yes)), (car, otherwise)]).
            or_join([flight, hotel, car], check).
            and_split(check, [pay, pack]).
            and_join([pay, pack], travel).
            final_activity(travel).
            cancels(pay, [pack, c(check, pack)]).
            role(flight, clerk).
            """;
    private static final String REVIEW = """
            :- rpc(writer, 0, P), review(P).
            review(P) :- replycontent(P, Pages), Pages > 3 : rpc(reviewer, Pages, R), replycontent(R, ok).
            review(P) :- replycontent(P, Pages), Pages =< 3 : rpc(writer, Pages, P1), review(P1).
            """;

    /** Every line of a proof can be checked with a question. */
    @Test
    void what_why_claims_is_what_questions_answer() {
        int lines = 0;
        for (long seed = 1; seed <= 8; seed++) {
            lines += new LiveHistoryTest().proofs(seed);
        }
        assertThat(lines).isGreaterThan(500);
    }

    private int proofs(long seed) {
        Random random = new Random(seed);
        int lines = 0;
        try (Millrace mill = open()) {
            mill.deploy(new NetLanguage().compile("trip", TRIP), DeployOption.ALLOW_UNSOUND);
            mill.deploy(new WorkflowProlog().compile("review", REVIEW));
            people(mill);
            CaseId trip = mill.start("trip", Data.fields("f", random.nextBoolean() ? "yes" : "no", "h", "yes")).id();
            CaseId review = mill.start("review").id();
            for (int i = 0; i < 14; i++) {
                step(mill, random, List.of(trip));
                mill.find(review).work().stream().findFirst().ifPresent(item -> {
                    if (random.nextInt(4) == 0) {
                        mill.operator().complete(item.id(), Data.of(random.nextInt(6)));
                    }
                });
                mill.whenQuiet().join();
                clock.now = clock.now.plusSeconds(random.nextInt(3));
                for (String task : List.of("register", "flight", "hotel", "car", "check", "pay", "pack", "travel")) {
                    lines += agree(mill, mill.at(clock.now).why(trip, task), seed + ": " + task);
                }
                for (String task : List.of("writer", "reviewer")) {
                    lines += agree(mill, mill.at(clock.now).why(review, task), seed + ": " + task);
                }
            }
        }
        return lines;
    }

    private static int agree(Millrace mill, Reason reason, String about) {
        assertThat(mill.questions().holds(reason.claim()))
                .as("%s: %s (%s)", about, reason.claim(), reason.words())
                .isEqualTo(reason.holds());
        int lines = 1;
        for (Reason each : reason.because()) {
            lines += agree(mill, each, about);
        }
        return lines;
    }

    @Test
    void rules_give_fluents_of_their_own() {
        try (Millrace mill = open()) {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            people(mill);
            mill.deploy(new HistoryRules().compile("duty", """
                    :- language(history).
                    initiates(start(_, Who, _), on_duty(Who)).
                    terminates(end(_, Who, _), on_duty(Who)).
                    busy_in(Who, Case) :- happened(start(_, Who, Case), _).
                    """));
            CaseId id = mill.start("loop").id();
            WorkItem a = mill.find(id).work().getFirst();
            mill.as("anna").startWork(a.id());
            clock.now = clock.now.plusSeconds(60);
            mill.as("anna").complete(a.id(), Data.nothing());
            Questions questions = mill.questions();
            assertThat(asked(questions, "holds_for(on_duty(W), S, E)", "p(W, S, E)")).containsExactly("p(anna,1000,1060)");
            assertThat(questions.holds("holds_at(on_duty(anna), 1059)")).isTrue();
            assertThat(questions.holds("holds_at(on_duty(anna), 1060)")).isFalse();
            assertThat(questions.holds("busy_in(anna, 1)")).isTrue();
            assertThat(questions.at(Instant.ofEpochSecond(1030)).holds("holds_now(on_duty(anna))")).isTrue();
            mill.deploy(new HistoryRules().compile("duty", ":- language(history).\ninitiates(begin(C, _), new(C)).\n"));
            assertThat(mill.questions().holds("holds_now(new(1))")).isTrue();
            assertThatThrownBy(() -> mill.questions().holds("busy_in(anna, 1)")).hasMessageContaining("busy_in/2");
            assertThatThrownBy(() -> mill.start("duty").result()).hasMessageContaining("MR-5036");
        }
    }

    @Test
    void what_is_told_late_is_where_it_belongs() {
        try (Millrace mill = open()) {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            people(mill);
            CaseId id = mill.start("loop").id();
            WorkItem a = mill.find(id).work().getFirst();
            mill.as("anna").startWork(a.id());
            clock.now = clock.now.plusSeconds(3600);
            for (int i = 0; i < 60; i++) {
                clock.now = clock.now.plusSeconds(1);
                mill.operator().changeData(id, "n", Data.of(i));
            }
            mill.as("anna").occurred(Instant.ofEpochSecond(1500)).complete(a.id(), Data.nothing());
            Questions questions = mill.questions();
            assertThat(asked(questions, "happened(end(a, anna, 1), T, R)", "t(T, R)")).containsExactly("t(1500,4660)");
            assertThat(questions.holds("holds_at(active(a, anna, 1), 1499)")).isTrue();
            assertThat(questions.holds("holds_at(active(a, anna, 1), 1500)")).isFalse();
            assertThat(questions.holds("holds_at(active(a, anna, 1), 3000)")).isFalse();
            assertThat(asked(questions, "holds_at(active(A, W, C), 3000)", "A")).isEmpty();
            assertThat(asked(questions, "holds_for(active(a, anna, 1), S, E)", "p(S, E)")).containsExactly("p(1000,1500)");
            // What the engine decided then, it decided when it was told.
            assertThat(questions.holds("holds_at(waiting(b, role(clerk), 1), 2000)")).isFalse();
            assertThat(questions.holds("holds_at(waiting(b, role(clerk), 1), 4660)")).isTrue();
        }
    }

    @Test
    void a_large_value_is_there_by_its_hash_and_a_goal_that_never_ends_is_stopped() {
        try (Millrace mill = open()) {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            CaseId id = mill.start("loop", Data.fields("doc", "x".repeat(100_000), "note", "short")).id();
            int[] largest = {0};
            mill.rows(HistoryIndex.INSTANCE, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                largest[0] = Math.max(largest[0], value.length);
                return true;
            });
            assertThat(largest[0]).isLessThan(2_000);
            Questions questions = mill.questions();
            assertThat(questions.holds("data(1, doc, large(Bytes, _)), Bytes > 100000")).isTrue();
            mill.operator().changeData(id, "doc", Data.of("y".repeat(100_000)));
            assertThat(questions.all("holds_now(data(1, doc, V))")).hasSize(1);
            assertThat(questions.all("holds_for(data(1, doc, V), S, E)")).hasSize(1);
            assertThatThrownBy(() -> questions.atMost(10_000).holds("repeat, fail")).hasMessageContaining("MR-5032");
        }
    }

    @Test
    void a_journal_without_the_index_is_asked_all_the_same() {
        KeptStore plain = new KeptStore();
        try (Millrace mill = Millrace.builder().everything().store(plain).time(clock).open()) {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            mill.start("loop");
        }
        try (Journal journal = Journal.open(plain, PayloadCodec.PLAIN, List.of(new NetLanguage()), List.of(HistoryIndex.INSTANCE))) {
            Questions questions = journal.questions("main", clock::now, done -> {});
            assertThat(questions.holds("holds_now(waiting(a, anyone, 1))")).isTrue();
            journal.build(HistoryIndex.INSTANCE, done -> {});
            assertThat(journal.questions("main", clock::now, done -> {}).holds("holds_now(waiting(a, anyone, 1))")).isTrue();
        }
        try (Millrace mill = Millrace.builder().everything().store(plain).time(clock).projection(HistoryIndex.INSTANCE).open()) {
            assertThat(mill.questions().holds("holds_now(running(1))")).isTrue();
        }
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            assertThatThrownBy(() -> mill.questions().holds("holds_now(running(1))")).hasMessageContaining("history");
        }
    }

    /** Whoever has left and comes back has several lives; each is told where it was, however many roles came and went. */
    @Test
    void participants_that_come_back_have_all_their_lives() {
        Random random = new Random(5);
        Map<Long, Set<String>> should = new TreeMap<>();
        Map<String, String> kept;
        try (Millrace mill = open()) {
            for (int life = 0; life < 4; life++) {
                for (int change = 0; change < 1 + 40 * (life % 3); change++) {
                    Set<String> roles = new TreeSet<>();
                    for (int role = random.nextInt(life == 2 ? 60 : 4); role > 0; role--) {
                        roles.add("r" + random.nextInt(100));
                    }
                    mill.operator().add(new Participant("ann", roles, Set.of()));
                    should.put(clock.now.getEpochSecond(), roles);
                    clock.now = clock.now.plusSeconds(1);
                }
                mill.operator().removeParticipant("ann");
                should.put(clock.now.getEpochSecond(), Set.of());
                clock.now = clock.now.plusSeconds(1);
                assertThat(mill.questions().holds("holds_now(participant(ann))")).isFalse();
            }
            kept = rows(mill);
        }
        try (Millrace mill = open()) {
            should.forEach((time, roles) -> {
                Set<String> found = new TreeSet<>();
                mill.questions().all("holds_at(role(ann, R), " + time + ")").forEach(each -> found.add(each.text("R")));
                assertThat(found).as("at " + time).isEqualTo(roles);
            });
            mill.rebuild(HistoryIndex.INSTANCE, done -> {});
            assertThat(differences(rows(mill), kept)).isEmpty();
        }
    }

    /** Until the rows of a case are built nothing is written of it, since what would be written would not be what its turns make. */
    @Test
    void cases_that_go_on_before_their_rows_are_built_leave_nothing_behind() {
        CaseId old;
        try (Millrace mill = Millrace.builder().everything().store(store).time(clock).open()) {
            mill.deploy(new NetLanguage().compile("loop", LOOP));
            people(mill);
            old = mill.start("loop").id();
            for (int i = 0; i < 150; i++) {
                mill.start("loop");
            }
            clock.now = clock.now.plusSeconds(5);
            mill.as("anna").startWork(mill.find(old).work().getFirst().id());
        }
        try (Millrace mill = open()) {
            clock.now = clock.now.plusSeconds(5);
            mill.as("anna").complete(mill.find(old).work().getFirst().id(), Data.nothing());
            mill.participant("anna", "clerk", "chief");
            CaseId young = mill.start("loop").id();
            assertThatThrownBy(() -> mill.questions().holds("holds_now(running(1))")).hasMessageContaining("MR-5002");
            // While the first hundred are built, all others go on.
            boolean[] gone = {false};
            mill.rebuild(HistoryIndex.INSTANCE, done -> {
                for (long number = 2; number <= 151 && !gone[0]; number++) {
                    CaseId id = CaseId.root(number);
                    mill.as("bob").complete(mill.find(id).work().getFirst().id(), Data.nothing());
                }
                gone[0] = true;
            });
            clock.now = clock.now.plusSeconds(5);
            mill.as("anna").complete(mill.find(young).work().getFirst().id(), Data.nothing());
            mill.operator().changeData(old, "n", Data.of(1));
            Questions questions = mill.questions();
            assertThat(asked(questions, "holds_for(active(a, anna, 1), S, E)", "p(S, E)")).containsExactly("p(1005,1010)");
            assertThat(asked(questions, "role(anna, R)", "R")).containsExactlyInAnyOrder("clerk", "chief");
            Map<String, String> keptUp = rows(mill);
            mill.rebuild(HistoryIndex.INSTANCE, done -> {});
            assertThat(rows(mill)).isEqualTo(keptUp);
        }
        assertThat(Journal.check(store, PayloadCodec.PLAIN, List.of(new NetLanguage()), List.of(HistoryIndex.INSTANCE), turns -> {})
                        .findings())
                .isEmpty();
    }

    @Test
    void what_cannot_be_asked_is_refused_with_a_sentence() {
        try (Millrace mill = open()) {
            Questions questions = mill.questions();
            assertThatThrownBy(() -> questions.all("holds_at(running(1), T)")).hasMessageContaining("MR-5038");
            assertThatThrownBy(() -> questions.all("holds_at(running(1), soon)")).hasMessageContaining("'soon' is not a time");
            assertThatThrownBy(() -> questions.all("hapened(E, T)")).hasMessageContaining("hapened/2");
            assertThatThrownBy(() -> questions.all("happened(E")).hasMessageContaining("cannot be read");
            assertThatThrownBy(() -> questions.all("")).hasMessageContaining("MR-5030");
            assertThatThrownBy(() -> Rules.read("r.pl", "a(X) :- b(X).\ninitiates(e, active(a, b, c)).")).hasMessageContaining("r.pl:2");
            assertThatThrownBy(() -> Rules.read("r.pl", "holds_at(a, b).")).hasMessageContaining("defined already");
            assertThatThrownBy(() -> Rules.read("r.pl", "initiates(e, F).")).hasMessageContaining("does not name a fluent");
            assertThatThrownBy(() -> Times.moment("friday", clock.now)).hasMessageContaining("MR-5011");
            assertThat(Times.moment("now - 1h30m", clock.now)).isEqualTo(clock.now.minusSeconds(5400));
            assertThat(Times.moment("2026-03-01T12:00Z", clock.now)).isEqualTo("2026-03-01T12:00:00Z");
        }
    }
}
