package io.millrace.journal;

/**
 * A store opened read-only, possibly while another process holds the journal: it takes no lock and changes nothing. It shows the state at
 * the time when it was opened or last caught up.
 */
public interface Onlooker extends Store {
    /** Refreshes the view to the commits made since. */
    void catchUp();

    /** Not supported: an onlooker is read-only. */
    @Override
    default void commit(Batch batch) {
        throw new UnsupportedOperationException("This store was opened only to look.");
    }
}
