package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.data.Out;

/** An event of a language: what was decided in its own terms. Only the language that recorded it can apply it. */
public interface ProcessEvent {
    /** The word for it in histories, past tense. */
    String kind();

    /** What happened, for people. */
    Data detail();

    /** Writes the form that {@link Compiled#readEvent} reads. */
    void write(Out out);
}
