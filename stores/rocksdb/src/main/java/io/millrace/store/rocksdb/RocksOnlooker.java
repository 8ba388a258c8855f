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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Reads along with whoever writes a journal, or reads one that nobody holds. RocksDB keeps its own notes about the
 * reading in a temporary directory, so the journal's stays as it is.
 *
 * <p>A torn end of the log is not seen, as after a recovery. Damage elsewhere is found where it is read; whoever wants
 * to know about all of it opens the journal and verifies it.
 */
final class RocksOnlooker implements Onlooker {
    /** The one who writes may remove a file while we open it; then we open what is there now. */
    private static final int ATTEMPTS = 5;

    private final Path data;
    private final Path notes;
    private final Database database;

    private RocksOnlooker(Path data, Path notes, Database database) {
        this.data = data;
        this.notes = notes;
        this.database = database;
    }

    static RocksOnlooker open(Path directory) {
        Path data = JournalDirectory.dataOfExisting(directory);
        try {
            Path notes = Files.createTempDirectory("millrace-look");
            boolean opened = false;
            try {
                RocksOnlooker onlooker = new RocksOnlooker(data, notes, attempt(data, notes));
                opened = true;
                return onlooker;
            } finally {
                if (!opened) {
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
        try {
            database.rocks().tryCatchUpWithPrimary();
        } catch (RocksDBException e) {
            throw Failures.reading(data, e);
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        try {
            return database.get(table, key);
        } catch (RocksDBException e) {
            throw Failures.reading(data, e);
        }
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        try {
            database.scan(table, from, to, direction, visitor);
        } catch (RocksDBException e) {
            throw Failures.reading(data, e);
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
