package io.millrace.kernel.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Knows whether anything is under way, so that a test can wait until nothing is. Everything passes here; only who waits locks. */
public final class Quiet {
    private final AtomicLong underWay = new AtomicLong();
    /** Guarded by this. */
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    /** Whether anybody waits. Set before the count is looked at, as the count is set before this is. */
    private volatile boolean awaited;

    public void begin() {
        underWay.incrementAndGet();
    }

    public void end() {
        if (underWay.decrementAndGet() == 0 && awaited) {
            told().forEach(future -> future.complete(null));
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
}
