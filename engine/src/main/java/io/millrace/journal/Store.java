package io.millrace.journal;

import io.millrace.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Ordered tables of bytes. Keys sort as unsigned bytes.
 *
 * <p>Threads: any number of threads may read at the same time. A read sees whole batches only, and every batch whose {@link #commit}
 * returned before the read began. Only one thread at a time commits.
 */
public interface Store extends AutoCloseable {

    /**
     * Makes a batch durable: when this returns, the whole batch survives a crash of the process and of the machine.
     *
     * <p>If this throws an exception or an {@link Error}, the store must not acknowledge a later batch on top of a part of this one: before
     * it writes again it removes everything of this batch, and if it cannot, it refuses to write.
     *
     * @throws StoreException if it could not be written, or if a token of its {@link Batch#fence} is not current; then no part of it is
     *     visible now or after a restart
     */
    void commit(Batch batch);

    /** The value under a key, or null. */
    byte @Nullable [] get(Table table, byte[] key);

    /**
     * Passes the rows from {@code from} (inclusive) to {@code to} (exclusive; null for the end of the table) to a visitor, in ascending
     * order or backwards, until the visitor stops. One scan sees one state of the table. The visitor must not commit.
     *
     * <p>A scan may be slow over recently deleted rows. A caller that consumes rows from the front of a table should start its next scan
     * after the last row, not at the beginning.
     */
    void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor);

    /**
     * Removes deleted data physically, for example from table files and logs; a store that overwrites at once does nothing. This may take
     * long. Reads and commits continue in the meantime, and data that they delete may stay.
     *
     * @throws StoreException if this fails; no existing row is lost
     */
    default void scrub() {}

    /** What keeps the store from taking commits now, as far as it can be seen without one; null if nothing does. Reads may go on. */
    default @Nullable Problem problem() {
        return null;
    }

    /** Releases all resources. A second call does nothing. */
    @Override
    void close();

    /** Which end of a range a scan starts from. */
    enum Direction {
        /** In ascending order. */
        FORWARDS,
        /** In descending order. */
        BACKWARDS
    }

    /** Receives the rows of a scan one by one. */
    @FunctionalInterface
    interface Visitor {
        /** Returns whether to continue. The arrays belong to the visitor. */
        boolean row(byte[] key, byte[] value);
    }
}
