package io.millrace.kernel;

import io.millrace.journal.StoreException;

/** Delivers messages a second time while the first delivery may be on its way. */
public final class Duplicates {
    private Duplicates() {}

    /** Delivers everything that the outbox holds now. */
    public static void deliver(Kernel kernel) {
        try {
            kernel.redeliver();
        } catch (StoreException e) {
            // Then there are no duplicates this time.
        }
    }
}
