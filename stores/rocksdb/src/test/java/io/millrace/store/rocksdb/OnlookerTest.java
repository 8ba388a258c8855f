package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.journal.Batch;
import io.millrace.journal.Onlooker;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OnlookerTest {
    @TempDir
    private Path temporary;

    @Test
    void an_onlooker_reads_along_with_the_holder_of_a_journal() {
        Path journal = temporary.resolve("journal");
        try (Store store = RocksStore.open(journal)) {
            put(store, "a");
            try (Onlooker onlooker = new RocksProvider().lookInto(journal)) {
                assertThat(keys(onlooker)).containsExactly("a");
                put(store, "b");
                onlooker.catchUp();
                assertThat(keys(onlooker)).containsExactly("a", "b");
                assertThat(onlooker.get(Table.CASES, bytes("b"))).isEqualTo(bytes("b"));
            }
            put(store, "c");
            assertThat(keys(store)).containsExactly("a", "b", "c");
        }
    }

    @Test
    void looking_leaves_a_journal_as_it_is() throws IOException {
        Path journal = temporary.resolve("journal");
        try (Store store = RocksStore.open(journal)) {
            put(store, "a");
        }
        Map<String, Long> before = files(journal);
        try (Onlooker onlooker = new RocksProvider().lookInto(journal)) {
            assertThat(keys(onlooker)).containsExactly("a");
            assertThatThrownBy(() -> put(onlooker, "b")).isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(files(journal)).isEqualTo(before);
    }

    @Test
    void what_is_no_journal_is_refused_and_not_made_one() throws IOException {
        Path absent = temporary.resolve("absent");
        assertThatThrownBy(() -> new RocksProvider().lookInto(absent))
                .isInstanceOf(StoreException.class)
                .hasMessage("'%s' is not a journal directory: it does not exist. Choose an empty directory or a journal. (MR-7006)", absent);
        assertThat(absent).doesNotExist();
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        assertThatThrownBy(() -> new RocksProvider().lookInto(empty))
                .hasMessageContaining("it has no file FORMAT");
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void a_journal_without_one_of_its_tables_is_refused_with_the_name_of_the_table() throws IOException {
        Path journal = temporary.resolve("journal");
        write(journal);
        for (Path table : tables(journal)) {
            byte[] whole = Files.readAllBytes(table);
            Files.delete(table);
            assertDamaged(journal, table, "the file is missing");
            Files.write(table, Arrays.copyOf(whole, whole.length - 10));
            assertDamaged(journal, table, "it cannot be read as a table");
            Files.write(table, whole);
        }
        try (Onlooker onlooker = new RocksProvider().lookInto(journal)) {
            assertThat(Rows.numbers(onlooker, Table.EVENTS)).hasSize(30);
        }
    }

    @Test
    void a_table_that_is_gone_is_noticed_also_while_an_engine_holds_the_journal() throws IOException {
        Path journal = temporary.resolve("journal");
        write(journal);
        try (Store store = RocksStore.open(journal);
                Onlooker before = new RocksProvider().lookInto(journal)) {
            Path table = tables(journal).getFirst();
            Files.delete(table);
            assertDamaged(journal, table, "the file is missing");
            // Whoever has the table open goes on with it.
            assertThat(Rows.numbers(store, Table.EVENTS)).hasSize(30);
            assertThat(Rows.numbers(before, Table.EVENTS)).hasSize(30);
        }
    }

    @Test
    void a_journal_without_its_log_is_refused() throws IOException {
        Path journal = temporary.resolve("journal");
        write(journal);
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            for (Path log : files.filter(LogFile::isLog).toList()) {
                Files.delete(log);
            }
        }
        assertDamaged(journal, journal.resolve("data"), "commits 21 to 30 are missing");
    }

    @Test
    void nothing_is_missing_while_the_holder_moves_rows_to_tables_and_rewrites_these() throws Exception {
        Path journal = temporary.resolve("journal");
        RocksSettings settings = RocksSettings.standard()
                .withDurability(RocksSettings.Durability.PROCESS_END)
                .withWriteBufferBytes(4 << 20);
        AtomicLong acknowledged = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        try (RocksStore store = RocksStore.open(journal, settings);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer = threads.submit(() -> {
                for (long number = 1; !over.get(); number++) {
                    store.commit(Rows.batch(number, 2_000));
                    acknowledged.set(number);
                    LockSupport.parkNanos(50_000);
                }
            });
            while (acknowledged.get() == 0) {
                Thread.onSpinWait();
            }
            try (Onlooker follower = new RocksProvider().lookInto(journal)) {
                for (int look = 0; look < 30; look++) {
                    long before = acknowledged.get();
                    try (Onlooker onlooker = new RocksProvider().lookInto(journal)) {
                        assertWhole(onlooker, before);
                    }
                    before = acknowledged.get();
                    follower.catchUp();
                    assertWhole(follower, before);
                }
            } finally {
                over.set(true);
            }
            writer.get();
        }
    }

    private static void assertWhole(Store store, long least) {
        List<Long> numbers = Rows.numbers(store, Table.EVENTS);
        assertThat(numbers.size()).isGreaterThanOrEqualTo((int) least);
        assertThat(numbers.getLast()).as("the last of %s", numbers.size()).isEqualTo(numbers.size());
        assertThat(Rows.numbers(store, Table.WORK).equals(numbers)).as("both tables hold the same rows").isTrue();
    }

    private static void assertDamaged(Path journal, Path place, String what) {
        assertThatThrownBy(() -> new RocksProvider().lookInto(journal).close())
                .as("%s", place)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(place.toString())
                .hasMessageContaining(what)
                .hasMessageContaining("MR-7002");
    }

    /** Commits 1 to 20 in table files and 21 to 30 in the log. */
    private static void write(Path journal) {
        try (RocksStore store = RocksStore.open(journal)) {
            Rows.write(store, 1, 20);
        }
        try (RocksStore store = RocksStore.open(journal)) {
            Rows.write(store, 21, 30);
        }
    }

    private static List<Path> tables(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
        }
    }

    private static void put(Store store, String key) {
        store.commit(new Batch().put(Table.CASES, bytes(key), bytes(key)));
    }

    private static List<String> keys(Store store) {
        List<String> keys = new ArrayList<>();
        store.scan(Table.CASES, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            keys.add(new String(key, StandardCharsets.US_ASCII));
            return true;
        });
        return keys;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Map<String, Long> files(Path directory) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                sizes.put(directory.relativize(file).toString(), Files.size(file));
            }
        }
        return sizes;
    }
}
