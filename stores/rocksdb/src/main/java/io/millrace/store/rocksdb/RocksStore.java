package io.millrace.store.rocksdb;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
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
 * The store over RocksDB: one column family for each table, one write-ahead log for all of them. Threads may read concurrently; only one
 * thread at a time commits (see {@link Store}).
 *
 * <p><b>Nothing acknowledged is missing.</b> Every commit has a number, one more than the commit before it, which is
 * the first row of its batch. The last number that was acknowledged is also kept outside of RocksDB, in
 * {@link Acknowledged}. When a journal is opened, {@link WriteAheadLog} reads the log before RocksDB may change
 * anything: a broken end is accepted; any other break, a missing file and a gap between the numbers are refused with
 * their place; and if the recovered number is smaller than the acknowledged one, the journal is refused with the numbers
 * of the missing commits.
 *
 * <p><b>A failed commit is not there, now or later.</b> RocksDB makes a batch visible only after it wrote it to the log, so after an error
 * readers do not see it. But the log may contain a part of the record, or all of it if only the wait for the disk failed, and the next
 * recovery would restore it although the caller received an error. So the store truncates the log after the last good commit before it
 * reports the error; truncating needs no space on a full disk. RocksDB then takes no further writes, and continues to serve reads. The next
 * commit that finds enough space closes it, truncates the log once more (closing may have written buffered data) and opens it again. If
 * that fails, the store opens the database read-only, and the next commit tries again. If the disk fails to write and also to truncate, the
 * error states this, and the commit may exist after a restart.
 *
 * <p><b>Closing is like a crash.</b> {@link #close} writes nothing that is not durable already; the next start recovers from the log. So
 * there is only one way to open a journal, and every test tests it.
 */
public final class RocksStore implements Store {
    private final JournalDirectory directory;
    private final RocksSettings settings;
    private final Acknowledged acknowledged;
    private final DiskRoom room;
    private final EncodedBatch encoder;
    private final WriteOptions writeOptions;
    private final FaultPoint faults;

    /** Shared by whoever uses the database, held alone by whoever closes it: freed memory must not be touched. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    /** Held by the one who commits, for what only a commit changes. */
    private final ReentrantLock committing = new ReentrantLock();

    private @Nullable Database database;
    private boolean closed;

    /** Whether it is not certain what the log holds, or RocksDB takes no more writes. The next commit opens it again. */
    private boolean broken;

    private long lastCommit;

    private RocksStore(
            JournalDirectory directory,
            RocksSettings settings,
            Acknowledged acknowledged,
            Database database,
            FaultPoint faults)
            throws IOException, RocksDBException {
        this.directory = directory;
        this.settings = settings;
        this.acknowledged = acknowledged;
        this.database = database;
        this.faults = faults;
        this.lastCommit = database.lastCommit();
        this.room = new DiskRoom(directory.data(), settings.reserveBytes());
        this.encoder = new EncodedBatch(database.familyNumbers());
        this.writeOptions = new WriteOptions().setSync(settings.durability() == Durability.POWER_FAILURE);
    }

    /** Opens the journal in a directory, or creates a new one if the directory is empty or absent. */
    public static RocksStore open(Path directory) {
        return open(directory, RocksSettings.standard());
    }

    /** Opens the journal in a directory, or creates a new one if the directory is empty or absent. */
    public static RocksStore open(Path directory, RocksSettings settings) {
        return open(directory, settings, FaultPoint.NONE);
    }

    /** Whatever is thrown, the directory is released and can be opened again at once. */
    static RocksStore open(Path directory, RocksSettings settings, FaultPoint faults) {
        JournalDirectory held = JournalDirectory.hold(directory);
        boolean opened = false;
        try {
            faults.pass(FaultPoint.Place.DIRECTORY_HELD);
            RocksStore store = held.complete() ? openExisting(held, settings, faults) : openNew(held, settings, faults);
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

    private static RocksStore openNew(JournalDirectory directory, RocksSettings settings, FaultPoint faults)
            throws IOException, RocksDBException {
        Acknowledged acknowledged = Acknowledged.create(directory.acknowledged());
        refuseIfUsed(directory, acknowledged.number());
        if (Manifest.exists(directory.data())) {
            acknowledged.check(Manifest.current(directory.data()));
        }
        Database database = Database.create(directory.data(), settings, faults);
        RocksStore store = null;
        boolean made = false;
        try {
            faults.pass(FaultPoint.Place.DATABASE_OPENED);
            refuseIfUsed(directory, database.lastCommit());
            store = new RocksStore(directory, settings, acknowledged, database, faults);
            store.begin();
            directory.completed();
            faults.pass(FaultPoint.Place.STORE_MADE);
            made = true;
            return store;
        } finally {
            if (!made) {
                abandon(store, database);
            }
        }
    }

    /** A journal without a format is one whose making did not come to its end; with commits, it is one that lost it. */
    private static void refuseIfUsed(JournalDirectory directory, long commits) {
        if (commits > 0) {
            throw new StoreException(Code.DAMAGED.with(directory.path().resolve("FORMAT"), "the file is missing"));
        }
    }

    private static RocksStore openExisting(JournalDirectory directory, RocksSettings settings, FaultPoint faults)
            throws IOException, RocksDBException {
        Acknowledged acknowledged = Acknowledged.open(directory.acknowledged());
        acknowledged.check(Manifest.current(directory.data()));
        WriteAheadLog log = WriteAheadLog.read(directory.data());
        if (!log.covers(acknowledged)) {
            // Either the other commits are in table files, or some are nowhere. RocksDB knows; it must not recover to tell.
            try (Database tables = Database.openToRead(directory.data(), settings, EnumSet.of(Table.META))) {
                log.refuseIfIncomplete(acknowledged, tables.oldestLog());
                refuseIfMissing(log.end(), tables.lastCommit(), acknowledged.number());
            }
        }
        log.cutBrokenEnds();
        acknowledged.logWillBeginAfter(Math.max(log.lastCommit(), acknowledged.number()));
        Database database = Database.open(directory.data(), settings, faults);
        RocksStore store = null;
        boolean complete = false;
        try {
            faults.pass(FaultPoint.Place.DATABASE_OPENED);
            refuseIfMissing(log.end(), database.lastCommit(), Math.max(log.lastCommit(), acknowledged.number()));
            store = new RocksStore(directory, settings, acknowledged, database, faults);
            store.begin();
            faults.pass(FaultPoint.Place.STORE_MADE);
            complete = true;
            return store;
        } finally {
            if (!complete) {
                abandon(store, database);
            }
        }
    }

    /** Remembers what an open database holds. Recovery has moved every commit to table files, so the log begins anew. */
    private void begin() throws IOException {
        acknowledged.advance(lastCommit);
        acknowledged.advance(Manifest.current(directory.data()));
        acknowledged.logBeginsAfter(lastCommit);
    }

    private static void abandon(@Nullable RocksStore store, Database database) {
        try (database) {
            if (store != null) {
                store.writeOptions.close();
            }
        }
    }

    static void refuseIfMissing(String place, long found, long needed) {
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
            faults.pass(FaultPoint.Place.BATCH_ENCODED);
            if (room.require(bytes.length)) {
                rememberManifest();
            }
            if (broken) {
                reopen();
            }
            batch.fence().check(key -> get(Table.META, key));
            writeAnew(bytes);
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

    /**
     * Writes the next commit and acknowledges it. Whatever is thrown from here, an error of the virtual machine as well,
     * the commit counts as failed: it is taken back, and the database is opened again before the next one.
     */
    private void write(byte[] bytes) {
        // Only a commit changes which database there is, so a commit needs no share of the lock to use it.
        Database open = required();
        broken = true;
        boolean visible = false;
        try (WriteBatch batch = new WriteBatch(bytes)) {
            open.rocks().write(writeOptions, batch);
            visible = true;
            faults.pass(FaultPoint.Place.BATCH_WRITTEN);
            if (settings.durability() == Durability.POWER_FAILURE) {
                acknowledged.advance(lastCommit + 1);
            }
            lastCommit++;
            broken = false;
        } catch (RocksDBException e) {
            throw withdrawn(Failures.writing(directory.data(), e));
        } catch (RuntimeException | Error e) {
            takeBack(visible, e);
            throw e;
        }
    }

    /** Removes a commit of which it is not certain how far it came, as far as that is possible now. */
    private void takeBack(boolean visible, Throwable cause) {
        try {
            if (visible) {
                // Readers see the commit. Opening the database again takes it away from them, and from the log.
                reopen();
            } else {
                WriteAheadLog.cutAfter(directory.data(), lastCommit);
            }
        } catch (IOException | RuntimeException | Error e) {
            cause.addSuppressed(e);
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

    /** Brings a database that takes no more writes, or of which not everything is certain, back into use. */
    private void reopen() {
        use.writeLock().lock();
        try {
            broken = true;
            closeDatabase();
            faults.pass(FaultPoint.Place.DATABASE_CLOSED);
            WriteAheadLog.cutAfter(directory.data(), lastCommit);
            acknowledged.logWillBeginAfter(lastCommit);
            database = Database.open(directory.data(), settings, faults);
            long found = database.lastCommit();
            refuseIfMissing(directory.data().toString(), found, lastCommit);
            if (found > lastCommit) {
                throw new StoreException(Code.STORE_FAILED.with("a commit that failed could not be taken back"));
            }
            begin();
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

    /** Closes the database; nobody uses it afterwards, even if closing fails. */
    private void closeDatabase() {
        Database open = database;
        database = null;
        if (open != null) {
            open.close();
        }
    }

    /**
     * Lets readers go on while commits are not possible. They must not see what is left of a failed commit, so the log is
     * cut before. If not even that works, reads fail until a commit works.
     */
    private void openToRead() {
        try {
            WriteAheadLog.cutAfter(directory.data(), lastCommit);
            database = Database.openToRead(directory.data(), settings, EnumSet.allOf(Table.class));
        } catch (IOException | StoreException | RocksDBException e) {
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
     * Reads everything that is stored and checks it against its checksums, and the log against the numbers of its commits. Commits wait
     * during the check. {@link PhysicalCheck} does it for a journal that no process holds.
     *
     * @throws StoreException with the place of the damage, if there is any
     */
    public void verify() {
        committing.lock();
        use.readLock().lock();
        try {
            requireOpen();
            verifyLog(required());
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

    /**
     * Moves all rows to table files and rewrites these, the lowest level included, where deleted rows would stay longest. When the rows are
     * in tables, RocksDB removes the log files they were in. The manifest contains the first and the last key of every table file since the
     * database was opened, so at the end the store opens the database again, which starts a new manifest.
     */
    @Override
    public void scrub() {
        if (use.getReadHoldCount() > 0) {
            throw new IllegalStateException("A visitor of a scan cannot scrub the store.");
        }
        use.readLock().lock();
        try {
            requireOpen();
            required().scrub();
        } catch (RocksDBException e) {
            throw Failures.writing(directory.data(), e);
        } finally {
            use.readLock().unlock();
        }
        committing.lock();
        try {
            requireOpen();
            makeDurable(required());
            reopen();
        } finally {
            committing.unlock();
        }
    }

    @Override
    public @Nullable Problem problem() {
        return room.problem();
    }

    /** RocksDB may move rows to tables meanwhile and need fewer files afterwards; then the log is read again. */
    private void verifyLog(Database open) throws IOException, RocksDBException {
        long oldest;
        WriteAheadLog log;
        do {
            oldest = open.oldestLog();
            log = WriteAheadLog.whileFilesVanish(() -> WriteAheadLog.read(directory.data()));
        } while (oldest != open.oldestLog());
        if (!log.covers(acknowledged)) {
            log.refuseIfIncomplete(acknowledged, oldest);
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
                closeDatabase();
                rememberManifest();
            }
        } finally {
            try (directory;
                    writeOptions) {
                closeDatabase();
            }
        }
    }

    /** Without a wait for the disk at each commit, there is one at the end. */
    private void makeDurable(Database open) {
        if (settings.durability() == Durability.PROCESS_END && !broken) {
            try {
                open.rocks().syncWal();
                acknowledged.advance(lastCommit);
            } catch (RocksDBException e) {
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
