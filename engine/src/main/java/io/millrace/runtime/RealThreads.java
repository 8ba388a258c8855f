package io.millrace.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Threads of the virtual machine: strands are platform threads, and tasks that may block run on virtual threads. */
public final class RealThreads implements Threads {
    /** For so long a strand may be busy with one task before closing leaves it behind, and how often that is looked at. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_MILLIS = 100;

    private final List<Worker> workers = new ArrayList<>();
    private final ThreadLocal<Boolean> strand = ThreadLocal.withInitial(() -> false);
    private final ExecutorService forks =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("millrace-work").factory());
    private final Relay relay = new Relay(this::forkAnyway);

    @Override
    public synchronized Strand strand(String name) {
        Worker worker = new Worker(name);
        workers.add(worker);
        worker.thread.start();
        return worker;
    }

    @Override
    public void fork(Runnable task) {
        forks.execute(task);
    }

    /** Runs a task also when the threads are closed, since somebody waits for it. */
    private void forkAnyway(Runnable task) {
        try {
            forks.execute(task);
        } catch (RejectedExecutionException e) {
            Thread.ofVirtual().name("millrace-answer").start(task);
        }
    }

    @Override
    public void soon(Runnable task) {
        relay.add(task);
    }

    @Override
    public boolean isStrand() {
        return strand.get();
    }

    @Override
    public void watch(Duration longest, Consumer<Stall> slow) {
        long nanos = Math.max(TimeUnit.NANOSECONDS.convert(longest), TimeUnit.MILLISECONDS.toNanos(1));
        Thread.ofPlatform().daemon().name("millrace-watch").start(() -> {
            while (!forks.isShutdown()) {
                LockSupport.parkNanos(this, Math.min(nanos, TimeUnit.SECONDS.toNanos(1)) / 2);
                for (Worker worker : watched()) {
                    worker.look(nanos, slow);
                }
            }
        });
    }

    private synchronized List<Worker> watched() {
        return List.copyOf(workers);
    }

    /**
     * Lets the strands finish what they have, then ends them; what was forked is interrupted. The youngest ends first,
     * so that what it hands to an older one is still done. A strand that does not come back from one task is left behind.
     */
    @Override
    public synchronized void close() {
        forks.shutdownNow();
        // An interrupt must not leave strands behind: the store is closed after them.
        boolean interrupted = Thread.interrupted();
        for (Worker worker : workers.reversed()) {
            worker.finish();
            while (worker.thread.isAlive() && !worker.isBusyFor(PATIENCE_NANOS)) {
                try {
                    worker.thread.join(LOOK_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        try {
            forks.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A queue that anyone may add to and one thread takes from. The thread parks only when it has announced that it is
     * idle and then found the queue still empty, so an adder that sees no announcement need not wake it.
     */
    private final class Worker implements Strand, Runnable {
        private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
        private final Thread thread;
        private final String name;
        private volatile boolean idle;
        /** When the task that runs was begun; 0 while none runs. */
        private volatile long begun;
        /** The beginning of the last task that was reported as slow, and after how long it is reported again. */
        private long reported;

        private long again;

        private volatile boolean finished;

        Worker(String name) {
            this.name = name;
            thread = Thread.ofPlatform().daemon().name("millrace-" + name).unstarted(this);
        }

        @Override
        public void run(Runnable task) {
            queue.add(task);
            if (idle) {
                LockSupport.unpark(thread);
            }
        }

        /** A task that throws is a bug; it is shown, and the strand goes on, since others depend on it. */
        private void perform(Runnable task) {
            begun = System.nanoTime() | 1;
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            } finally {
                begun = 0;
            }
        }

        /** Called by the one thread that watches. */
        void look(long longest, Consumer<Stall> slow) {
            long since = begun;
            long lasted = System.nanoTime() - since;
            if (since != 0 && lasted > (since == reported ? again : longest)) {
                reported = since;
                again = 2 * lasted;
                slow.accept(new Stall(name, Duration.ofNanos(lasted)));
            }
        }

        /** Whether one task has taken so long already. */
        boolean isBusyFor(long nanos) {
            long since = begun;
            return since != 0 && System.nanoTime() - since > nanos;
        }

        void finish() {
            finished = true;
            LockSupport.unpark(thread);
        }

        @Override
        public void run() {
            strand.set(true);
            while (true) {
                Runnable task = queue.poll();
                if (task != null) {
                    perform(task);
                } else if (finished) {
                    return;
                } else {
                    idle = true;
                    if (queue.isEmpty() && !finished) {
                        LockSupport.park(this);
                    }
                    idle = false;
                }
            }
        }
    }
}
