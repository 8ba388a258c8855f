package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.journal.Batch;
import io.millrace.journal.Onlooker;
import io.millrace.journal.Store.Direction;
import io.millrace.journal.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A journal of format 2 as it was first written, which every later version must read. Commits 1 and 2 are in table
 * files, commits 3 and 4 in the log; {@link #main} wrote it.
 */
class StoredFormatTest {
    private static final Path GOLDEN = Path.of("src", "test", "golden", "journal-2");

    @TempDir
    Path temporary = Path.of("");

    @Test
    void a_journal_of_format_2_is_read_and_continued() throws IOException {
        Path journal = temporary.resolve("journal");
        copy(GOLDEN, journal);

        try (RocksStore store = RocksStore.open(journal)) {
            store.verify();
            // Journals of that format were written before there was this table.
            assertThat(rows(store, Table.INDEX)).isEmpty();
            for (Table table : EnumSet.complementOf(EnumSet.of(Table.INDEX))) {
                assertThat(rows(store, table))
                        .containsExactly("first=1 " + table, "fourth=4 " + table, "third=3 " + table);
            }
            store.commit(commit("fifth", 5));
        }
        try (RocksStore store = RocksStore.open(journal)) {
            assertThat(rows(store, Table.EVENTS)).hasSize(4);
            assertThat(rows(store, Table.INDEX)).containsExactly("fifth=5 INDEX");
        }
    }

    @Test
    void a_reader_of_a_journal_without_the_youngest_table_finds_it_empty() throws IOException {
        Path journal = temporary.resolve("journal");
        copy(GOLDEN, journal);
        try (Onlooker store = RocksOnlooker.open(journal)) {
            assertThat(store.get(Table.INDEX, bytes("first"))).isNull();
            store.scan(Table.INDEX, new byte[0], null, Direction.FORWARDS, (key, value) -> {
                throw new AssertionError("a row");
            });
            assertThat(store.get(Table.EVENTS, bytes("first"))).isNotNull();
        }
    }

    /** Writes the golden journal of the present format, without the files that RocksDB can do without. */
    public static void main(String[] arguments) throws IOException {
        Path journal = Path.of(arguments[0]);
        try (RocksStore store = RocksStore.open(journal)) {
            store.commit(commit("first", 1));
            store.commit(commit("second", 2));
        }
        try (RocksStore store = RocksStore.open(journal)) {
            Batch third = commit("third", 3);
            for (Table table : Table.values()) {
                third.delete(table, bytes("second"));
            }
            store.commit(third);
            Batch fourth = commit("fourth", 4);
            for (Table table : Table.values()) {
                fourth.deleteRange(table, bytes("s"), bytes("t"));
            }
            store.commit(fourth);
        }
        try (Stream<Path> files = Files.list(journal.resolve("data"))) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().matches("LOG.*|OPTIONS.*|LOCK")) {
                    Files.delete(file);
                }
            }
        }
        Files.delete(journal.resolve("lock"));
    }

    private static Batch commit(String key, int number) {
        Batch batch = new Batch();
        for (Table table : Table.values()) {
            batch.put(table, bytes(key), bytes(number + " " + table));
        }
        return batch;
    }

    private static List<String> rows(RocksStore store, Table table) {
        List<String> rows = new ArrayList<>();
        store.scan(table, new byte[] {1}, null, Direction.FORWARDS, (key, value) -> rows.add(
                new String(key, StandardCharsets.US_ASCII) + "=" + new String(value, StandardCharsets.US_ASCII)));
        return rows;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
