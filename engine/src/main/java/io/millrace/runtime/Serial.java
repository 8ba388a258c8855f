package io.millrace.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after the other, in the order in which they were given, outside the engine's strands. Tasks wait in a bounded
 * queue; a forked task empties it and ends. Giving a task never waits. A task must not throw.
 */
final class Serial {
    private final Executor fork;
    private final int room;
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private boolean busy;
    private boolean ended;

    /** @param room how many tasks wait at most */
    Serial(Executor fork, int room) {
        this.fork = fork;
        this.room = room;
    }

    /** Takes a task; false when the queue is full or nothing runs any more. */
    boolean offer(Runnable task) {
        synchronized (this) {
            if (ended || queue.size() >= room) {
                return false;
            }
            queue.add(task);
            if (busy) {
                return true;
            }
            busy = true;
        }
        try {
            fork.execute(this::run);
            return true;
        } catch (RejectedExecutionException e) {
            // The threads are closed; nothing that waits here runs any more.
            end();
            return false;
        }
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = queue.poll();
        busy = task != null;
        return task;
    }

    /** Runs what waits on the caller's thread, unless a forked task is at it. */
    void flush() {
        synchronized (this) {
            if (busy) {
                return;
            }
            busy = true;
        }
        run();
    }

    /** Drops what waits and takes nothing more. */
    synchronized void end() {
        ended = true;
        queue.clear();
    }
}
