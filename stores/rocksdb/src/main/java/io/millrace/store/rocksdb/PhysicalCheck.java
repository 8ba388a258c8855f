package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * A check of the files of a journal: whether their bytes are intact and whether anything is missing. It does not interpret the rows. It
 * does not recover the journal or move commits, so that a damaged journal stays unchanged. Immutable.
 *
 * @param commits the number of the last commit, or 0 if it cannot be read
 * @param acknowledged the number of the last commit that was acknowledged, or 0 if it cannot be read
 * @param files how many files of the log and of tables were read
 * @param bytes the size of these files
 * @param damage all damage, each with its place; empty if the journal is intact
 */
public record PhysicalCheck(long commits, long acknowledged, int files, long bytes, List<Problem> damage) {
    private static final String TABLE_SUFFIX = ".sst";

    public PhysicalCheck {
        damage = List.copyOf(damage);
    }

    public boolean intact() {
        return damage.isEmpty();
    }

    /**
     * Checks a journal that no process holds, and locks it during the check.
     *
     * @throws StoreException if the directory is no journal, is in use, or cannot be read
     */
    public static PhysicalCheck of(Path directory) {
        JournalDirectory.dataOfExisting(directory);
        try (JournalDirectory held = JournalDirectory.hold(directory)) {
            return new Check(held).run();
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with(String.valueOf(e.getMessage())), e);
        }
    }

    /** A check under way: every step notes the damage that it finds, and the next one goes on. */
    private static final class Check {
        private final JournalDirectory directory;
        private final List<Problem> damage = new ArrayList<>();
        private long commits;
        private long acknowledged;

        Check(JournalDirectory directory) {
            this.directory = directory;
        }

        PhysicalCheck run() throws IOException {
            note(() -> {
                Acknowledged known = Acknowledged.open(directory.acknowledged());
                acknowledged = known.number();
                known.check(Manifest.current(directory.data()));
                completeness(known, WriteAheadLog.read(directory.data()));
            });
            int count = 0;
            long bytes = 0;
            for (Path file : files()) {
                count++;
                bytes += Files.size(file);
                if (file.toString().endsWith(TABLE_SUFFIX)) {
                    note(() -> table(file));
                }
            }
            return new PhysicalCheck(commits, acknowledged, count, bytes, damage);
        }

        private void completeness(Acknowledged known, WriteAheadLog log) throws RocksDBException {
            try (Database tables =
                    Database.openToRead(directory.data(), RocksSettings.standard(), EnumSet.allOf(Table.class))) {
                commits = tables.lastCommit();
                if (!log.covers(known)) {
                    log.refuseIfIncomplete(known, tables.oldestLog());
                }
                RocksStore.refuseIfMissing(log.end(), commits, acknowledged);
            }
        }

        private static void table(Path file) throws RocksDBException {
            try (Options options = new Options();
                    SstFileReader reader = new SstFileReader(options)) {
                reader.open(file.toString());
                reader.verifyChecksum();
            }
        }

        private List<Path> files() throws IOException {
            if (!Files.isDirectory(directory.data())) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(directory.data())) {
                return files.filter(file -> LogFile.isLog(file) || file.toString().endsWith(TABLE_SUFFIX))
                        .sorted()
                        .toList();
            }
        }

        private void note(Step step) throws IOException {
            Problem found = null;
            try {
                step.run();
            } catch (StoreException e) {
                found = e.problem();
            } catch (RocksDBException e) {
                found = Failures.opening(directory.data(), e).problem();
            }
            if (found != null && found.code() != Code.DAMAGED) {
                throw new StoreException(found);
            }
            if (found != null && !damage.contains(found)) {
                damage.add(found);
            }
        }
    }

    private interface Step {
        void run() throws IOException, RocksDBException;
    }
}
