package io.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.journal.Store.Direction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must do. A store's own test class extends this one and says how to open it. */
public abstract class StoreContract {

    private Store store = new MemoryStore();

    /** Opens an empty store for the first time in a test, and afterwards what {@link Store#close} left of it. */
    protected abstract Store open();

    /** Whether rows are still there after closing and opening again. */
    protected abstract boolean durable();

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void a_new_store_is_empty() {
        for (Table table : Table.values()) {
            if (table != Table.META) {
                assertThat(scan(table, bytes(""), null, Direction.FORWARDS)).isEmpty();
            }
            assertThat(store.get(table, bytes("a"))).isNull();
        }
    }

    @Test
    void a_put_row_can_be_read_and_the_last_change_of_a_batch_wins() {
        store.commit(new Batch()
                .put(Table.WORK, bytes("a"), bytes("1"))
                .put(Table.WORK, bytes("b"), bytes("1"))
                .delete(Table.WORK, bytes("b"))
                .put(Table.WORK, bytes("a"), bytes("2")));

        assertThat(store.get(Table.WORK, bytes("a"))).isEqualTo(bytes("2"));
        assertThat(store.get(Table.WORK, bytes("b"))).isNull();
    }

    @Test
    void tables_do_not_share_rows() {
        Batch batch = new Batch();
        for (Table table : Table.values()) {
            batch.put(table, bytes("k"), bytes(table.name()));
        }
        store.commit(batch);

        for (Table table : Table.values()) {
            assertThat(store.get(table, bytes("k"))).isEqualTo(bytes(table.name()));
        }
    }

    @Test
    void empty_keys_and_values_are_rows_like_others() {
        store.commit(new Batch().put(Table.CASES, bytes(""), bytes("x")).put(Table.CASES, bytes("k"), bytes("")));

        assertThat(store.get(Table.CASES, bytes(""))).isEqualTo(bytes("x"));
        assertThat(store.get(Table.CASES, bytes("k"))).isEmpty();
        assertThat(scan(Table.CASES, bytes(""), null, Direction.FORWARDS)).containsExactly("=x", "k=");
    }

    @Test
    void keys_sort_as_unsigned_bytes() {
        store.commit(new Batch()
                .put(Table.TIMERS, new byte[] {(byte) 0x80}, bytes("high"))
                .put(Table.TIMERS, new byte[] {0x7f}, bytes("low"))
                .put(Table.TIMERS, new byte[] {0x7f, 0}, bytes("longer")));
        List<String> values = new ArrayList<>();
        store.scan(Table.TIMERS, new byte[0], null, Direction.FORWARDS, (key, value) -> values.add(text(value)));

        assertThat(values).containsExactly("low", "longer", "high");
    }

    @Test
    void a_scan_shows_a_half_open_range_from_either_end_until_told_to_stop() {
        store.commit(rows(Table.LOG, "a", "b", "c", "d", "e"));

        assertThat(scan(Table.LOG, bytes("b"), bytes("d"), Direction.FORWARDS)).containsExactly("b=b", "c=c");
        assertThat(scan(Table.LOG, bytes("b"), bytes("d"), Direction.BACKWARDS)).containsExactly("c=c", "b=b");
        assertThat(scan(Table.LOG, bytes("bb"), null, Direction.BACKWARDS)).containsExactly("e=e", "d=d", "c=c");
        assertThat(scan(Table.LOG, bytes("d"), bytes("b"), Direction.FORWARDS)).isEmpty();
        assertThat(scan(Table.LOG, bytes("c"), bytes("c"), Direction.BACKWARDS)).isEmpty();
        List<String> first = new ArrayList<>();
        store.scan(Table.LOG, bytes(""), null, Direction.BACKWARDS, (key, value) -> {
            first.add(text(key));
            return first.size() < 2;
        });
        assertThat(first).containsExactly("e", "d");
    }

    @Test
    void a_range_is_removed_with_its_first_and_without_its_last_key() {
        store.commit(rows(Table.EVENTS, "a", "b", "c", "d"));
        store.commit(new Batch()
                .put(Table.EVENTS, bytes("bb"), bytes("gone too"))
                .deleteRange(Table.EVENTS, bytes("b"), bytes("d"))
                .put(Table.EVENTS, bytes("c"), bytes("back"))
                .deleteRange(Table.EVENTS, bytes("z"), bytes("a")));

        assertThat(scan(Table.EVENTS, bytes(""), null, Direction.FORWARDS)).containsExactly("a=a", "c=back", "d=d");
    }

    @Test
    void what_a_reader_does_to_its_arrays_does_not_change_the_store() {
        store.commit(rows(Table.FILES, "a"));
        byte[] read = store.get(Table.FILES, bytes("a"));
        assertThat(read).isNotNull();
        Arrays.fill(read, (byte) 0);
        store.scan(Table.FILES, bytes(""), null, Direction.FORWARDS, (key, value) -> {
            Arrays.fill(key, (byte) 0);
            Arrays.fill(value, (byte) 0);
            return true;
        });

        assertThat(store.get(Table.FILES, bytes("a"))).isEqualTo(bytes("a"));
    }

    @Test
    void a_visitor_may_read_but_not_commit() {
        store.commit(rows(Table.WORK, "a"));
        store.scan(Table.WORK, bytes(""), null, Direction.FORWARDS, (key, value) -> {
            assertThat(store.get(Table.WORK, key)).isEqualTo(value);
            assertThatThrownBy(() -> store.commit(rows(Table.WORK, "b"))).isInstanceOf(IllegalStateException.class);
            return true;
        });

        assertThat(store.get(Table.WORK, bytes("b"))).isNull();
    }

    @Test
    void a_closed_store_answers_nothing_and_closes_again() {
        store.close();
        store.close();

        assertThatThrownBy(() -> store.get(Table.META, bytes("a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.commit(rows(Table.WORK, "a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> scan(Table.WORK, bytes(""), null, Direction.FORWARDS))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_commit_whose_token_is_not_current_is_refused_and_changes_nothing() {
        store.commit(taking(3, 0, 7));

        store.commit(rows(Table.WORK, "a").fencedBy(Fence.of(3, 7)));
        assertThatThrownBy(() -> store.commit(rows(Table.WORK, "b").fencedBy(Fence.of(3, 6))))
                .isInstanceOf(StoreException.class)
                .hasMessage("This engine no longer owns shard 3: its token is 6, and the current one is 7."
                        + " Let the engine take the shard again before it writes. (MR-7008)");
        assertThatThrownBy(() -> store.commit(rows(Table.WORK, "b").fencedBy(Fence.of(3, 7).and(Fence.of(4, 1)))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("shard 4");

        assertThat(scan(Table.WORK, bytes(""), null, Direction.FORWARDS)).containsExactly("a=a");
        store.commit(rows(Table.WORK, "c").fencedBy(Fence.of(3, 7).and(Fence.of(4, 0))));
        assertThat(store.get(Table.WORK, bytes("c"))).isNotNull();
    }

    @Test
    void of_two_that_take_a_shard_with_the_same_token_one_is_refused() {
        store.commit(taking(0, 0, 1));

        assertThatThrownBy(() -> store.commit(taking(0, 0, 2))).isInstanceOf(StoreException.class);
        store.commit(taking(0, 1, 2));
        assertThatThrownBy(() -> store.commit(rows(Table.WORK, "a").fencedBy(Fence.of(0, 1))))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void a_commit_without_a_fence_is_not_checked_and_a_batch_takes_over_the_fence_of_what_is_added() {
        store.commit(taking(0, 0, 5));

        store.commit(rows(Table.WORK, "a"));
        store.commit(rows(Table.WORK, "b").fencedBy(Fence.NONE));
        Batch group = rows(Table.WORK, "c").addAll(rows(Table.WORK, "d").fencedBy(Fence.of(0, 4)));
        assertThatThrownBy(() -> store.commit(group)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> group.addAll(rows(Table.WORK, "e").fencedBy(Fence.of(0, 5))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(scan(Table.WORK, bytes(""), null, Direction.FORWARDS)).containsExactly("a=a", "b=b");
    }

    private static Batch taking(int shard, long current, long next) {
        return new Batch().put(Table.META, Fence.key(shard), Fence.value(next)).fencedBy(Fence.of(shard, current));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void random_batches_and_scans_agree_with_an_ordered_map(long seed) {
        Random random = new Random(seed);
        Map<Table, NavigableMap<byte[], byte[]>> model = new EnumMap<>(Table.class);
        for (Table table : Table.values()) {
            model.put(table, new TreeMap<>(Arrays::compareUnsigned));
        }
        for (int round = 0; round < 200; round++) {
            store.commit(randomBatch(random, model));
            if (durable() && random.nextInt(50) == 0) {
                store.close();
                store = open();
            }
            Table table = randomTable(random);
            byte[] from = randomKey(random);
            byte @Nullable [] to = random.nextInt(4) == 0 ? null : randomKey(random);
            Direction direction = random.nextBoolean() ? Direction.FORWARDS : Direction.BACKWARDS;
            assertThat(scan(table, from, to, direction))
                    .as("seed %s, round %s, %s, %s", seed, round, table, direction)
                    .isEqualTo(expected(rowsOf(model, table), from, to, direction));
            byte[] key = randomKey(random);
            assertThat(store.get(table, key))
                    .as("seed %s, round %s", seed, round)
                    .isEqualTo(rowsOf(model, table).get(key));
        }
    }

    @Test
    void readers_beside_a_writer_see_whole_batches_only() throws Exception {
        int width = 20;
        store.commit(generation(0, width));
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            Callable<Integer> reader = () -> {
                int last = 0;
                while (!done.get()) {
                    List<Integer> seen = new ArrayList<>();
                    store.scan(Table.CASES, bytes(""), null, Direction.FORWARDS, (key, value) ->
                            seen.add(ByteBuffer.wrap(value).getInt()));
                    assertThat(seen).hasSize(width).containsOnly(seen.get(0));
                    assertThat(seen.get(0)).isGreaterThanOrEqualTo(last);
                    last = seen.get(0);
                }
                return last;
            };
            List<Future<Integer>> futures = List.of(readers.submit(reader), readers.submit(reader));
            for (int number = 1; number <= 300; number++) {
                store.commit(generation(number, width));
                byte[] own = store.get(Table.CASES, bytes("row1"));
                assertThat(own).isNotNull();
                assertThat(ByteBuffer.wrap(own).getInt()).isEqualTo(number);
            }
            done.set(true);
            for (Future<Integer> future : futures) {
                assertThat(future.get()).isLessThanOrEqualTo(300);
            }
        }
    }

    private static Batch generation(int number, int width) {
        Batch batch = new Batch();
        for (int row = 0; row < width; row++) {
            byte[] key = bytes("row" + row);
            batch.delete(Table.CASES, key)
                    .put(Table.CASES, key, ByteBuffer.allocate(4).putInt(number).array());
        }
        return batch;
    }

    private static Batch randomBatch(Random random, Map<Table, NavigableMap<byte[], byte[]>> model) {
        Batch batch = new Batch();
        int size = random.nextInt(12);
        for (int i = 0; i < size; i++) {
            Table table = randomTable(random);
            byte[] key = randomKey(random);
            NavigableMap<byte[], byte[]> rows = rowsOf(model, table);
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    batch.delete(table, key);
                    rows.remove(key);
                }
                case 2 -> {
                    byte[] to = randomKey(random);
                    batch.deleteRange(table, key, to);
                    if (Arrays.compareUnsigned(key, to) < 0) {
                        rows.subMap(key, to).clear();
                    }
                }
                default -> {
                    byte[] value = new byte[random.nextInt(300)];
                    random.nextBytes(value);
                    batch.put(table, key, value);
                    rows.put(key, value);
                }
            }
        }
        return batch;
    }

    /** Short keys over a few byte values, so that batches often hit the same rows. */
    private static byte[] randomKey(Random random) {
        byte[] key = new byte[1 + random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(6) * 51);
        }
        return key;
    }

    /** Any table but META, in which a store may keep rows of its own. */
    private static Table randomTable(Random random) {
        List<Table> tables = new ArrayList<>(EnumSet.complementOf(EnumSet.of(Table.META)));
        return tables.get(random.nextInt(tables.size()));
    }

    private static NavigableMap<byte[], byte[]> rowsOf(Map<Table, NavigableMap<byte[], byte[]>> model, Table table) {
        NavigableMap<byte[], byte[]> rows = model.get(table);
        if (rows == null) {
            throw new IllegalStateException("no rows for " + table);
        }
        return rows;
    }

    private static List<String> expected(
            NavigableMap<byte[], byte[]> rows, byte[] from, byte @Nullable [] to, Direction direction) {
        List<String> shown = new ArrayList<>();
        rows.forEach((key, value) -> {
            if (Arrays.compareUnsigned(key, from) >= 0 && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
                shown.add(text(key) + "=" + text(value));
            }
        });
        if (direction == Direction.BACKWARDS) {
            Collections.reverse(shown);
        }
        return shown;
    }

    private List<String> scan(Table table, byte[] from, byte @Nullable [] to, Direction direction) {
        List<String> shown = new ArrayList<>();
        store.scan(table, from, to, direction, (key, value) -> shown.add(text(key) + "=" + text(value)));
        return shown;
    }

    private static Batch rows(Table table, String... keys) {
        Batch batch = new Batch();
        for (String key : keys) {
            batch.put(table, bytes(key), bytes(key));
        }
        return batch;
    }

    /** One character a byte, so that any bytes can be compared and shown. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
