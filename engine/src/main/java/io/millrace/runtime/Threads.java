package io.millrace.runtime;

/**
 * Who runs what: the only place from which the engine gets concurrency. A simulation gives strands that are stepped in
 * an order of its own choosing.
 */
public interface Threads extends AutoCloseable {
    /** A strand runs its tasks one after the other, in the order in which they were given. */
    interface Strand {
        void run(Runnable task);
    }

    Strand strand(String name);

    /** Runs a task that may block, such as a handler, beside everything else. */
    void fork(Runnable task);

    @Override
    void close();
}
