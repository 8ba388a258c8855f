package io.millrace.calculus;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is told late, before or after chunks were closed, holds when it held: the index against a plain list of intervals. What is begun
 * holds on until it ends, and what ended before it began has held at no moment.
 */
public final class LateHistoryTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 30);
    private static final long SECOND = 1_000_000;

    /** Rows of the index in memory. */
    private static final class Rows implements Projection.Rows, Projection.Stored {
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
    }

    private static final class Held {
        final int kind;
        final long start;
        long end = Long.MAX_VALUE;

        Held(int kind, long start) {
            this.kind = kind;
            this.start = start;
        }
    }

    @Test
    void what_is_told_late_holds_when_it_held() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
    }

    /** Also for planted faults. */
    public static void run(long seed) {
        Random random = new Random(seed);
        int kinds = seed % 3 == 0 ? 150 : 6;
        Subject subject = Subject.of("t", CaseId.root(1));
        Rows rows = new Rows();
        Diary diary = Diary.begun(subject);
        List<Held> all = new ArrayList<>();
        long now = 100;
        for (int turn = 1; turn <= 150; turn++) {
            now += random.nextInt(3);
            if (turn > 1 && random.nextInt(6) == 0) {
                diary = Objects.requireNonNull(Diary.recalled(subject, rows));
            }
            long time = random.nextInt(3) == 0 ? now - random.nextInt((int) now) : now;
            for (int place = 1; place <= 1 + random.nextInt(4); place++) {
                int kind = random.nextInt(kinds);
                Said fluent = Said.of("f", Data.of(kind));
                Moment moment = new Moment(time * SECOND, now * SECOND, turn, place);
                diary.happened(moment, Said.of("e", Data.of(turn)), 0);
                Held open = all.stream().filter(each -> each.kind == kind && each.end == Long.MAX_VALUE).findFirst().orElse(null);
                if (open == null) {
                    all.add(new Held(kind, time));
                    diary.initiates(moment, fluent, 0);
                } else {
                    open.end = Math.max(open.start, time);
                    diary.terminates(moment, fluent, 0);
                }
            }
            diary.write(rows);
        }
        compare(rows, all, now, seed);
    }

    private static void compare(Rows rows, List<Held> all, long now, long seed) {
        Questions questions = Questions.to(rows, "t", () -> Instant.ofEpochSecond(now + 10));
        for (long time = 0; time <= now + 1; time += 1 + time % 3) {
            TreeSet<Integer> expected = new TreeSet<>();
            for (Held each : all) {
                if (each.start <= time && time < each.end) {
                    expected.add(each.kind);
                }
            }
            TreeSet<Integer> ofCase = new TreeSet<>();
            questions.all("holds_at(f(K, 1), " + time + ")").forEach(each -> ofCase.add((int) each.get("K").asLong()));
            assertThat(ofCase).as("seed %s: what holds of the case at %s", seed, time).isEqualTo(expected);
            TreeSet<Integer> ofAll = new TreeSet<>();
            questions.all("holds_at(f(K, C), " + time + ")").forEach(each -> ofAll.add((int) each.get("K").asLong()));
            assertThat(ofAll).as("seed %s: what holds of any case at %s", seed, time).isEqualTo(expected);
            int some = (int) (time % 6);
            assertThat(questions.holds("holds_at(f(" + some + ", 1), " + time + ")"))
                    .as("seed %s: f(%s) at %s", seed, some, time)
                    .isEqualTo(expected.contains(some));
        }
        List<String> periods = new ArrayList<>();
        all.stream().filter(each -> each.start < each.end).forEach(each ->
                periods.add(each.kind + " " + each.start + " " + (each.end == Long.MAX_VALUE ? "inf" : each.end)));
        List<String> found = new ArrayList<>();
        questions.all("holds_for(f(K, 1), S, E)").forEach(each -> found.add(each.text("K") + " " + each.text("S") + " " + each.text("E")));
        assertThat(found).as("seed %s: all intervals", seed).containsExactlyInAnyOrderElementsOf(periods);
    }
}
