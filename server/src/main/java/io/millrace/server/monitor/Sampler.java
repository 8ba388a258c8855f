package io.millrace.server.monitor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Does something again and again in a thread of its own, until it is closed. Whatever goes wrong meanwhile, it goes on. */
final class Sampler implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    Sampler(String name, Duration every, Runnable task) {
        // A thread of the system: it runs also while all processors compute.
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> run(every, task));
    }

    void start() {
        thread.start();
    }

    private void run(Duration every, Runnable task) {
        long next = System.nanoTime();
        boolean failed = false;
        while (true) {
            try {
                // What took too long is left out, not made up for.
                next = Math.max(next + every.toNanos(), System.nanoTime());
                if (closed.await(next - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return;
                }
                task.run();
                failed = false;
            } catch (InterruptedException e) {
                // Only closing ends it.
                next = System.nanoTime();
            } catch (Throwable e) {
                failed = told(failed, e);
            }
        }
    }

    /** The first of several failures is logged. */
    private boolean told(boolean before, Throwable failure) {
        if (!before) {
            try {
                LOG.log(Level.WARNING, thread.getName() + " failed, and goes on", failure);
            } catch (Throwable again) {
                // There is not even memory to say it.
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        closed.countDown();
        if (thread.getState() == Thread.State.NEW) {
            // A server that found its port in use has started nothing.
            return;
        }
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
