package io.millrace.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Does short tasks one after the other on one thread, which costs less than a thread for each. Whoever runs them need not come back: when
 * a task has taken a millisecond while others wait, another thread takes over the rest. So a task may even wait for one that was
 * added after it.
 */
final class Relay {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Executor threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private @Nullable Runner runner;
    private boolean watched;

    /** @param threads that reject nothing */
    Relay(Executor threads) {
        this.threads = threads;
    }

    void add(Runnable task) {
        lock.lock();
        try {
            waiting.add(task);
            if (runner == null) {
                begin();
            } else if (!watched) {
                threads.execute(this::watch);
                watched = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private void begin() {
        Runner before = runner;
        Runner next = new Runner();
        runner = next;
        try {
            threads.execute(next);
        } catch (Throwable e) {
            // The one before goes on if it comes back; otherwise the next task tries again.
            runner = before;
            throw e;
        }
    }

    /** The next task for a runner, or null if there is none or another has taken over. */
    private @Nullable Runnable next(Runner who) {
        lock.lock();
        try {
            if (runner != who) {
                return null;
            }
            Runnable task = waiting.poll();
            if (task == null) {
                runner = null;
            } else {
                who.taken++;
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    private final class Runner implements Runnable {
        private long taken;

        @Override
        public void run() {
            for (Runnable task = next(this); task != null; task = next(this)) {
                // What interrupted the task before is not meant for this one.
                Thread.interrupted();
                perform(task);
            }
        }
    }

    /** What a task throws is shown, and the next one has its turn: others wait for it. */
    private static void perform(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }

    /** Looks while tasks wait whether their runner comes back, and has it followed if not. */
    private void watch() {
        try {
            look();
        } catch (Throwable e) {
            // Somebody looks again when the next task comes.
            lock.lock();
            try {
                watched = false;
            } finally {
                lock.unlock();
            }
            throw e;
        }
    }

    private void look() {
        Runner who = null;
        long taken = 0;
        while (true) {
            LockSupport.parkNanos(this, PATIENCE_NANOS);
            Thread.interrupted();
            lock.lock();
            try {
                if (waiting.isEmpty() || runner == null) {
                    watched = false;
                    return;
                }
                if (runner == who && who.taken == taken) {
                    begin();
                }
                who = runner;
                taken = who.taken;
            } finally {
                lock.unlock();
            }
        }
    }
}
