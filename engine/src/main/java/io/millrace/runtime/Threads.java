package io.millrace.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Who runs what: the only place from which the engine gets concurrency. A simulation gives strands that are stepped in
 * an order of its own choosing.
 */
public interface Threads extends AutoCloseable {
    /** A strand runs its tasks one after the other, in the order in which they were given. */
    interface Strand {
        /** Runs a task after those that were given before. */
        void run(Runnable task);
    }

    /** A strand of this name: its tasks run one after the other. */
    Strand strand(String name);

    /** Runs a task that may block, such as a handler, beside everything else. */
    void fork(Runnable task);

    /**
     * Runs a task that is short as a rule, beside everything else. Many of them cost less this way than by {@link #fork}; one that
     * blocks all the same holds up the others for a moment only.
     */
    default void soon(Runnable task) {
        fork(task);
    }

    /**
     * Calls back when a strand has been busy with one task for longer than this, and again whenever that time has doubled.
     * Threads that cannot see that, such as those of a simulation, never call.
     */
    default void watch(Duration longest, Consumer<Stall> slow) {}

    /** A strand that is busy with one task for a long time. */
    record Stall(String strand, Duration lasted) {}

    /**
     * Whether the current thread is a strand's: it must not wait for what strands do. Threads that cannot tell, such as those of
     * a simulation, say no.
     */
    default boolean isStrand() {
        return false;
    }

    @Override
    void close();
}
