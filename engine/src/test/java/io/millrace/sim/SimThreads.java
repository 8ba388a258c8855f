package io.millrace.sim;

import io.millrace.runtime.Threads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Strands and forks as queues; whoever holds the random numbers says which of them does its next task. A task may let
 * others run while it is under way, as threads would: those of its own strand wait until it is done.
 */
final class SimThreads implements Threads {
    private static final class Queue {
        final String name;
        final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
        boolean busy;

        Queue(String name) {
            this.name = name;
        }

        boolean isReady() {
            return !busy && !tasks.isEmpty();
        }
    }

    private final Random random;
    private final List<Queue> strands = new ArrayList<>();
    private final List<Runnable> forks = new ArrayList<>();
    private @Nullable String current;
    private boolean over;

    SimThreads(Random random) {
        this.random = random;
    }

    @Override
    public Strand strand(String name) {
        Queue queue = new Queue(name);
        synchronized (this) {
            strands.add(queue);
        }
        return task -> {
            // A test may ask from a thread of its own.
            synchronized (this) {
                queue.tasks.add(task);
            }
        };
    }

    @Override
    public synchronized void fork(Runnable task) {
        forks.add(task);
    }

    /** The strand whose task runs now; null in a fork and outside of the engine. */
    @Nullable
    String current() {
        return current;
    }

    /** Takes the next task of a strand or a fork; null when there is none. */
    @Nullable
    synchronized Runnable next() {
        int ready = over ? 0 : forks.size();
        for (Queue strand : strands) {
            ready += !over && strand.isReady() ? 1 : 0;
        }
        if (ready == 0) {
            return null;
        }
        int chosen = random.nextInt(ready);
        if (chosen < forks.size()) {
            Runnable task = forks.remove(chosen);
            return () -> within(null, task);
        }
        chosen -= forks.size();
        for (Queue strand : strands) {
            if (strand.isReady() && chosen-- == 0) {
                return taken(strand);
            }
        }
        throw new IllegalStateException("counted wrongly");
    }

    /** Takes the next task of one strand; null when there is none or the strand is busy. */
    @Nullable
    synchronized Runnable nextOf(String name) {
        for (Queue strand : strands) {
            if (!over && strand.name.equals(name) && strand.isReady()) {
                return taken(strand);
            }
        }
        return null;
    }

    private Runnable taken(Queue strand) {
        Runnable task = strand.tasks.remove();
        return () -> {
            strand.busy = true;
            try {
                within(strand.name, task);
            } finally {
                strand.busy = false;
            }
        };
    }

    private void within(@Nullable String strand, Runnable task) {
        String before = current;
        current = strand;
        try {
            task.run();
        } finally {
            current = before;
        }
    }

    /** The process is gone: nothing of it runs any more. */
    @Override
    public void close() {
        over = true;
    }
}
