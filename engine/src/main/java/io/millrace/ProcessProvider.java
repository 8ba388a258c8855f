package io.millrace;

import io.millrace.language.Compiled;

/** Provides a process made of Java objects under a name, for scenarios, for {@code mill run}, and for {@link java.util.ServiceLoader}. */
public interface ProcessProvider {
    /** The name of the process. */
    default String name() {
        return process().contract().name();
    }

    /** The process. */
    Compiled<?> process();

    /**
     * Registers everything that the process needs in addition to its definition: handlers, programs, bound objects, participants, further
     * processes. Called whenever an engine is opened that runs the process, also after a restart.
     */
    default void equip(Millrace mill) {}
}
