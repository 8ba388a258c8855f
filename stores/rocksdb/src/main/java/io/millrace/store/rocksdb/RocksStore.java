package io.millrace.store.rocksdb;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The store over RocksDB: one column family for each table, one write-ahead log for all of them. */
public final class RocksStore implements Store {
    private final Database database;
    private final EncodedBatch encoder;
    private final WriteOptions writeOptions;

    /** Shared by whoever uses the database, held alone by whoever closes it: native memory has no second line. */
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private boolean closed;
    private long lastCommit;

    private RocksStore(Path directory, RocksSettings settings) throws RocksDBException {
        database = new Database(directory, settings, true);
        encoder = new EncodedBatch(database.familyNumbers());
        writeOptions = new WriteOptions().setSync(settings.durability() == RocksSettings.Durability.POWER_FAILURE);
        lastCommit = 0;
    }

    /** Opens the journal in a directory, or makes a new one if the directory is empty or absent. */
    public static RocksStore open(Path directory) {
        return open(directory, RocksSettings.standard());
    }

    public static RocksStore open(Path directory, RocksSettings settings) {
        try {
            Files.createDirectories(directory);
            return new RocksStore(directory, settings);
        } catch (IOException e) {
            throw new StoreException(Code.UNWRITABLE.with(directory, Objects.toString(e.getMessage())), e);
        } catch (RocksDBException e) {
            throw new StoreException(Code.DAMAGED.with(directory, Objects.toString(e.getMessage())), e);
        }
    }

    @Override
    public void commit(Batch batch) {
        if (lock.getReadHoldCount() > 0) {
            throw new IllegalStateException("A visitor of a scan cannot commit.");
        }
        lock.readLock().lock();
        try {
            requireOpen();
            try (WriteBatch encoded = new WriteBatch(encoder.encode(lastCommit + 1, batch))) {
                database.rocks().write(writeOptions, encoded);
            }
            lastCommit++;
        } catch (RocksDBException e) {
            throw new StoreException(Code.STORE_FAILED.with(Objects.toString(e.getMessage())), e);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        lock.readLock().lock();
        try {
            requireOpen();
            return database.rocks().get(database.family(table), key);
        } catch (RocksDBException e) {
            throw new StoreException(Code.DAMAGED.with(table, Objects.toString(e.getMessage())), e);
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
        try (Slice lower = new Slice(from);
                @Nullable Slice upper = to == null ? null : new Slice(to);
                ReadOptions options = new ReadOptions()) {
            requireOpen();
            options.setIterateLowerBound(lower);
            if (upper != null) {
                options.setIterateUpperBound(upper);
            }
            try (RocksIterator rows = database.rocks().newIterator(database.family(table), options)) {
                show(rows, direction, visitor);
            }
        } catch (RocksDBException e) {
            throw new StoreException(Code.DAMAGED.with(table, Objects.toString(e.getMessage())), e);
        } finally {
            lock.readLock().unlock();
        }
    }

    private static void show(RocksIterator rows, Direction direction, Visitor visitor) throws RocksDBException {
        switch (direction) {
            case FORWARDS -> rows.seekToFirst();
            case BACKWARDS -> rows.seekToLast();
        }
        while (rows.isValid() && visitor.row(rows.key(), rows.value())) {
            switch (direction) {
                case FORWARDS -> rows.next();
                case BACKWARDS -> rows.prev();
            }
        }
        // An iterator that met damage is not valid, as if the rows had ended; only its status tells the difference.
        rows.status();
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                writeOptions.close();
                database.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The store is closed.");
        }
    }
}
