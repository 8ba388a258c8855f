package io.millrace.journal;

import io.millrace.problem.Code;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory: ordered maps behind one lock. Its data is lost when it is closed. Safe for use by several threads.
 *
 * <p>A commit holds the lock exclusively and a read holds it shared, so every read sees whole batches and every scan one state. The store
 * returns copies of values: a reader may change them.
 */
public final class MemoryStore implements Store {
    private final Map<Table, NavigableMap<byte[], byte[]>> tables = new EnumMap<>(Table.class);
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private boolean closed;

    /** Whether a part of a batch was applied and the rest was not; then the rows are of no use any more. */
    private boolean broken;

    /** An empty store. */
    public MemoryStore() {
        for (Table table : Table.values()) {
            tables.put(table, new TreeMap<>(Arrays::compareUnsigned));
        }
    }

    @Override
    public void commit(Batch batch) {
        if (lock.getReadHoldCount() > 0) {
            throw new IllegalStateException("A visitor of a scan cannot commit.");
        }
        lock.writeLock().lock();
        try {
            requireOpen();
            batch.fence().check(rows(Table.META)::get);
            broken = true;
            for (Batch.Change change : batch.changes()) {
                apply(change);
            }
            broken = false;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void apply(Batch.Change change) {
        NavigableMap<byte[], byte[]> rows = rows(change.table());
        switch (change) {
            case Batch.Put put -> rows.put(put.key(), put.value());
            case Batch.Delete delete -> rows.remove(delete.key());
            case Batch.DeleteRange range -> {
                if (Arrays.compareUnsigned(range.from(), range.to()) < 0) {
                    rows.subMap(range.from(), true, range.to(), false).clear();
                }
            }
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        lock.readLock().lock();
        try {
            requireOpen();
            byte[] value = rows(table).get(key);
            return value == null ? null : value.clone();
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        if (to != null && Arrays.compareUnsigned(from, to) >= 0) {
            return;
        }
        lock.readLock().lock();
        try {
            requireOpen();
            NavigableMap<byte[], byte[]> rows = rows(table);
            NavigableMap<byte[], byte[]> range =
                    to == null ? rows.tailMap(from, true) : rows.subMap(from, true, to, false);
            NavigableMap<byte[], byte[]> ordered =
                    switch (direction) {
                        case FORWARDS -> range;
                        case BACKWARDS -> range.descendingMap();
                    };
            for (Map.Entry<byte[], byte[]> row : ordered.entrySet()) {
                if (!visitor.row(row.getKey().clone(), row.getValue().clone())) {
                    return;
                }
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Removes every row. */
    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            closed = true;
            tables.values().forEach(Map::clear);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private NavigableMap<byte[], byte[]> rows(Table table) {
        NavigableMap<byte[], byte[]> rows = tables.get(table);
        if (rows == null) {
            throw new IllegalArgumentException("No rows for table " + table);
        }
        return rows;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The store is closed.");
        }
        if (broken) {
            throw new StoreException(Code.STORE_FAILED.with("an earlier commit failed halfway, and memory keeps no log"));
        }
    }
}
