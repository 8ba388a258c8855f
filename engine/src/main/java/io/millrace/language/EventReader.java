package io.millrace.language;

import io.millrace.data.In;

/**
 * Reads the events of a language without their process, for readers of a journal that do not have the code. Found with {@link
 * java.util.ServiceLoader}.
 */
public interface EventReader {
    /** The name of the language, as {@link Compiled#language} gives it. */
    String language();

    /** Reads an event. */
    ProcessEvent read(In in);
}
