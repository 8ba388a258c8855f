package io.millrace.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/** The source of all threads of an engine. A simulation provides strands that it steps in an order of its own. */
public interface Threads extends AutoCloseable {
    /** A strand runs its tasks one after the other, in the order in which they were given. */
    interface Strand {
        /** Runs a task after those that were given before. */
        void run(Runnable task);
    }

    /** A strand of this name: its tasks run one after the other. */
    Strand strand(String name);

    /** Runs a task that may block, such as a handler, on a thread of its own. */
    void fork(Runnable task);

    /**
     * Runs a task that is usually short, concurrently. Many such tasks cost less than with {@link #fork}; a task that blocks delays the
     * others only for a moment.
     */
    default void soon(Runnable task) {
        fork(task);
    }

    /**
     * Calls back when a strand has been busy with one task for longer than this, and again whenever that time has doubled. Threads that
     * cannot detect this, such as those of a simulation, never call back.
     */
    default void watch(Duration longest, Consumer<Stall> slow) {}

    /** A strand that is busy with one task for a long time. */
    record Stall(String strand, Duration lasted) {}

    /**
     * Whether the current thread belongs to a strand; such a thread must not wait for strands. Threads that cannot tell, such as those of a
     * simulation, return false.
     */
    default boolean isStrand() {
        return false;
    }

    @Override
    void close();
}
