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
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(original.relativize(file).toString()));
            }
        }
        return target;
    }
}
