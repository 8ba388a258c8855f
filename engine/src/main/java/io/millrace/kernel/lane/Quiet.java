package io.millrace.kernel.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Knows whether anything is under way, so that a test can wait until nothing is. */
public final class Quiet {
    private long underWay;
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

    public synchronized void begin() {
        underWay++;
    }

    public void end() {
        List<CompletableFuture<Void>> told = List.of();
        synchronized (this) {
            underWay--;
            if (underWay == 0 && !waiting.isEmpty()) {
                told = List.copyOf(waiting);
                waiting.clear();
            }
        }
        told.forEach(future -> future.complete(null));
    }

    /** Completes when nothing is under way. */
    public synchronized CompletableFuture<Void> whenQuiet() {
        if (underWay == 0) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> future = new CompletableFuture<>();
        waiting.add(future);
        return future;
    }
}
