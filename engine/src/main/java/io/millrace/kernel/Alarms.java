package io.millrace.kernel;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one lane that are due next. Only the near future is in memory: all timers before the horizon; those
 * beyond it are in the store and are fetched when the horizon comes near.
 *
 * <p>A timer that was set beyond the horizon and whose commit is still on its way is in neither place, so recent ones
 * are also remembered here until a barrier has shown that they are durable.
 */
final class Alarms {
    /** A timer and when it is due. */
    record Alarm(Instant due, String tenant, CaseId caseId, int timer) implements Comparable<Alarm> {
        private static final Comparator<Alarm> ORDER = Comparator.comparing(Alarm::due)
                .thenComparing(Alarm::tenant)
                .thenComparing(Alarm::caseId)
                .thenComparingInt(Alarm::timer);

        @Override
        public int compareTo(Alarm other) {
            return ORDER.compare(this, other);
        }
    }

    /** How many timers are fetched at a time. */
    private static final int FETCHED = 2_000;

    private final @Nullable Store store;
    private final Predicate<Alarm> mine;
    private final TreeSet<Alarm> near = new TreeSet<>();
    private final List<Alarm> beyond = new ArrayList<>();
    private @Nullable Instant horizon;

    Alarms(@Nullable Store store, Predicate<Alarm> mine) {
        this.store = store;
        this.mine = mine;
        this.horizon = store == null ? null : Instant.MIN;
    }

    void set(Alarm alarm) {
        if (horizon == null || alarm.due().isBefore(horizon)) {
            near.add(alarm);
            if (store != null && near.size() > 4 * FETCHED) {
                lowerHorizon();
            }
        } else {
            beyond.add(alarm);
        }
    }

    void cancel(Alarm alarm) {
        near.remove(alarm);
    }

    /** Forgets the far half; it is in the store, or among those remembered as too recent to be sure. */
    private void lowerHorizon() {
        List<Alarm> sorted = new ArrayList<>(near);
        Instant cut = sorted.get(sorted.size() / 2).due();
        if (cut.equals(sorted.getFirst().due())) {
            return;
        }
        List<Alarm> far = new ArrayList<>(near.tailSet(new Alarm(cut, "", CaseId.root(0), 0)));
        near.removeAll(far);
        beyond.addAll(far);
        horizon = cut;
    }

    /** The next timer that is due at an instant; it is taken off. */
    @Nullable
    Alarm pollDue(Instant now) {
        while (near.isEmpty() && horizon != null && !horizon.isAfter(now)) {
            fetch();
        }
        if (!near.isEmpty() && !near.first().due().isAfter(now)) {
            return near.pollFirst();
        }
        return null;
    }

    /** When to look again, or null when nothing is set. */
    @Nullable
    Instant next() {
        if (near.isEmpty() && horizon != null) {
            fetch();
        }
        return near.isEmpty() ? horizon : near.first().due();
    }

    private void fetch() {
        Store from = store;
        Instant start = horizon;
        if (from == null || start == null) {
            return;
        }
        List<Alarm> fetched = new ArrayList<>();
        Instant[] end = {null};
        byte[] begin = start.equals(Instant.MIN) ? new byte[0] : Keys.timersFrom(start);
        from.scan(Table.TIMERS, begin, null, Store.Direction.FORWARDS, (key, value) -> {
            Alarm alarm = read(key);
            boolean enough = fetched.size() >= FETCHED && alarm.due().isAfter(fetched.getLast().due());
            if (enough) {
                end[0] = alarm.due();
                return false;
            }
            if (mine.test(alarm)) {
                fetched.add(alarm);
            }
            return true;
        });
        Instant reached = end[0];
        near.addAll(fetched);
        horizon = reached;
        beyond.stream().filter(alarm -> isWithin(alarm, reached)).forEach(near::add);
        beyond.removeIf(alarm -> isWithin(alarm, reached));
    }

    private static boolean isWithin(Alarm alarm, @Nullable Instant horizon) {
        return horizon == null || alarm.due().isBefore(horizon);
    }

    private static Alarm read(byte[] key) {
        In in = new In(key);
        return new Alarm(in.keyInstant(), in.keyText(), Keys.readCaseId(in), in.int32());
    }

    /** How many timers are remembered only because their commit may be on its way. */
    int uncertain() {
        return beyond.size();
    }

    /** Those of them that a barrier will show to be durable. */
    List<Alarm> ascertain() {
        return List.copyOf(beyond);
    }

    /** These are durable by now; the store knows them. */
    void certain(List<Alarm> durable) {
        beyond.removeAll(new HashSet<>(durable));
    }

    /** Forgets everything; the store knows. */
    void reset() {
        near.clear();
        beyond.clear();
        horizon = store == null ? null : Instant.MIN;
    }
}
