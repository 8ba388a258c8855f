package io.millrace.journal;

/**
 * A store opened only to look, beside whoever holds the journal: it locks nothing and changes nothing. It shows what
 * was committed when it was opened or last caught up.
 */
public interface Onlooker extends Store {
    /** Shows what was committed meanwhile. */
    void catchUp();

    /** An onlooker does not commit. */
    @Override
    default void commit(Batch batch) {
        throw new UnsupportedOperationException("This store was opened only to look.");
    }
}
