package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The index against the axioms of the paper, run as they stand (half-open, in the order of time and recording) on the logic machine. */
class AxiomsTest {
    private static final String AXIOMS = """
            holds_at(F, T) :- initiates(E, F), happened(E, T1, S1), T1 =< T, \\+ broken(F, T1, S1, T).
            broken(F, T1, S1, T) :- terminates(E, F), happened(E, T2, S2), T2 =< T, later(T2, S2, T1, S1).
            later(T2, _, T1, _) :- T2 > T1.
            later(T, S2, T, S1) :- S2 @> S1.
            holds_for(F, T1, T2) :-
                initiates(E1, F), happened(E1, T1, S1), terminates(E2, F), happened(E2, T2, S2), T1 < T2,
                \\+ between(F, T1, S1, T2, S2).
            holds_for(F, T1, inf) :- initiates(E, F), happened(E, T1, S1), \\+ (terminates(E2, F), happened(E2, T2, S2), later(T2, S2, T1, S1)).
            between(F, T1, S1, T2, S2) :- terminates(E, F), happened(E, T, S), later(T, S, T1, S1), later(T2, S2, T, S).
            """;

    /** Rows of the index in memory, as an engine would keep them. */
    private static final class Index implements Projection.Rows, Projection.Stored {
        final MemoryStore store = new MemoryStore();

        @Override
        public void put(byte[] key, byte[] value) {
            store.commit(new Batch().put(Table.INDEX, key, value));
        }

        @Override
        public void delete(byte[] key) {
            store.commit(new Batch().delete(Table.INDEX, key));
        }

        @Override
        public Projection.@Nullable Memory memory() {
            return null;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            return store.get(Table.INDEX, key);
        }

        @Override
        public void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
            store.scan(Table.INDEX, from, to, direction, visitor);
        }

        Map<String, String> rows() {
            Map<String, String> rows = new TreeMap<>();
            scan(new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                rows.put(Arrays.toString(key), Arrays.toString(value));
                return true;
            });
            return rows;
        }

        Questions questions(long now) {
            return Questions.to(this, "t", () -> Instant.ofEpochSecond(now));
        }
    }

    /** A history that was made up, in the index and as clauses. */
    private static final class Generated {
        final Index keptUp = new Index();
        final Index atOnce = new Index();
        final StringBuilder facts = new StringBuilder();
        final Set<String> fluents = new TreeSet<>();
        long time;

        Generated(long seed, int turns, int kinds, int subjects) {
            Random random = new Random(seed);
            Diary[] kept = new Diary[subjects];
            Diary[] once = new Diary[subjects];
            List<Set<Integer>> holding = new ArrayList<>();
            for (int i = 0; i < subjects; i++) {
                once[i] = Diary.begun(subject(i));
                holding.add(new HashSet<>());
            }
            int event = 0;
            for (int turn = 1; turn <= turns; turn++) {
                int of = random.nextInt(subjects);
                time += random.nextInt(3);
                if (kept[of] == null || random.nextInt(4) == 0) {
                    Diary known = Diary.recalled(subject(of), keptUp);
                    kept[of] = known == null ? Diary.begun(subject(of)) : known;
                }
                int events = 1 + random.nextInt(3);
                for (int place = 1; place <= events; place++) {
                    event++;
                    Moment moment = new Moment(time * 1_000_000, time * 1_000_000, turn, place);
                    Said said = Said.of("e", Data.of(event));
                    kept[of].happened(moment, said, 0);
                    once[of].happened(moment, said, 0);
                    facts.append("happened(e(%d, %d), %d, s(%d, %d)).%n".formatted(event, of + 1, time, turn, place));
                    for (int change = random.nextInt(4); change > 0; change--) {
                        int kind = random.nextInt(kinds);
                        boolean held = !holding.get(of).add(kind);
                        Said fluent = Said.of("f", Data.of(kind));
                        fluents.add("f(%d,%d)".formatted(kind, of + 1));
                        if (held) {
                            holding.get(of).remove(kind);
                            kept[of].terminates(moment, fluent, 0);
                            once[of].terminates(moment, fluent, 0);
                        } else {
                            kept[of].initiates(moment, fluent, 0);
                            once[of].initiates(moment, fluent, 0);
                        }
                        // An event does one thing to a fluent; what it does twice is two events of one turn.
                        facts.append("%s(e(%d, %d), f(%d, %d)).%n".formatted(held ? "terminates" : "initiates", event, of + 1, kind, of + 1));
                        event++;
                        place++;
                        moment = new Moment(time * 1_000_000, time * 1_000_000, turn, place);
                        Said next = Said.of("e", Data.of(event));
                        kept[of].happened(moment, next, 0);
                        once[of].happened(moment, next, 0);
                        facts.append("happened(e(%d, %d), %d, s(%d, %d)).%n".formatted(event, of + 1, time, turn, place));
                    }
                }
                kept[of].write(keptUp);
            }
            for (Diary diary : once) {
                diary.write(atOnce);
            }
        }

        private static Subject subject(int number) {
            return Subject.of("t", CaseId.root(number + 1));
        }

        /** The answers of the axioms. */
        Set<String> literally(String goal, String template) {
            String program = ":- dynamic(initiates/2). :- dynamic(terminates/2). :- dynamic(happened/3).\n" + AXIOMS + facts;
            var loaded = Prolog.program(Source.of("axioms", program));
            Machine machine = new Machine(loaded, Library.NONE, Limits.GENEROUS);
            Read read = Reader.term("findall(" + template + ", (" + goal + "), All)", machine.operators(), machine.flags());
            assertThat(machine.once(read.term())).isTrue();
            Term all = Objects.requireNonNull(read.names().get("All")).deref();
            return Objects.requireNonNull(Lists.elements(all)).stream()
                    .map(Writer.quoted()::write)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        Set<String> asked(Index index, String goal, String template) {
            return index.questions(time).all("R = " + template + ", " + goal).stream()
                    .map(solution -> solution.text("R"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void ground_and_open_questions_agree_at_every_time_point() {
        for (long seed = 1; seed <= 20; seed++) {
            Generated history = new Generated(seed, 25, 8, 2);
            for (long time = 0; time <= history.time; time++) {
                Set<String> literally = history.literally("holds_at(F, " + time + ")", "h(F)");
                assertThat(history.asked(history.keptUp, "holds_at(F, " + time + ")", "h(F)")).as("seed %s at %s", seed, time).isEqualTo(literally);
                for (String fluent : history.fluents) {
                    assertThat(history.keptUp.questions(history.time).holds("holds_at(" + fluent + ", " + time + ")"))
                            .as("seed %s, %s at %s", seed, fluent, time)
                            .isEqualTo(literally.contains("h(" + fluent + ")"));
                }
            }
            assertThat(history.asked(history.keptUp, "holds_for(F, S, E)", "p(F, S, E)"))
                    .as("seed %s", seed)
                    .isEqualTo(history.literally("holds_for(F, S, E)", "p(F, S, E)"));
        }
    }

    /** So many fluents that chunks are divided, and so many turns that they follow each other. */
    @Test
    void long_and_crowded_histories_agree_as_well() {
        for (long seed = 100; seed < 104; seed++) {
            Generated history = new Generated(seed, 150, 150, 1);
            for (long time = 0; time <= history.time; time += 7) {
                assertThat(history.asked(history.keptUp, "holds_at(F, " + time + ")", "h(F)"))
                        .as("seed %s at %s", seed, time)
                        .isEqualTo(history.literally("holds_at(F, " + time + ")", "h(F)"));
            }
            assertThat(history.asked(history.keptUp, "holds_for(F, S, E)", "p(F, S, E)"))
                    .isEqualTo(history.literally("holds_for(F, S, E)", "p(F, S, E)"));
        }
    }

    @Test
    void events_and_what_they_did_come_back() {
        for (long seed = 200; seed < 206; seed++) {
            Generated history = new Generated(seed, 30, 8, 2);
            assertThat(history.asked(history.keptUp, "happened(E, T)", "h(E, T)"))
                    .isEqualTo(history.literally("happened(E, T, _)", "h(E, T)"));
            assertThat(history.asked(history.keptUp, "initiates(E, F)", "i(E, F)"))
                    .isEqualTo(history.literally("initiates(E, F)", "i(E, F)"));
            assertThat(history.asked(history.keptUp, "terminates(E, F)", "i(E, F)"))
                    .isEqualTo(history.literally("terminates(E, F)", "i(E, F)"));
        }
    }

    @Test
    void an_index_that_is_recalled_again_and_again_is_the_one_that_is_made_at_once() {
        for (long seed = 300; seed < 320; seed++) {
            Generated history = new Generated(seed, 120, seed % 2 == 0 ? 8 : 120, 2);
            assertThat(history.keptUp.rows()).as("seed %s", seed).isEqualTo(history.atOnce.rows());
        }
    }

    @Test
    void rows_stay_small_however_much_is_open() {
        Index index = new Index();
        Diary diary = Diary.begun(Subject.of("t", CaseId.root(1)));
        int[] largest = {0};
        for (int turn = 1; turn <= 20_000; turn++) {
            Moment moment = new Moment(turn, turn, turn, 1);
            diary.initiates(moment, Said.of("f", Data.of(turn % 10)), turn);
            diary.write(new Projection.Rows() {
                @Override
                public void put(byte[] key, byte[] value) {
                    largest[0] = Math.max(largest[0], value.length);
                    index.put(key, value);
                }

                @Override
                public void delete(byte[] key) {
                    index.delete(key);
                }

                @Override
                public Projection.@Nullable Memory memory() {
                    return diary;
                }
            });
        }
        assertThat(largest[0]).isLessThan(4_000);
        assertThat(index.questions(1).all("holds_at(f(X, 1), 0.015)")).hasSize(15_000);
    }
}
