package io.millrace.store.rocksdb;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.store.rocksdb.RocksSettings.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The store over RocksDB: one column family for each table, one write-ahead log for all of them.
 *
 * <p><b>Nothing acknowledged is missing.</b> Every commit has a number, one more than the commit before it, which is
 * the first row of its batch. The last number that was acknowledged is also kept outside of RocksDB, in
 * {@link Acknowledged}. When a journal is opened, {@link WriteAheadLog} reads the log before RocksDB may change
 * anything: a broken end is accepted, any other break is refused with its place; and if the recovered number is
 * smaller than the acknowledged one, the journal is refused with the numbers of the missing commits.
 *
 * <p><b>A failed commit is not there, now or later.</b> RocksDB makes a batch visible only after it wrote it to the
 * log, so after an error readers do not see it. But the log may hold a part of the record, or all of it if only the
 * wait for the disk failed, and the next recovery would bring it back after the caller was told that it failed. So the
 * log is cut behind the last good commit before the error is reported; cutting needs no room on a full disk. RocksDB
 * takes no further writes then, and goes on serving reads. The next commit that finds room closes it, cuts the log once
 * more (closing may have written what was still buffered) and opens it again. Should that fail, the database is opened
 * for reading only, and the commit after that tries again. What remains is a disk that fails to write and then fails to
 * cut: the error says so, and the commit may be there after a restart.
 *
 * <p><b>Closing is like dying.</b> Nothing is written out on {@link #close} that is not durable already; what is in the
 * log is recovered from it. So there is one way to open a journal, and it is tested by every test.
 */
public final class RocksStore implements Store {
    private final JournalDirectory directory;
    private final RocksSettings settings;
    private final Acknowledged acknowledged;
    private final DiskRoom room;
    private final EncodedBatch encoder;
    private final WriteOptions writeOptions;

    /** Shared by whoever uses the database, held alone by whoever closes it: freed memory must not be touched. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    /** Held by the one who commits, for what only a commit changes. */
    private final ReentrantLock committing = new ReentrantLock();

    private @Nullable Database database;
    private boolean closed;
    private boolean broken;
    private long lastCommit;

    private RocksStore(JournalDirectory directory, RocksSettings settings, Acknowledged acknowledged, Database database)
            throws IOException, RocksDBException {
        this.directory = directory;
        this.settings = settings;
        this.acknowledged = acknowledged;
        this.database = database;
        this.lastCommit = database.lastCommit();
        this.room = new DiskRoom(directory.data(), settings.reserveBytes());
        this.encoder = new EncodedBatch(database.familyNumbers());
        this.writeOptions = new WriteOptions().setSync(settings.durability() == Durability.POWER_FAILURE);
    }

    /** Opens the journal in a directory, or makes a new one if the directory is empty or absent. */
    public static RocksStore open(Path directory) {
        return open(directory, RocksSettings.standard());
    }

    /** Opens the journal in a directory, or makes a new one if the directory is empty or absent. */
    public static RocksStore open(Path directory, RocksSettings settings) {
        JournalDirectory held = JournalDirectory.hold(directory);
        boolean opened = false;
        try {
            RocksStore store = held.complete() ? openExisting(held, settings) : openNew(held, settings);
            opened = true;
            return store;
        } catch (IOException e) {
            throw JournalDirectory.unwritable(directory, e);
        } catch (RocksDBException e) {
            throw Failures.opening(held.data(), e);
        } finally {
            if (!opened) {
                held.close();
            }
        }
    }

    private static RocksStore openNew(JournalDirectory directory, RocksSettings settings)
            throws IOException, RocksDBException {
        Acknowledged acknowledged = Acknowledged.create(directory.acknowledged());
        refuseIfUsed(directory, acknowledged.number());
        Database database = Database.create(directory.data(), settings);
        boolean made = false;
        try {
            refuseIfUsed(directory, database.lastCommit());
            RocksStore store = new RocksStore(directory, settings, acknowledged, database);
            acknowledged.advance(Manifest.current(directory.data()));
            directory.completed();
            made = true;
            return store;
        } finally {
            if (!made) {
                database.close();
            }
        }
    }

    /** A journal without a format is one whose making did not come to its end; with commits, it is one that lost it. */
    private static void refuseIfUsed(JournalDirectory directory, long commits) {
        if (commits > 0) {
            throw new StoreException(Code.DAMAGED.with(directory.path().resolve("FORMAT"), "the file is missing"));
        }
    }

    private static RocksStore openExisting(JournalDirectory directory, RocksSettings settings)
            throws IOException, RocksDBException {
        Acknowledged acknowledged = Acknowledged.open(directory.acknowledged());
        acknowledged.check(Manifest.current(directory.data()));
        WriteAheadLog log = WriteAheadLog.read(directory.data());
        if (log.lastCommit() < acknowledged.number()) {
            // Either all commits are in table files, or some are nowhere. RocksDB knows; it must not recover to tell.
            try (Database tables = Database.openToRead(directory.data(), settings, EnumSet.of(Table.META))) {
                refuseIfMissing(log.end(), tables.lastCommit(), acknowledged.number());
            }
        }
        Database database = Database.open(directory.data(), settings);
        boolean complete = false;
        try {
            refuseIfMissing(log.end(), database.lastCommit(), Math.max(log.lastCommit(), acknowledged.number()));
            RocksStore store = new RocksStore(directory, settings, acknowledged, database);
            acknowledged.advance(store.lastCommit);
            acknowledged.advance(Manifest.current(directory.data()));
            complete = true;
            return store;
        } finally {
            if (!complete) {
                database.close();
            }
        }
    }

    private static void refuseIfMissing(String place, long found, long needed) {
        if (found < needed) {
            throw new StoreException(
                    Code.DAMAGED.with(place, "commits " + (found + 1) + " to " + needed + " are missing"));
        }
    }

    @Override
    public void commit(Batch batch) {
        if (use.getReadHoldCount() > 0) {
            throw new IllegalStateException("A visitor of a scan cannot commit.");
        }
        committing.lock();
        try {
            requireOpen();
            byte[] bytes = encoder.encode(lastCommit + 1, batch);
            if (room.require(bytes.length)) {
                rememberManifest();
            }
            if (broken) {
                reopen();
            }
            writeAnew(bytes);
            lastCommit++;
            if (settings.durability() == Durability.POWER_FAILURE) {
                acknowledged.advance(lastCommit);
            }
        } finally {
            committing.unlock();
        }
    }

    /** RocksDB appends to its manifest by itself, now and then; so it is looked at now and then. */
    private void rememberManifest() {
        try {
            acknowledged.advance(Manifest.current(directory.data()));
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with(String.valueOf(e.getMessage())), e);
        }
    }

    /**
     * Writes; and once more if a disk that has room is called full. RocksDB moves rows to table files by itself, and if
     * the disk was full when it did, it refuses what comes after until it is opened again.
     */
    private void writeAnew(byte[] bytes) {
        try {
            write(bytes);
        } catch (StoreException e) {
            if (e.problem().code() != Code.DISK_FULL || !room.has(bytes.length)) {
                throw e;
            }
            reopen();
            write(bytes);
        }
    }

    private void write(byte[] bytes) {
        // Only a commit changes which database there is, so a commit needs no share of the lock to use it.
        try (WriteBatch batch = new WriteBatch(bytes)) {
            required().rocks().write(writeOptions, batch);
        } catch (RocksDBException e) {
            broken = true;
            throw withdrawn(Failures.writing(directory.data(), e));
        }
    }

    /** The failure of a commit, of which nothing is left in the log. */
    private StoreException withdrawn(StoreException failure) {
        try {
            WriteAheadLog.cutAfter(directory.data(), lastCommit);
            return failure;
        } catch (IOException | StoreException e) {
            String text = "what a failed commit left in the log could not be removed: " + e.getMessage();
            StoreException uncertain = new StoreException(Code.STORE_FAILED.with(text), failure);
            uncertain.addSuppressed(e);
            return uncertain;
        }
    }

    /** Brings a database that takes no more writes back into use. */
    private void reopen() {
        use.writeLock().lock();
        try {
            if (database != null) {
                database.close();
                database = null;
            }
            WriteAheadLog.cutAfter(directory.data(), lastCommit);
            database = Database.open(directory.data(), settings);
            long found = database.lastCommit();
            refuseIfMissing(directory.data().toString(), found, lastCommit);
            if (found > lastCommit) {
                throw new StoreException(Code.STORE_FAILED.with("a commit that failed could not be taken back"));
            }
            broken = false;
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with(String.valueOf(e.getMessage())), e);
        } catch (RocksDBException e) {
            throw Failures.writing(directory.data(), e);
        } finally {
            if (database == null) {
                openToRead();
            }
            use.writeLock().unlock();
        }
    }

    /** Lets readers go on while commits are not possible. If not even that works, they are told so. */
    private void openToRead() {
        try {
            database = Database.openToRead(directory.data(), settings, EnumSet.allOf(Table.class));
        } catch (RocksDBException e) {
            database = null;
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        use.readLock().lock();
        try {
            requireOpen();
            return required().get(table, key);
        } catch (RocksDBException e) {
            throw Failures.reading(directory.data(), e);
        } finally {
            use.readLock().unlock();
        }
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        use.readLock().lock();
        try {
            requireOpen();
            required().scan(table, from, to, direction, visitor);
        } catch (RocksDBException e) {
            throw Failures.reading(directory.data(), e);
        } finally {
            use.readLock().unlock();
        }
    }

    /**
     * Reads everything that is stored and checks it against its checksums. Commits wait meanwhile.
     *
     * @throws StoreException with the place of the damage, if there is any
     */
    public void verify() {
        committing.lock();
        use.readLock().lock();
        try {
            requireOpen();
            WriteAheadLog.read(directory.data());
            required().rocks().verifyChecksum();
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with(String.valueOf(e.getMessage())), e);
        } catch (RocksDBException e) {
            throw Failures.reading(directory.data(), e);
        } finally {
            use.readLock().unlock();
            committing.unlock();
        }
    }

    @Override
    public void close() {
        if (use.getReadHoldCount() > 0) {
            throw new IllegalStateException("A visitor of a scan cannot close the store.");
        }
        committing.lock();
        use.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                release();
            }
        } finally {
            use.writeLock().unlock();
            committing.unlock();
        }
    }

    private void release() {
        try {
            if (database != null) {
                makeDurable(database);
                database.close();
                rememberManifest();
            }
        } finally {
            writeOptions.close();
            directory.close();
        }
    }

    /** Without a wait for the disk at each commit, there is one at the end. */
    private void makeDurable(Database open) {
        if (settings.durability() == Durability.PROCESS_END && !broken) {
            try {
                open.rocks().syncWal();
                acknowledged.advance(lastCommit);
            } catch (RocksDBException e) {
                open.close();
                throw Failures.writing(directory.data(), e);
            }
        }
    }

    private Database required() {
        if (database == null) {
            throw new StoreException(Code.STORE_FAILED.with("it could not be opened again after an error"));
        }
        return database;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The store is closed.");
        }
    }
}
