package io.millrace.kernel;

import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import org.jspecify.annotations.Nullable;

/** Rows in memory that outlive the engines that are opened on them. */
public class Kept implements Store {
    private final MemoryStore rows;

    public Kept() {
        this(new MemoryStore());
    }

    public Kept(MemoryStore rows) {
        this.rows = rows;
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
    public void close() {}
}
