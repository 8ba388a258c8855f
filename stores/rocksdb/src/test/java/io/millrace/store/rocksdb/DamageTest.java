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
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** A journal with commits 1 to 500 in table files and 501 to 1000 in the log, to which something happens. */
class DamageTest {
    @TempDir
    static Path original = Path.of("");

    @TempDir
    Path temporary = Path.of("");

    private Path journal = Path.of("");

    @BeforeAll
    static void writeOriginal() {
        try (RocksStore store = RocksStore.open(original)) {
            Rows.write(store, 1, 500);
        }
        try (RocksStore store = RocksStore.open(original)) {
            Rows.write(store, 501, 1000);
        }
    }

    @BeforeEach
    void copyOriginal() throws IOException {
        journal = copy("journal");
    }

    @Test
    void an_undamaged_journal_is_complete_and_verifies() {
        try (RocksStore store = RocksStore.open(journal)) {
            store.verify();
            assertThat(Rows.numbers(store, Table.WORK))
                    .isEqualTo(LongStream.rangeClosed(1, 1000).boxed().toList());
        }
    }

    @Test
    void a_log_that_was_cut_is_refused_with_the_missing_commits_and_left_as_it_is() throws IOException {
        Path log = log();
        truncate(log, Files.size(log) / 2);
        Map<String, Long> before = sizes();

        StoreException refusal = refusal(() -> RocksStore.open(journal).close());

        assertThat(refusal.problem().code()).isEqualTo(Code.DAMAGED);
        assertThat(refusal)
                .hasMessageContaining(log.getFileName() + ", byte ")
                .hasMessageContaining("to 1000 are missing");
        assertThat(sizes()).isEqualTo(before);
    }

    @Test
    void a_log_that_was_cut_at_the_end_of_a_record_is_refused() throws IOException {
        long end = LogFile.read(log(), 999).goodBytes();
        truncate(log(), end);

        assertThat(refusal(() -> RocksStore.open(journal).close()))
                .hasMessageContaining("commits 1000 to 1000 are missing");
    }

    @Test
    void an_emptied_log_is_refused() throws IOException {
        truncate(log(), 0);

        assertThat(refusal(() -> RocksStore.open(journal).close()))
                .hasMessageContaining("commits 501 to 1000 are missing");
    }

    @Test
    void a_removed_log_is_refused() throws IOException {
        Files.delete(log());

        assertThat(refusal(() -> RocksStore.open(journal).close()).problem().code()).isEqualTo(Code.DAMAGED);
    }

    @Test
    void a_torn_record_of_a_commit_that_was_not_acknowledged_is_dropped() throws IOException {
        long end = LogFile.read(log(), 999).goodBytes();
        truncate(log(), end + 40);
        Acknowledged.open(journal.resolve("acknowledged")).advance(999);

        try (RocksStore store = RocksStore.open(journal)) {
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(999);
            Rows.write(store, 1000, 1001);
        }
        try (RocksStore store = RocksStore.open(journal)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).hasSize(1001);
        }
    }

    @Test
    void a_garbled_record_of_a_commit_that_was_not_acknowledged_is_dropped_if_it_is_the_last() throws IOException {
        long end = LogFile.read(log(), 999).goodBytes();
        flip(log(), end + 60);
        Acknowledged.open(journal.resolve("acknowledged")).advance(999);

        try (RocksStore store = RocksStore.open(journal)) {
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(999);
        }
    }

    @Test
    void a_long_record_that_lost_some_of_its_middle_is_dropped_if_it_was_not_acknowledged() throws IOException {
        Path other = temporary.resolve("other");
        try (RocksStore store = RocksStore.open(other)) {
            Rows.write(store, 1, 3);
            store.commit(Rows.batch(4, 200_000));
        }
        journal = other;
        // A disk writes the sectors of a record in any order: the end of this one is there and a part before it is not.
        flip(log(), LogFile.read(log(), 3).goodBytes() + 40_000);
        Acknowledged.open(other.resolve("acknowledged")).advance(3);

        try (RocksStore store = RocksStore.open(other)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(List.of(1L, 2L, 3L));
            Rows.write(store, 4, 5);
        }
        try (RocksStore store = RocksStore.open(other)) {
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(5);
        }
    }

    @Test
    void a_broken_end_of_a_log_file_is_dropped_although_a_table_has_rows_from_behind_it() throws Exception {
        Path data = journal.resolve("data");
        try (Database database = Database.open(data, RocksSettings.standard());
                WriteOptions written = new WriteOptions().setSync(true);
                FlushOptions flushed = new FlushOptions()) {
            EncodedBatch encoder = new EncodedBatch(database.familyNumbers());
            for (long number = 1001; number <= 1010; number++) {
                try (WriteBatch batch = new WriteBatch(encoder.encode(number, Rows.batch(number, 100)))) {
                    database.rocks().write(written, batch);
                }
            }
            database.rocks().flush(flushed, database.family(Table.META));
        }
        Acknowledged acknowledged = Acknowledged.open(journal.resolve("acknowledged"));
        acknowledged.advance(1010);
        acknowledged.logBeginsAfter(1000);
        // RocksDB leaves such an end when a disk that was full has room again, and it goes on in another file.
        Files.write(log(), new byte[] {1, 2, 3, 4, 50, 0, 1, 5, 6}, StandardOpenOption.APPEND);

        try (RocksStore store = RocksStore.open(journal)) {
            store.verify();
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(1010);
        }
    }

    @Test
    void a_flipped_bit_in_the_log_is_refused_with_its_place_wherever_it_is() throws IOException {
        Path log = log();
        byte[] good = Files.readAllBytes(log);
        for (long at = 3; at < good.length; at += good.length / 23) {
            flip(log, at);
            StoreException refusal = refusal(() -> RocksStore.open(journal).close());
            assertThat(refusal.problem().code()).as("byte %s", at).isEqualTo(Code.DAMAGED);
            assertThat(refusal).as("byte %s", at).hasMessageContaining(log.getFileName() + ", byte ");
            Files.write(log, good);
        }
        RocksStore.open(journal).close();
    }

    @Test
    void a_flipped_bit_in_the_log_is_refused_even_if_the_acknowledged_number_lags() throws IOException {
        flip(log(), Files.size(log()) / 2);
        Acknowledged.open(journal.resolve("acknowledged")).advance(500);

        assertThat(refusal(() -> RocksStore.open(journal).close())).hasMessageContaining("does not fit its checksum");
    }

    @Test
    void a_flipped_bit_in_a_table_file_is_refused_when_opened_read_or_verified() throws IOException {
        for (Path table : files(".sst")) {
            byte[] good = Files.readAllBytes(table);
            flip(table, 20);
            StoreException refusal = refusal(() -> {
                try (RocksStore store = RocksStore.open(journal)) {
                    store.verify();
                }
            });
            assertThat(refusal.problem().code()).isEqualTo(Code.DAMAGED);
            assertThat(refusal).hasMessageContaining(table.getFileName().toString());
            if (Files.exists(table)) {
                Files.write(table, good);
            }
        }
    }

    @Test
    void a_flipped_bit_in_a_table_file_fails_the_read_that_meets_it() throws IOException {
        Path largest = files(".sst").stream()
                .max(Comparator.comparingLong(DamageTest::size))
                .orElseThrow();
        flip(largest, 20);

        StoreException refusal = refusal(() -> {
            try (RocksStore store = RocksStore.open(journal)) {
                Rows.numbers(store, Table.EVENTS);
                Rows.numbers(store, Table.WORK);
            }
        });
        assertThat(refusal.problem().code()).isEqualTo(Code.DAMAGED);
        assertThat(refusal).hasMessageContaining(largest.getFileName().toString());
    }

    @Test
    void a_removed_file_is_missed() throws IOException {
        for (Path file : files("")) {
            String name = file.getFileName().toString();
            boolean needed = name.endsWith(".sst") || name.startsWith("MANIFEST") || name.equals("CURRENT");
            if (needed) {
                byte[] good = Files.readAllBytes(file);
                Files.delete(file);
                StoreException refusal = refusal(() -> RocksStore.open(journal).close());
                assertThat(refusal.problem().code()).as(name).isEqualTo(Code.DAMAGED);
                assertThat(refusal).hasMessageContaining(name).hasMessageContaining("missing");
                Files.write(file, good);
            }
        }
        Files.delete(journal.resolve("acknowledged"));
        assertThat(refusal(() -> RocksStore.open(journal).close())).hasMessageContaining("acknowledged");
    }

    @Test
    void a_cut_manifest_is_refused() throws IOException {
        long length = Files.size(manifest(journal));
        for (long cut = length - 1; cut > 0; cut -= Math.max(1, length / 40)) {
            Path damaged = copy("cut-at-" + cut);
            truncate(manifest(damaged), cut);
            assertThat(refusal(() -> RocksStore.open(damaged).close()))
                    .hasMessageContaining(manifest(damaged).getFileName() + ", byte " + cut);
        }
    }

    @Test
    void a_flipped_bit_in_the_manifest_is_refused_wherever_it_is() throws IOException {
        long length = Files.size(manifest(journal));
        for (long at = length - 1; at > 0; at -= length / 23) {
            Path damaged = copy("flipped-at-" + at);
            Path manifest = manifest(damaged);
            flip(manifest, at);
            assertThat(refusal(() -> RocksStore.open(damaged).close()))
                    .as("byte %s of %s", at, length)
                    .hasMessageContaining(manifest.getFileName().toString());
        }
    }

    @Test
    void an_unreadable_entry_behind_what_is_known_of_the_manifest_is_dropped() throws IOException {
        Path manifest = manifest(journal);
        byte[] good = Files.readAllBytes(manifest);
        byte[] torn = Arrays.copyOf(good, good.length + 80);
        System.arraycopy(good, 0, torn, good.length, 80);
        torn[good.length + 30] ^= 1;
        Files.write(manifest, torn);

        try (RocksStore store = RocksStore.open(journal)) {
            store.verify();
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(1000);
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

    private static Path manifest(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static StoreException refusal(ThrowingCallable action) {
        StoreException[] caught = new StoreException[1];
        assertThatExceptionOfType(StoreException.class).isThrownBy(action).satisfies(e -> caught[0] = e);
        return caught[0];
    }

    /** The log file that holds commits. */
    private Path log() throws IOException {
        return files(".log").stream().max(Comparator.comparingLong(DamageTest::size)).orElseThrow();
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
        }
    }

    /** Names and sizes of the files that hold data; RocksDB writes its diary (LOG) even when it only reads. */
    private Map<String, Long> sizes() throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        for (Path file : files("")) {
            String name = file.getFileName().toString();
            if (!name.startsWith("LOG")) {
                sizes.put(name, size(file));
            }
        }
        return sizes;
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(at);
            int old = access.read();
            access.seek(at);
            access.write(old ^ 0x10);
        }
    }
}
