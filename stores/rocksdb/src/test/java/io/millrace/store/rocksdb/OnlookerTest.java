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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
