package io.millrace;

import io.millrace.language.Compiled;

/**
 * A process made of Java objects that can be found by its name: by scenarios, by {@code mill run}, by whoever asks
 * {@link java.util.ServiceLoader} for it.
 */
public interface ProcessProvider {
    /** The name by which it is asked for. */
    default String name() {
        return process().contract().name();
    }

    /** The process. */
    Compiled<?> process();

    /**
     * Gives an engine what the process needs beside its definition: handlers, programs, bound objects, participants,
     * further processes. Called whenever an engine is opened that runs the process, so after a restart, too.
     */
    default void equip(Millrace mill) {}
}
