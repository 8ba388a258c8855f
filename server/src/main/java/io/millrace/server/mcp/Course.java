package io.millrace.server.mcp;

import io.millrace.server.http.Cancellation;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The course of one call: tells the caller how far it is, and hears that the caller does not want it any more. */
final class Course {
    /** How often somebody who waits looks again. */
    static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** Is told how far a call is. */
    @FunctionalInterface
    interface Progress {
        /** @param total what it comes to in the end */
        void at(double done, double total, String message);
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Progress progress = (done, total, message) -> {};
    private final Cancellation cancellation = new Cancellation();
    private boolean cancelled;

    /** From now on somebody wants to know how far it is. */
    void tell(Progress listener) {
        progress = listener;
    }

    /** Tells how far it is. */
    void progress(double done, double total, String message) {
        progress.at(done, total, message);
    }

    /** For what does not wait here but computes. */
    Cancellation cancellation() {
        return cancellation;
    }

    /** The caller does not want it any more. */
    void cancel() {
        cancellation.cancel();
        lock.lock();
        try {
            cancelled = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a while; false as soon as it is cancelled. */
    boolean pause(Duration time) {
        long left = time.toNanos();
        lock.lock();
        try {
            while (!cancelled && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !cancelled;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
