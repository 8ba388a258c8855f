package io.millrace.exchange;

import io.millrace.work.Participant;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Writes a log in one of the forms: root case by root case, each with its events in order. Confined to one thread. */
public interface LogWriter extends Closeable {
    /** Whether it wants events of a category. */
    boolean wants(LogEvent.Category category);

    /** Receives the participants that are known when the log is written. */
    default void participants(List<Participant> all) {}

    /** Begins a root case. */
    void begin(LogCase root) throws IOException;

    /** Writes an event of the current root case, or of one of its sub-cases. */
    void event(LogEvent event) throws IOException;

    /** Ends the current root case. */
    void end() throws IOException;

    /** Writes the end of the log. Without this call the log is not complete. */
    void finish() throws IOException;

    /** How many characters could not be written and were replaced. */
    long replaced();

    /** Releases its resources; the target stays open. */
    @Override
    void close() throws IOException;
}
