package io.millrace.store.rocksdb;

/**
 * Places in the store at which a test lets it fail, to show that a failure there leaves nothing open, held or in doubt.
 * Outside of tests nothing fails here.
 */
@FunctionalInterface
interface FaultPoint {
    FaultPoint NONE = place -> {};

    /** Where a failure may be thrown. */
    enum Place {
        DIRECTORY_HELD,
        NATIVE_OPENED,
        DATABASE_OPENED,
        STORE_MADE,
        BATCH_ENCODED,
        BATCH_WRITTEN,
        DATABASE_CLOSED
    }

    /** Returns, or throws what the test wants. */
    void pass(Place place);
}
