package io.millrace;

import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import org.jspecify.annotations.Nullable;

/** A store in memory that outlives the engines on it. */
public final class KeptStore implements Store {
    private final MemoryStore rows = new MemoryStore();
    private int closed;

    /** How often an engine has closed it. */
    public int closed() {
        return closed;
    }

    @Override
    public void commit(Batch batch) {
        rows.commit(batch);
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        return rows.get(table, key);
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        rows.scan(table, from, to, direction, visitor);
    }

    @Override
    public void close() {
        closed++;
    }
}
