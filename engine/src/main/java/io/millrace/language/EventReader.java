package io.millrace.language;

import io.millrace.data.In;

/**
 * Reads the events of a language without the process that they belong to, for those who look into a journal where the
 * code is not at hand. Found with {@link java.util.ServiceLoader}.
 */
public interface EventReader {
    /** The name of the language, as {@link Compiled#language} gives it. */
    String language();

    ProcessEvent read(In in);
}
