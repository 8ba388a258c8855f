package io.millrace.server.mcp;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The course of one call: tells the caller how far it is, and hears that the caller does not want it any more. */
class Course {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean cancelled;

    /**
     * Tells how far it is; does nothing for a caller who does not want to know.
     *
     * @param total what it comes to in the end
     */
    void progress(double done, double total, String message) {}

    /** The caller does not want it any more. */
    final void cancel() {
        lock.lock();
        try {
            cancelled = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a while; false as soon as it is cancelled. */
    final boolean pause(Duration time) {
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

    /** How often somebody who waits looks again. */
    static final Duration LOOK_EVERY = Duration.ofMillis(TimeUnit.SECONDS.toMillis(1) / 2);
}
