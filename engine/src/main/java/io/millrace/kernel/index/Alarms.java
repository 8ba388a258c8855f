package io.millrace.kernel.index;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one lane that are due next. Only the near future is in memory: all timers before the horizon; those
 * beyond it are in the store and are fetched when the horizon comes near.
 *
 * <p>A timer that was set beyond the horizon and whose commit is still on its way is in neither place, so recent ones
 * are also remembered here until a barrier has shown that they are durable.
 */
public final class Alarms {
    /** A timer and when it is due. */
    public record Alarm(Instant due, String tenant, CaseId caseId, int timer) implements Comparable<Alarm> {
        private static final Comparator<Alarm> ORDER = Comparator.comparing(Alarm::due)
                .thenComparing(Alarm::tenant)
                .thenComparing(Alarm::caseId)
                .thenComparingInt(Alarm::timer);

        @Override
        public int compareTo(Alarm other) {
            return ORDER.compare(this, other);
        }

        public EntityId.OfCase entity() {
            return EntityId.OfCase.of(tenant, caseId);
        }
    }

    private final @Nullable Store store;
    private final int[] shards;
    /** How many timers may be near before the far half is left to the store. */
    private final int most;
    /** How many timers of each shard are fetched at a time. */
    private final int fetched;

    private final TreeSet<Alarm> near = new TreeSet<>();
    /** The same timers by entity: what is due of a case fires before a command to it, without a look at the others. */
    private final Map<EntityId.OfCase, TreeSet<Alarm>> nearOf = new HashMap<>();

    private final Set<Alarm> beyond = new HashSet<>();
    private @Nullable Instant horizon;
    /** With so many near timers the horizon is lowered. It rises while all of them are due at one instant. */
    private int crowded;

    /**
     * @param shards those whose timers these are
     * @param most how many of them are kept in memory
     */
    public Alarms(@Nullable Store store, int[] shards, int most) {
        this.store = store;
        this.shards = shards.clone();
        this.most = most;
        this.fetched = Math.max(1, most / 8);
        this.crowded = most;
        this.horizon = store == null ? null : Instant.MIN;
    }

    public void set(Alarm alarm) {
        if (isWithin(alarm, horizon)) {
            add(alarm);
            if (store != null && near.size() > crowded) {
                lowerHorizon();
            }
        } else {
            beyond.add(alarm);
        }
    }

    private void add(Alarm alarm) {
        if (near.add(alarm)) {
            nearOf.computeIfAbsent(alarm.entity(), entity -> new TreeSet<>()).add(alarm);
        }
    }

    public void cancel(Alarm alarm) {
        take(alarm);
        beyond.remove(alarm);
    }

    private void take(Alarm alarm) {
        if (near.remove(alarm)) {
            TreeSet<Alarm> own = nearOf.get(alarm.entity());
            if (own != null && own.remove(alarm) && own.isEmpty()) {
                nearOf.remove(alarm.entity());
            }
        }
    }

    /** Forgets the far half; it is in the store, or among those remembered as too recent to be sure. */
    private void lowerHorizon() {
        List<Alarm> sorted = new ArrayList<>(near);
        Instant cut = sorted.get(sorted.size() / 2).due();
        if (cut.equals(sorted.getFirst().due())) {
            crowded = 2 * near.size();
            return;
        }
        List<Alarm> far = new ArrayList<>(near.tailSet(new Alarm(cut, "", CaseId.root(0), 0)));
        far.forEach(this::take);
        beyond.addAll(far);
        horizon = cut;
        crowded = most;
    }

    /** The next timer that is due at an instant; it is taken off. */
    @Nullable
    public Alarm pollDue(Instant now) {
        while (near.isEmpty() && horizon != null && !horizon.isAfter(now)) {
            fetch();
        }
        if (near.isEmpty() || near.first().due().isAfter(now)) {
            return null;
        }
        Alarm due = near.first();
        take(due);
        return due;
    }

    /** Whether a timer is due at an instant. */
    public boolean isDue(Instant now) {
        return !near.isEmpty() && !near.first().due().isAfter(now) || horizon != null && !horizon.isAfter(now);
    }

    /** The next timer of one entity that is due at an instant; it is taken off. */
    @Nullable
    public Alarm pollDue(EntityId.OfCase entity, Instant now) {
        while (horizon != null && !horizon.isAfter(now)) {
            fetch();
        }
        TreeSet<Alarm> own = nearOf.get(entity);
        if (own == null || own.first().due().isAfter(now)) {
            return null;
        }
        Alarm due = own.first();
        take(due);
        return due;
    }

    /** When to look again, or null when nothing is set. */
    @Nullable
    public Instant next() {
        if (near.isEmpty() && horizon != null) {
            fetch();
        }
        return near.isEmpty() ? horizon : near.first().due();
    }

    /** Moves the horizon on: every shard is read as far as the one that reached least far. */
    private void fetch() {
        Store from = store;
        Instant start = horizon;
        if (from == null || start == null) {
            return;
        }
        List<Alarm> found = new ArrayList<>();
        Instant reached = null;
        for (int shard : shards) {
            Instant end = fetch(from, shard, start, found);
            reached = end != null && (reached == null || end.isBefore(reached)) ? end : reached;
        }
        horizon = reached;
        for (Alarm alarm : found) {
            if (isWithin(alarm, reached)) {
                add(alarm);
            }
        }
        for (Alarm alarm : beyond) {
            if (isWithin(alarm, reached)) {
                add(alarm);
            }
        }
        Instant now = reached;
        beyond.removeIf(alarm -> isWithin(alarm, now));
    }

    /** Reads some timers of a shard; returns the instant before which all were read, or null when that was the end. */
    private @Nullable Instant fetch(Store from, int shard, Instant start, List<Alarm> found) {
        byte[] begin = start.equals(Instant.MIN) ? Keys.shard(shard) : Keys.timersFrom(shard, start);
        int before = found.size();
        Instant[] end = {null};
        from.scan(Table.TIMERS, begin, Keys.afterShard(shard), Store.Direction.FORWARDS, (key, value) -> {
            Alarm alarm = read(key);
            boolean enough = found.size() - before >= fetched && alarm.due().isAfter(found.getLast().due());
            if (enough) {
                end[0] = alarm.due();
                return false;
            }
            return found.add(alarm);
        });
        return end[0];
    }

    private static boolean isWithin(Alarm alarm, @Nullable Instant horizon) {
        return horizon == null || alarm.due().isBefore(horizon);
    }

    public static Alarm read(byte[] key) {
        In in = new In(key);
        in.u8();
        return new Alarm(in.keyInstant(), in.keyText(), Keys.readCaseId(in), in.int32());
    }

    /** Those that are remembered only because their commit may be on its way, if there are many: a barrier shows them to be durable. */
    public List<Alarm> uncertain() {
        return beyond.size() > most / 2 ? List.copyOf(beyond) : List.of();
    }

    /** These are durable by now; the store knows them. */
    public void certain(List<Alarm> durable) {
        durable.forEach(beyond::remove);
    }

    /** Forgets everything; the store knows. */
    public void reset() {
        near.clear();
        nearOf.clear();
        beyond.clear();
        crowded = most;
        horizon = store == null ? null : Instant.MIN;
    }
}
