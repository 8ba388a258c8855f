package io.millrace.kernel.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Knows whether anything is under way, so that a test can wait until nothing is, and so that what is to come last at an instant can come
 * last. Everything passes here; only who waits locks.
 */
public final class Quiet {
    /** Something that waits until nothing else is under way, or until it need not wait for that. It is under way itself. */
    private static final class Last {
        private final Runnable action;
        private final BooleanSupplier isOver;

        Last(Runnable action, BooleanSupplier isOver) {
            this.action = action;
            this.isOver = isOver;
        }
    }

    private final AtomicLong underWay = new AtomicLong();
    /** Guarded by this. */
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    /** Whether anybody waits. Set before the count is looked at, as the count is set before this is. */
    private volatile boolean awaited;
    /** Guarded by this. */
    private final List<Last> last = new ArrayList<>();
    /** How many of those there are; set as {@link #awaited} is. */
    private volatile int lasts;

    public void begin() {
        underWay.incrementAndGet();
    }

    public void end() {
        long left = underWay.decrementAndGet();
        if (left == 0 && awaited) {
            told().forEach(future -> future.complete(null));
        }
        if (lasts > 0) {
            stir();
        }
    }

    /** Completes when nothing is under way. */
    public CompletableFuture<Void> whenQuiet() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        synchronized (this) {
            waiting.add(future);
            awaited = true;
        }
        told().forEach(quiet -> quiet.complete(null));
        return future;
    }

    /**
     * Does something that has begun when nothing else is under way, or something ends after it need not wait any more.
     *
     * @param isOver whether it need not wait any more; a busy engine is never at rest. It may call a user's clock, so it is asked
     *     outside of the lock and must not throw
     * @return whether it is done already; otherwise somebody should {@link #stir} when it need not wait any more, since what is under way
     *     may take long
     */
    boolean afterAll(Runnable action, BooleanSupplier isOver) {
        Last added = new Last(action, isOver);
        synchronized (this) {
            last.add(added);
            lasts = last.size();
        }
        stir();
        synchronized (this) {
            return !last.contains(added);
        }
    }

    /** Looks again whether what waits need not wait any more. */
    void stir() {
        resting().forEach(each -> each.action.run());
    }

    /** Those who wait, if nothing is under way now; they wait no longer. */
    private synchronized List<CompletableFuture<Void>> told() {
        if (underWay.get() != 0) {
            return List.of();
        }
        List<CompletableFuture<Void>> told = List.copyOf(waiting);
        waiting.clear();
        awaited = false;
        return told;
    }

    /** What comes now because nothing else is under way, or because it has waited long enough. Each is given to one caller only. */
    private List<Last> resting() {
        List<Last> over = kept();
        over.removeIf(each -> !each.isOver.getAsBoolean());
        synchronized (this) {
            boolean atRest = underWay.get() <= last.size();
            List<Last> due = new ArrayList<>(last);
            due.removeIf(each -> !atRest && !over.contains(each));
            last.removeAll(due);
            lasts = last.size();
            return due;
        }
    }

    private synchronized List<Last> kept() {
        return new ArrayList<>(last);
    }
}
