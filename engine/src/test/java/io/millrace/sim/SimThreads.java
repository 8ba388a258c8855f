package io.millrace.sim;

import io.millrace.runtime.Threads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Strands and forks as queues; whoever holds the random numbers says which of them does its next task. */
final class SimThreads implements Threads {
    private final Random random;
    private final List<ArrayDeque<Runnable>> strands = new ArrayList<>();
    private final List<Runnable> forks = new ArrayList<>();
    private boolean over;

    SimThreads(Random random) {
        this.random = random;
    }

    @Override
    public Strand strand(String name) {
        ArrayDeque<Runnable> queue = new ArrayDeque<>();
        strands.add(queue);
        return queue::add;
    }

    @Override
    public void fork(Runnable task) {
        forks.add(task);
    }

    /** Takes the next task of a strand or a fork; null when there is none. */
    @Nullable
    Runnable next() {
        int ready = over ? 0 : forks.size();
        for (ArrayDeque<Runnable> strand : strands) {
            ready += over || strand.isEmpty() ? 0 : 1;
        }
        if (ready == 0) {
            return null;
        }
        int chosen = random.nextInt(ready);
        if (chosen < forks.size()) {
            return forks.remove(chosen);
        }
        chosen -= forks.size();
        for (ArrayDeque<Runnable> strand : strands) {
            if (!strand.isEmpty() && chosen-- == 0) {
                return strand.poll();
            }
        }
        throw new IllegalStateException("counted wrongly");
    }

    /** The process is gone: nothing of it runs any more. */
    @Override
    public void close() {
        over = true;
    }
}
