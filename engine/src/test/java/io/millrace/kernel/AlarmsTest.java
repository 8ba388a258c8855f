package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Table;
import io.millrace.kernel.index.Alarms;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Shards;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The timers of a lane, all of one shard and more of them than are kept in memory, against a plain set. */
public class AlarmsTest {
    private static final Instant BEGIN = Instant.parse("2000-01-01T00:00:00Z");

    @Test
    void timers_fire_once_in_order_and_none_is_forgotten() {
        for (long seed = 1; seed <= 10; seed++) {
            run(seed);
        }
    }

    /** Sets, cancels and fires timers; their rows are committed later than the lane knows of them. */
    public static void run(long seed) {
        Random random = new Random(seed);
        MemoryStore store = new MemoryStore();
        Keys keys = new Keys(Shards.in(store));
        int[] shards = IntStream.range(0, keys.shards()).toArray();
        TreeSet<Alarms.Alarm> model = new TreeSet<>();
        Set<Alarms.Alarm> cancelled = new HashSet<>();
        Batch early = new Batch();
        for (int i = 0; i < 20_000; i++) {
            Alarms.Alarm alarm = alarm(random, BEGIN, i);
            model.add(alarm);
            put(early, keys, alarm);
        }
        store.commit(early);
        Alarms alarms = new Alarms(store, shards, 200);
        Set<Alarms.Alarm> underWay = new LinkedHashSet<>();
        Instant now = BEGIN;
        for (int i = 0; i < 2_000; i++) {
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> {
                    Alarms.Alarm alarm = alarm(random, now, 100_000 + i);
                    alarms.next();
                    alarms.set(alarm);
                    model.add(alarm);
                    underWay.add(alarm);
                }
                case 3 -> {
                    Alarms.Alarm some = model.higher(alarm(random, now, 0));
                    // A row that is deleted before it is put would be there in the end.
                    if (some != null && !underWay.contains(some)) {
                        alarms.cancel(some);
                        model.remove(some);
                        cancelled.add(some);
                        store.commit(new Batch().delete(Table.TIMERS, key(keys, some)));
                    }
                }
                case 4 -> {
                    if (random.nextInt(10) == 0) {
                        commit(store, keys, underWay);
                        alarms.certain(alarms.uncertain());
                    }
                }
                default -> {
                    now = now.plusMillis(random.nextInt(400_000));
                    if (random.nextInt(3) == 0) {
                        commit(store, keys, underWay);
                    }
                    fire(alarms, store, keys, model, cancelled, underWay, now);
                }
            }
        }
        commit(store, keys, underWay);
        fire(alarms, store, keys, model, cancelled, underWay, Instant.parse("2100-01-01T00:00:00Z"));
        assertThat(model).isEmpty();
    }

    private static void fire(
            Alarms alarms,
            MemoryStore store,
            Keys keys,
            SortedSet<Alarms.Alarm> model,
            Set<Alarms.Alarm> cancelled,
            Set<Alarms.Alarm> underWay,
            Instant now) {
        for (Alarms.Alarm due = alarms.pollDue(now); due != null; due = alarms.pollDue(now)) {
            assertThat(cancelled).as("a cancelled timer fired").doesNotContain(due);
            assertThat(due).as("the next timer").isEqualTo(model.isEmpty() ? null : model.first());
            model.remove(due);
            underWay.remove(due);
            store.commit(new Batch().delete(Table.TIMERS, key(keys, due)));
        }
        if (!model.isEmpty()) {
            assertThat(model.first().due()).as("a timer that did not fire").isAfter(now);
            Instant next = alarms.next();
            assertThat(next).as("when to look again").isNotNull().isBeforeOrEqualTo(model.first().due());
        }
    }

    private static Alarms.Alarm alarm(Random random, Instant now, int number) {
        return new Alarms.Alarm(now.plusMillis(1 + random.nextInt(200_000_000)), "main", CaseId.root(1).child(1 + random.nextInt(500)), number);
    }

    private static void commit(MemoryStore store, Keys keys, Set<Alarms.Alarm> underWay) {
        Batch batch = new Batch();
        underWay.forEach(alarm -> put(batch, keys, alarm));
        underWay.clear();
        store.commit(batch);
    }

    private static void put(Batch batch, Keys keys, Alarms.Alarm alarm) {
        batch.put(Table.TIMERS, key(keys, alarm), new byte[0]);
    }

    private static byte[] key(Keys keys, Alarms.Alarm alarm) {
        return keys.timer(alarm.due(), alarm.tenant(), alarm.caseId(), alarm.timer());
    }
}
