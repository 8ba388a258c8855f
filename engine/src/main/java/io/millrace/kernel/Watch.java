package io.millrace.kernel;

/** A wish to be called when something changes, until it is closed. */
public interface Watch extends AutoCloseable {
    @Override
    void close();
}
