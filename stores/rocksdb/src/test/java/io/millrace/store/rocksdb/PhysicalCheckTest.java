package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal with commits 1 to 20 in table files and 21 to 30 in the log. */
class PhysicalCheckTest {
    @TempDir
    Path journal = Path.of("");

    @BeforeEach
    void write() {
        try (RocksStore store = RocksStore.open(journal)) {
            Rows.write(store, 1, 20);
        }
        try (RocksStore store = RocksStore.open(journal)) {
            Rows.write(store, 21, 30);
        }
    }

    @Test
    void an_intact_journal_is_not_changed_by_the_check() throws IOException {
        List<Path> logs = files(".log");
        PhysicalCheck check = PhysicalCheck.of(journal);

        assertThat(check.damage()).isEmpty();
        assertThat(check.intact()).isTrue();
        assertThat(check.commits()).isEqualTo(30);
        assertThat(check.acknowledged()).isEqualTo(30);
        assertThat(check.files()).isEqualTo(files(".sst").size() + logs.size());
        assertThat(check.bytes()).isPositive();
        assertThat(files(".log")).isEqualTo(logs);
    }

    @Test
    void everything_that_is_damaged_is_reported_with_its_place() throws IOException {
        Path log = files(".log").getLast();
        truncate(log, Files.size(log) - 20);
        List<Path> tables = files(".sst");
        tables.forEach(PhysicalCheckTest::flip);

        PhysicalCheck check = PhysicalCheck.of(journal);

        assertThat(check.intact()).isFalse();
        assertThat(check.damage()).hasSize(1 + tables.size()).allSatisfy(problem -> assertThat(problem.code())
                .isEqualTo(Code.DAMAGED));
        assertThat(check.damage().getFirst().message())
                .contains(log.getFileName() + ", byte ")
                .contains("commits 30 to 30 are missing");
        for (int i = 0; i < tables.size(); i++) {
            assertThat(check.damage().get(i + 1).message()).contains(tables.get(i).getFileName().toString());
        }
    }

    @Test
    void a_removed_log_a_removed_table_and_a_removed_file_of_ours_are_reported() throws IOException {
        for (Path file : List.of(files(".log").getLast(), files(".sst").getFirst(), journal.resolve("acknowledged"))) {
            byte[] good = Files.readAllBytes(file);
            Files.delete(file);
            assertThat(PhysicalCheck.of(journal).damage()).as(file.toString()).hasSize(1);
            Files.write(file, good);
        }
        assertThat(PhysicalCheck.of(journal).intact()).isTrue();
    }

    @Test
    void a_journal_in_use_and_a_directory_that_is_none_are_not_checked() {
        try (RocksStore store = RocksStore.open(journal)) {
            assertThatThrownBy(() -> PhysicalCheck.of(journal))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is in use by this process");
            store.verify();
        }
        assertThatThrownBy(() -> PhysicalCheck.of(journal.resolve("none")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("it does not exist");
        assertThat(journal.resolve("none")).doesNotExist();
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
        }
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    private static void flip(Path file) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(20);
            int old = access.read();
            access.seek(20);
            access.write(old ^ 0x10);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
