package io.millrace.testkit;

import io.millrace.runtime.RealThreads;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Instant;

/**
 * The threads and the clock of an engine from its opening to its crash. When it is cut off, no task, no call and no
 * wake-up of the engine begins any more, as if the process had gone; what is just being done may come to its end, as a
 * write does that the disk already has.
 */
final class Life implements Threads, Time {
    private final Threads threads = new RealThreads();
    private final Time time;
    private volatile boolean over;

    Life(Time time) {
        this.time = time;
    }

    void cut() {
        over = true;
    }

    private Runnable whileItLasts(Runnable task) {
        return () -> {
            if (!over) {
                task.run();
            }
        };
    }

    @Override
    public Strand strand(String name) {
        Strand strand = threads.strand(name);
        return task -> strand.run(whileItLasts(task));
    }

    @Override
    public void fork(Runnable task) {
        if (!over) {
            threads.fork(whileItLasts(task));
        }
    }

    @Override
    public Instant now() {
        return time.now();
    }

    @Override
    public void wakeAt(Instant due, Runnable call) {
        if (!over) {
            time.wakeAt(due, whileItLasts(call));
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
