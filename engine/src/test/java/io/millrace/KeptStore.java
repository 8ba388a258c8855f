package io.millrace;

import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import org.jspecify.annotations.Nullable;

/** A store in memory that outlives the engines on it. */
public class KeptStore implements Store {
    private final MemoryStore rows;
    private int closed;
    private volatile boolean failing;

    public KeptStore() {
        this(new MemoryStore());
    }

    public KeptStore(MemoryStore rows) {
        this.rows = rows;
    }

    /** The next commit fails as on a full disk. */
    public void failNext() {
        failing = true;
    }

    /** How often an engine has closed it. */
    public int closed() {
        return closed;
    }

    @Override
    public void commit(Batch batch) {
        if (failing) {
            failing = false;
            throw new StoreException(Code.DISK_FULL.with("simulated"));
        }
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
