package io.millrace.exchange;

import io.millrace.work.Participant;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Writes a log in one of the forms: root case by root case, each with its events in order. Confined to one thread. */
public interface LogWriter extends Closeable {
    /** Whether it wants events of a category. */
    boolean wants(LogEvent.Category category);

    /** Those who do work, as they are known when the log is written. */
    default void participants(List<Participant> all) {}

    void begin(LogCase root) throws IOException;

    /** An event of the root case that was begun, or of a case below it. */
    void event(LogEvent event) throws IOException;

    void end() throws IOException;

    /** Writes what comes after the last case. Without it the log is not complete. */
    void finish() throws IOException;

    /** How many characters could not be written and were replaced. */
    long replaced();

    /** Gives back what it holds; what it writes to stays open. */
    @Override
    void close() throws IOException;
}
