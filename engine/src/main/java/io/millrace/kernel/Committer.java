package io.millrace.kernel;

import io.millrace.data.Out;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
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
import org.jspecify.annotations.Nullable;

/**
 * The one writer. While a commit waits for the disk, lanes go on and their turns queue up; the next commit takes all of
 * them. What a turn wants to tell the outside is released after the commit that holds it, in order.
 *
 * <p>A failed commit ends an epoch: everything decided since the last good commit rests on states that never became
 * durable, so units of that epoch are refused, and the lanes drop what they hold before they go on in the next.
 */
final class Committer {
    /** What one turn hands over. A unit without rows is a barrier: it is released after everything before it. */
    static final class Unit {
        final int epoch;
        final @Nullable Batch rows;
        final @Nullable EntityId entity;
        final long sequence;
        private final Release release;

        Unit(int epoch, @Nullable Batch rows, @Nullable EntityId entity, long sequence, Release release) {
            this.epoch = epoch;
            this.rows = rows;
            this.entity = entity;
            this.sequence = sequence;
            this.release = release;
        }
    }

    /** What happens when a unit is durable (no problem), or is not and never will be. */
    @FunctionalInterface
    interface Release {
        void released(@Nullable Problem problem);
    }

    /** How long a store that could not write is left alone: who tries again at once keeps the machine busy in vain. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final @Nullable Store store;
    private final Time time;
    private final boolean logged;
    private final Threads.Strand strand;
    private final Monitor monitor;
    private final Runnable onFailure;
    private final Runnable onCommit;
    private final Queue<Unit> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicInteger epoch = new AtomicInteger();
    private final AtomicLong position;
    private volatile Instant notBefore = Instant.MIN;

    Committer(
            @Nullable Store store,
            Time time,
            boolean logged,
            long position,
            Threads.Strand strand,
            Monitor monitor,
            Runnable onCommit,
            Runnable onFailure) {
        this.store = store;
        this.time = time;
        this.logged = logged;
        this.position = new AtomicLong(position);
        this.strand = strand;
        this.monitor = monitor;
        this.onCommit = onCommit;
        this.onFailure = onFailure;
    }

    int epoch() {
        return epoch.get();
    }

    /** The position of the last commit in the history. */
    long position() {
        return position.get();
    }

    void submit(Unit unit) {
        queue.add(unit);
        if (scheduled.compareAndSet(false, true)) {
            if (notBefore.isAfter(time.now())) {
                time.wakeAt(notBefore, () -> strand.run(this::commit));
            } else {
                strand.run(this::commit);
            }
        }
    }

    /** Does something between two commits. */
    void meanwhile(Runnable task) {
        strand.run(task);
    }

    private void commit() {
        scheduled.set(false);
        List<Unit> units = new ArrayList<>();
        for (Unit unit = queue.poll(); unit != null; unit = queue.poll()) {
            units.add(unit);
        }
        if (units.isEmpty()) {
            return;
        }
        int now = epoch.get();
        Batch batch = new Batch();
        Out log = new Out(units.size() * 24);
        for (Unit unit : units) {
            if (unit.epoch == now && unit.rows != null) {
                batch.addAll(unit.rows);
                if (logged && unit.entity != null) {
                    EventCodec.writeEntity(log, unit.entity);
                    log.varint(unit.sequence);
                }
            }
        }
        Problem failure = batch.isEmpty() ? null : write(batch, log);
        if (failure != null) {
            notBefore = time.now().plus(PAUSE);
        }
        for (Unit unit : units) {
            Problem problem = unit.epoch == now ? failure : Code.STORE_FAILED.with("an earlier commit failed");
            release(unit, problem);
        }
        if (failure != null) {
            onFailure.run();
        }
    }

    /** What one release does wrong must not keep the others from being told. */
    private void release(Unit unit, @Nullable Problem problem) {
        try {
            unit.release.released(problem);
        } catch (RuntimeException e) {
            monitor.count("release.failures", 1);
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    private @Nullable Problem write(Batch batch, Out log) {
        if (store == null) {
            return null;
        }
        if (logged && log.length() > 0) {
            batch.put(Table.LOG, Keys.position(position.get() + 1), log.toBytes());
        }
        long started = System.nanoTime();
        try {
            store.commit(batch);
        } catch (StoreException e) {
            epoch.incrementAndGet();
            monitor.count("commit.failures", 1);
            return e.problem();
        } catch (RuntimeException e) {
            // A store that breaks its contract is treated as one that could not write: all states are loaded again.
            epoch.incrementAndGet();
            monitor.count("commit.failures", 1);
            return Code.STORE_FAILED.with(e.toString());
        }
        monitor.count(Monitor.COMMITS, 1);
        monitor.took("commit", System.nanoTime() - started);
        if (logged && log.length() > 0) {
            position.incrementAndGet();
            onCommit.run();
        }
        return null;
    }
}
