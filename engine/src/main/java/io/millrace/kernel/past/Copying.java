package io.millrace.kernel.past;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;

/** Writes rows into another store, many to a commit. */
final class Copying implements AutoCloseable {
    private static final int BATCH_BYTES = 1 << 20;
    private static final int BATCH_ROWS = 20_000;

    private final Store to;
    private Batch batch = new Batch();

    Copying(Store to) {
        this.to = to;
    }

    void put(Table table, byte[] key, byte[] value) {
        batch.put(table, key, value);
        flushIfFull();
    }

    void delete(Table table, byte[] key) {
        batch.delete(table, key);
        flushIfFull();
    }

    private void flushIfFull() {
        if (batch.bytes() > BATCH_BYTES || batch.changes().size() > BATCH_ROWS) {
            close();
        }
    }

    /** Commits what is left. */
    @Override
    public void close() {
        if (!batch.isEmpty()) {
            to.commit(batch);
            batch = new Batch();
        }
    }
}
