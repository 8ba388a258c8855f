package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of several files, of which one that is not the last is damaged. */
class LongLogTest {
    private static final RocksSettings SETTINGS = RocksSettings.standard().withWriteBufferBytes(4 << 20);

    @TempDir
    static Path original = Path.of("");

    @TempDir
    Path temporary = Path.of("");

    @BeforeAll
    static void writeOriginal() {
        try (RocksStore store = RocksStore.open(original, SETTINGS)) {
            for (long number = 1; number <= 56; number++) {
                store.commit(Rows.batch(number, 30_000));
            }
        }
    }

    @Test
    void an_undamaged_log_is_complete() throws IOException {
        Path journal = copy("journal");
        assertThat(logs(journal)).hasSizeGreaterThan(1);

        try (RocksStore store = RocksStore.open(journal, SETTINGS)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).hasSize(56);
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(56);
        }
    }

    @Test
    void a_removed_file_is_missed() throws IOException {
        for (Path log : logs(original)) {
            Path journal = copy("without-" + log.getFileName());
            Files.delete(journal.resolve("data").resolve(log.getFileName()));
            assertDamaged(journal);
        }
    }

    @Test
    void a_file_cut_at_the_end_of_a_record_is_missed() throws IOException {
        for (Path log : logs(original)) {
            Path journal = copy("cut-" + log.getFileName());
            LogFile whole = LogFile.read(log, Long.MAX_VALUE);
            long end = LogFile.read(log, whole.lastCommit() - 1).goodBytes();
            try (RandomAccessFile file = open(journal, log)) {
                file.setLength(end);
            }
            assertDamaged(journal);
        }
    }

    @Test
    void a_file_cut_at_the_end_of_any_record_is_missed() throws IOException {
        Path journal = copy("cut");
        for (Path log : logs(original)) {
            Path damaged = journal.resolve("data").resolve(log.getFileName());
            LogFile whole = LogFile.read(log, Long.MAX_VALUE);
            for (long commit = whole.firstCommit() - 1; commit < whole.lastCommit(); commit++) {
                long end = LogFile.read(log, commit).goodBytes();
                Files.write(damaged, Arrays.copyOf(Files.readAllBytes(log), (int) end));
                assertDamaged(journal);
            }
            Files.copy(log, damaged, StandardCopyOption.REPLACE_EXISTING);
        }
        RocksStore.open(journal, SETTINGS).close();
    }

    @Test
    void any_number_of_removed_files_is_missed() throws IOException {
        List<Path> logs = logs(original);
        for (int from = 0; from < logs.size(); from++) {
            for (int to = from + 1; to <= logs.size(); to++) {
                Path journal = copy("without-" + from + "-to-" + to);
                for (Path log : logs.subList(from, to)) {
                    Files.delete(journal.resolve("data").resolve(log.getFileName()));
                }
                assertDamaged(journal);
            }
        }
    }

    @Test
    void an_older_file_in_the_place_of_a_later_one_is_noticed() throws IOException {
        List<Path> logs = logs(original);
        for (int older = 0; older < logs.size(); older++) {
            for (int later = older + 1; later < logs.size(); later++) {
                Path journal = copy(older + "-as-" + later);
                Path replaced = journal.resolve("data").resolve(logs.get(later).getFileName());
                Files.copy(logs.get(older), replaced, StandardCopyOption.REPLACE_EXISTING);
                assertDamaged(journal);
            }
        }
    }

    @Test
    void a_log_from_before_the_journal_was_last_opened_is_not_taken_for_its_log() throws IOException {
        Path journal = copy("journal");
        try (RocksStore store = RocksStore.open(journal, SETTINGS)) {
            store.commit(Rows.batch(57, 100));
        }
        Path log = logs(journal).getLast();
        Path old = logs(original).getLast();
        Files.copy(old, log, StandardCopyOption.REPLACE_EXISTING);
        assertDamaged(journal);
        Files.delete(log);
        Files.copy(old, log.resolveSibling(old.getFileName()));
        assertDamaged(journal);
    }

    @Test
    void a_log_file_that_is_not_needed_any_more_may_be_there_or_not() throws IOException {
        Path journal = copy("journal");
        try (RocksStore store = RocksStore.open(journal, SETTINGS)) {
            store.commit(Rows.batch(57, 100));
        }
        for (Path log : logs(original)) {
            Files.copy(log, journal.resolve("data").resolve(log.getFileName()));
            Path other = temporary.resolve("with-" + log.getFileName());
            copy(journal, other);
            try (RocksStore store = RocksStore.open(other, SETTINGS)) {
                assertThat(Rows.numbers(store, Table.WORK)).hasSize(57);
            }
        }
    }

    @Test
    void a_journal_whose_rows_moved_to_tables_while_it_was_open_lacks_no_commit() throws IOException {
        Path journal = temporary.resolve("journal");
        // The log starts with commit 1, and its first files are not needed any more when the journal is closed.
        try (RocksStore store = RocksStore.open(journal, SETTINGS)) {
            for (long number = 1; number <= 300; number++) {
                store.commit(Rows.batch(number, 30_000));
            }
            store.verify();
        }
        assertThat(LogFile.read(logs(journal).getFirst(), Long.MAX_VALUE).firstCommit()).isGreaterThan(1);
        for (Path log : logs(journal)) {
            Path damaged = temporary.resolve("without-" + log.getFileName());
            copy(journal, damaged);
            Files.delete(damaged.resolve("data").resolve(log.getFileName()));
            assertDamaged(damaged);
        }
        try (RocksStore store = RocksStore.open(journal, SETTINGS)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).hasSize(300);
        }
    }

    @Test
    void a_file_cut_inside_a_record_is_missed() throws IOException {
        for (Path log : logs(original)) {
            Path journal = copy("torn-" + log.getFileName());
            try (RandomAccessFile file = open(journal, log)) {
                file.setLength(file.length() - 5);
            }
            assertDamaged(journal);
        }
    }

    @Test
    void a_flipped_bit_in_the_last_record_of_any_file_is_refused() throws IOException {
        for (Path log : logs(original)) {
            Path journal = copy("flipped-" + log.getFileName());
            try (RandomAccessFile file = open(journal, log)) {
                file.seek(file.length() - 5);
                int old = file.read();
                file.seek(file.length() - 5);
                file.write(old ^ 1);
            }
            assertDamaged(journal);
        }
    }

    private static RandomAccessFile open(Path journal, Path log) throws IOException {
        return new RandomAccessFile(journal.resolve("data").resolve(log.getFileName()).toFile(), "rw");
    }

    private static void assertDamaged(Path journal) {
        assertThatExceptionOfType(StoreException.class)
                .as(journal.toString())
                .isThrownBy(() -> RocksStore.open(journal, SETTINGS).close())
                .satisfies(e -> assertThat(e.problem().code()).as(e.getMessage()).isEqualTo(Code.DAMAGED));
    }

    /** The files of the log that hold commits. */
    private static List<Path> logs(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(".log") && file.toFile().length() > 0)
                    .sorted()
                    .toList();
        }
    }

    private Path copy(String name) throws IOException {
        Path target = temporary.resolve(name);
        copy(original, target);
        return target;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
