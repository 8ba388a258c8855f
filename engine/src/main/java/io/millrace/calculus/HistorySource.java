package io.millrace.calculus;

import io.millrace.journal.Store;
import org.jspecify.annotations.Nullable;

/** Where the rows of a {@link HistoryIndex} are read: an engine, a journal that nobody runs, or an index that was made in memory. */
public interface HistorySource {
    /**
     * Shows rows from a key (inclusive) to another (exclusive; null for the end) until the visitor has seen enough. Called from the
     * thread that asks.
     */
    void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor);

    /** The value of one row, or null. */
    byte @Nullable [] get(byte[] key);

    /** The first of the two by itself. */
    @FunctionalInterface
    interface Scan {
        void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor);
    }
}
