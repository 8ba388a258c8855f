package io.millrace.journal;

import org.jspecify.annotations.Nullable;

/**
 * Ordered tables of bytes. Keys sort as unsigned bytes.
 *
 * <p>Reads may come from any thread and see whole batches only, every batch whose {@link #commit} returned before the
 * read began. Commits come from one thread at a time.
 */
public interface Store extends AutoCloseable {

    /**
     * Makes a batch durable: when this returns, all of it survives the end of the process and of the machine.
     *
     * <p>Whatever is thrown, an {@link Error} as well, no later batch is acknowledged over a part of this one: before the
     * store writes again it makes sure that nothing of this batch is left, and if it cannot, it refuses.
     *
     * @throws StoreException if it could not be written, or if a token of its {@link Batch#fence} is not current; then
     *     none of it is visible now or after a restart
     */
    void commit(Batch batch);

    /** The value under a key, or null. */
    byte @Nullable [] get(Table table, byte[] key);

    /**
     * Shows the rows from {@code from} (inclusive) to {@code to} (exclusive; null for the end of the table) in
     * ascending order, or the same rows from the end backwards, until the visitor has seen enough. One scan sees one
     * state of the table. The visitor must not commit.
     *
     * <p>What was deleted lately may still cost a scan time where it lay. Whoever takes rows from the front of a table
     * starts its next scan behind the last one it took, not at the beginning.
     */
    void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor);

    /**
     * Removes what was deleted from wherever it is still written, such as table files and logs; a store that overwrites at once has
     * nothing to do. It may take long. Reads and commits go on meanwhile, and what they delete may stay.
     *
     * @throws StoreException if that could not be done; nothing that is there is lost
     */
    default void scrub() {}

    /** Releases everything the store holds. Closing twice is harmless. */
    @Override
    void close();

    /** Which end of a range a scan starts from. */
    enum Direction {
        FORWARDS,
        BACKWARDS
    }

    /** Takes the rows of a scan one by one. */
    @FunctionalInterface
    interface Visitor {
        /** Returns whether to go on. The arrays belong to the visitor. */
        boolean row(byte[] key, byte[] value);
    }
}
