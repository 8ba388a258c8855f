package io.millrace.kernel.lane;

import io.millrace.data.Out;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.LogRow;
import io.millrace.kernel.record.Positions;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one writer. While a commit waits for the disk, lanes go on and their turns queue up; the next commit takes all of
 * them, up to a number of bytes. What a turn wants to tell the outside is released after the commit that holds it, in
 * order.
 *
 * <p>A failed commit ends an epoch: everything decided since the last good commit rests on states that never became
 * durable, so units of that epoch are refused, and the lanes drop what they hold before they go on in the next. What
 * fails in any other way stops the engine, because units may already have been taken from the queue.
 */
public final class Committer {
    /** What one turn hands over. A unit without rows is a barrier: it is released after everything before it. */
    public static final class Unit {
        public final int epoch;
        final @Nullable Batch rows;
        /** The entity of which a turn is recorded, or null. */
        final @Nullable Entity<?> entity;

        final long sequence;
        private final Release release;

        public Unit(int epoch, @Nullable Batch rows, @Nullable Entity<?> entity, long sequence, Release release) {
            this.epoch = epoch;
            this.rows = rows;
            this.entity = entity;
            this.sequence = sequence;
            this.release = release;
        }
    }

    /** What happens when a unit is durable (no problem), or is not and never will be. */
    @FunctionalInterface
    public interface Release {
        /** The unit is durable: what is kept in memory follows, for all units of a commit before anybody hears of any of them. */
        default void durable() {}

        void released(@Nullable Problem problem);
    }

    /** What the committer needs to know of the engine around it. */
    public record Ground(
            @Nullable Store store,
            Keys keys,
            Time time,
            Threads.Strand strand,
            Monitor monitor,
            Life life,
            boolean logged,
            int commitBytes) {}

    /** How long a store that could not write is left alone: trying again at once keeps the machine busy in vain. */
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** How many units a commit takes, so that the first answers do not wait for the last. */
    private static final int MOST_UNITS = 4_096;

    private final Ground ground;
    private final Consumer<Problem> onFailure;
    private final Runnable onCommit;
    private final Runnable onReleased;
    private final Queue<Unit> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicInteger epoch = new AtomicInteger();
    private final AtomicLong position;
    private volatile long known;
    private volatile Instant notBefore = Instant.MIN;

    /**
     * @param onCommit is called after a good commit, when what is kept in memory has followed and before anything of it is released
     * @param onReleased is called when all units of a commit are released
     * @param onFailure is called when all units of a commit that failed are released
     */
    public Committer(
            Ground ground, long position, Runnable onCommit, Runnable onReleased, Consumer<Problem> onFailure) {
        this.ground = ground;
        this.position = new AtomicLong(position);
        this.known = position;
        this.onCommit = onCommit;
        this.onReleased = onReleased;
        this.onFailure = onFailure;
    }

    public int epoch() {
        return epoch.get();
    }

    /** The position of the last commit. */
    long position() {
        return position.get();
    }

    /**
     * The position of the last commit that has rows and that everything in memory has followed. The store may have the next one already:
     * who reads it there, and then a list in memory, would find the list behind. Without a store there is nothing to read before.
     */
    public long known() {
        return ground.store() == null ? Long.MAX_VALUE : known;
    }

    public void submit(Unit unit) {
        queue.add(unit);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            if (notBefore.isAfter(ground.time().now())) {
                ground.time().wakeAt(notBefore, () -> ground.strand().run(this::run));
            } else {
                ground.strand().run(this::run);
            }
        }
    }

    /** Does something between two commits. */
    public void meanwhile(Runnable task) {
        ground.strand().run(() -> guarded(task));
    }

    private void run() {
        scheduled.set(false);
        guarded(this::commit);
    }

    private void guarded(Runnable task) {
        if (ground.life().isOver()) {
            return;
        }
        try {
            task.run();
        } catch (Throwable e) {
            ground.life().stop(e);
        }
    }

    private void commit() {
        List<Unit> units = take();
        if (units.isEmpty()) {
            return;
        }
        int now = epoch.get();
        Problem failure = write(units, now);
        if (failure == null) {
            follow(units, now);
        } else {
            notBefore = ground.time().now().plus(PAUSE);
        }
        Problem outdated = null;
        for (Unit unit : units) {
            if (unit.epoch != now) {
                outdated = outdated == null ? Code.STORE_FAILED.with("an earlier commit failed") : outdated;
            }
            unit.release.released(unit.epoch == now ? failure : outdated);
        }
        onReleased.run();
        if (failure != null) {
            onFailure.accept(failure);
        }
        if (!queue.isEmpty()) {
            schedule();
        }
    }

    /** What is kept in memory follows a commit, and then those are told who wait for one. */
    private void follow(List<Unit> units, int now) {
        boolean rows = false;
        for (Unit unit : units) {
            if (unit.epoch == now) {
                unit.release.durable();
                rows |= unit.rows != null && !unit.rows.isEmpty();
            }
        }
        if (rows && ground.store() != null) {
            known = position.get();
            onCommit.run();
        }
    }

    private List<Unit> take() {
        List<Unit> units = new ArrayList<>();
        long bytes = 0;
        while (bytes < ground.commitBytes() && units.size() < MOST_UNITS) {
            Unit unit = queue.poll();
            if (unit == null) {
                break;
            }
            units.add(unit);
            bytes += unit.rows == null ? 0 : unit.rows.bytes();
        }
        return units;
    }

    /** Writes what units of this epoch bring. Returns why that failed, if it did; then the epoch has moved. */
    private @Nullable Problem write(List<Unit> units, int now) {
        Batch batch = new Batch();
        @Nullable Out[] log = new Out[ground.logged() ? ground.keys().shards() : 0];
        for (Unit unit : units) {
            if (unit.epoch == now && unit.rows != null) {
                batch.addAll(unit.rows);
                if (unit.entity != null) {
                    follow(unit.entity, unit.sequence);
                    log(log, unit.entity.id, unit.sequence);
                }
            }
        }
        Store store = ground.store();
        if (batch.isEmpty() || store == null) {
            position.incrementAndGet();
            return null;
        }
        addLog(batch, log);
        Problem failure = commit(store, batch);
        if (failure == null) {
            position.incrementAndGet();
        }
        return failure;
    }

    /** Turns of an entity are written without a gap, or not at all. */
    private static void follow(Entity<?> entity, long sequence) {
        if (sequence != entity.committed + 1) {
            throw new BrokenInvariant("turn " + sequence + " of " + entity.id + " would follow turn " + entity.committed);
        }
        entity.committed = sequence;
    }

    private void log(@Nullable Out[] log, EntityId entity, long sequence) {
        if (log.length > 0) {
            int shard = ground.keys().shardOf(entity);
            Out row = log[shard];
            if (row == null) {
                row = LogRow.begin(ground.time().now());
                log[shard] = row;
            }
            LogRow.add(row, entity, sequence);
        }
    }

    private void addLog(Batch batch, @Nullable Out[] log) {
        boolean any = false;
        for (int shard = 0; shard < log.length; shard++) {
            Out row = log[shard];
            if (row != null) {
                batch.put(Table.LOG, Keys.position(shard, position.get() + 1), row.toBytes());
                any = true;
            }
        }
        if (!any) {
            // Positions rise also where no log is kept; see Entity.beginAt.
            batch.put(Table.META, Positions.row(), Positions.value(position.get() + 1));
        }
    }

    private @Nullable Problem commit(Store store, Batch batch) {
        long started = System.nanoTime();
        try {
            store.commit(batch);
        } catch (RuntimeException e) {
            if (Failures.inCommit(e) == Failures.Ending.STOP) {
                throw e;
            }
            epoch.incrementAndGet();
            ground.monitor().count("commit.failures", 1);
            // A store that breaks its contract is treated as one that could not write: all states are loaded again.
            return e instanceof StoreException known ? known.problem() : Code.STORE_FAILED.with(e.toString());
        }
        ground.monitor().count(Monitor.COMMITS, 1);
        ground.monitor().took("commit", System.nanoTime() - started);
        return null;
    }
}
