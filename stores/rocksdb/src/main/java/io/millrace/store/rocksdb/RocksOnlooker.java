package io.millrace.store.rocksdb;

import io.millrace.journal.Onlooker;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Reads along with whoever writes a journal, or reads one that nobody holds. RocksDB keeps its own notes about the
 * reading in a temporary directory, so the journal's stays as it is.
 *
 * <p><b>Nothing less is shown.</b> RocksDB shows an older state of a column family if a table of the newest is not there:
 * because it is lost, or because the one who writes has rewritten it since RocksDB read the manifest. It also stops reading
 * the log where a file was removed meanwhile because its rows are in tables. So a view counts only if it consists of exactly the tables
 * that the manifest names afterwards, and holds what was acknowledged before. Otherwise the onlooker opens the journal
 * again, and refuses it if the same is still missing.
 *
 * <p>A torn end of the log is not seen, as after a recovery. Other damage is found where it is read; whoever wants
 * to know about all of it opens the journal and verifies it.
 */
final class RocksOnlooker implements Onlooker {
    /** The one who writes may remove a file while we open it; then we open what is there now. */
    private static final int ATTEMPTS = 5;

    /** How often a view that is not whole is opened again while the one who writes goes on to change its tables. */
    private static final int MOST_LOOKS = 100;

    /** How often something has to be missing while the tables do not change to count as lost. */
    private static final int LOOKS_AT_A_LOSS = 5;

    private static final long PAUSE_MILLIS = 20;

    private final Path directory;
    private final Path data;
    private final Path notes;

    /** Shared by readers, held alone while the journal is opened again: freed memory must not be touched. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    private Database database;

    /** The manifest whose tables are all open. While it stays as it is, no file that is needed goes away. */
    private @Nullable Manifest seen;

    private RocksOnlooker(Path directory, Path data, Path notes, Database database) {
        this.directory = directory;
        this.data = data;
        this.notes = notes;
        this.database = database;
    }

    static RocksOnlooker open(Path directory) {
        Path data = JournalDirectory.dataOfExisting(directory);
        try {
            Path notes = Files.createTempDirectory("millrace-look");
            RocksOnlooker onlooker = null;
            boolean opened = false;
            try {
                long acknowledged = Acknowledged.numberIn(JournalDirectory.acknowledged(directory));
                onlooker = new RocksOnlooker(directory, data, notes, attempt(data, notes));
                onlooker.complete(acknowledged);
                opened = true;
                return onlooker;
            } finally {
                if (!opened) {
                    if (onlooker != null) {
                        onlooker.database.close();
                    }
                    remove(notes);
                }
            }
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with(String.valueOf(e.getMessage())), e);
        } catch (RocksDBException e) {
            throw Failures.opening(data, e);
        }
    }

    private static Database attempt(Path data, Path notes) throws RocksDBException {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return Database.openBeside(data, RocksSettings.standard(), notes);
            } catch (RocksDBException maybeMoved) {
                // Tried again; the last attempt says what is wrong.
            }
        }
        return Database.openBeside(data, RocksSettings.standard(), notes);
    }

    @Override
    public void catchUp() {
        if (use.getReadHoldCount() > 0) {
            throw new IllegalStateException("A visitor of a scan cannot catch up.");
        }
        try {
            long acknowledged = Acknowledged.numberIn(JournalDirectory.acknowledged(directory));
            follow();
            complete(acknowledged);
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with(String.valueOf(e.getMessage())), e);
        } catch (RocksDBException e) {
            throw Failures.reading(data, e);
        }
    }

    private void follow() throws RocksDBException {
        try {
            database.rocks().tryCatchUpWithPrimary();
        } catch (RocksDBException maybeMoved) {
            // RocksDB may have gone half of the way, and would not go it again.
            reopen();
        }
    }

    private void reopen() throws RocksDBException {
        Database fresh = attempt(data, notes);
        use.writeLock().lock();
        try {
            database.close();
        } finally {
            database = fresh;
            seen = null;
            use.writeLock().unlock();
        }
    }

    /** Opens the journal again until the view is whole, and refuses it if something stays away. */
    private void complete(long acknowledged) throws IOException, RocksDBException {
        Manifest before = null;
        int atALoss = 0;
        for (int look = 1; ; look++) {
            Manifest manifest = WriteAheadLog.whileFilesVanish(() -> Manifest.current(data));
            Set<Long> missing = missing(manifest);
            if (manifest.equals(seen) && database.lastCommit() >= acknowledged) {
                return;
            }
            // What is away while the manifest goes on may have been rewritten.
            atALoss = manifest.equals(before) ? atALoss + 1 : 0;
            before = manifest;
            if (atALoss == LOOKS_AT_A_LOSS) {
                RocksStore.refuseIfMissing(data.toString(), missing.isEmpty() ? database.lastCommit() : acknowledged, acknowledged);
                throw lost(missing);
            }
            if (look == MOST_LOOKS) {
                throw new StoreException(Code.STORE_FAILED.with("its tables change faster than they can be read"));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            reopen();
        }
    }

    /** The tables that the manifest names and that are not open; notes the manifest if it names what is open and nothing else. */
    private Set<Long> missing(Manifest manifest) throws IOException {
        if (manifest.equals(seen)) {
            return Set.of();
        }
        Set<Long> named = WriteAheadLog.whileFilesVanish(() -> Manifest.current(data).tables(database.openFamilies()));
        Set<Long> open = database.openTables();
        if (named.equals(open)) {
            seen = manifest;
        }
        named.removeAll(open);
        return named;
    }

    private StoreException lost(Set<Long> tables) {
        List<Path> files = tables.stream().map(number -> data.resolve("%06d.sst".formatted(number))).toList();
        return files.stream()
                .filter(file -> !Files.exists(file))
                .findFirst()
                .map(file -> new StoreException(Code.DAMAGED.with(file, "the file is missing")))
                .orElseGet(() -> new StoreException(
                        Code.DAMAGED.with(files.isEmpty() ? data : files.getFirst(), "it cannot be read as a table")));
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        use.readLock().lock();
        try {
            return database.get(table, key);
        } catch (RocksDBException e) {
            throw Failures.reading(data, e);
        } finally {
            use.readLock().unlock();
        }
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        use.readLock().lock();
        try {
            database.scan(table, from, to, direction, visitor);
        } catch (RocksDBException e) {
            throw Failures.reading(data, e);
        } finally {
            use.readLock().unlock();
        }
    }

    @Override
    public void close() {
        database.close();
        remove(notes);
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Notes that stay behind in the temporary directory harm nobody.
        }
    }
}
