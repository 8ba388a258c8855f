package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class EncodedBatchTest {
    @TempDir
    Path temporary = Path.of("");

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void a_batch_has_the_bytes_that_rocksdb_gives_it(long seed) throws RocksDBException {
        Random random = new Random(seed);
        try (Database database = Database.create(temporary, RocksSettings.standard());
                WriteBatch expected = new WriteBatch()) {
            EncodedBatch encoder = new EncodedBatch(database.familyNumbers());
            for (int round = 0; round < 20; round++) {
                long commit = random.nextLong(1L << 40);
                expected.clear();
                expected.put(database.family(Table.META), EncodedBatch.COMMIT_KEY, EncodedBatch.numberBytes(commit));
                Batch batch = new Batch();
                for (Table table : Table.values()) {
                    byte[] key = bytes(random, 200);
                    byte[] value = bytes(random, 40_000);
                    byte[] from = new byte[] {0};
                    byte[] to = new byte[] {1, (byte) random.nextInt()};
                    batch.put(table, key, value).delete(table, value).deleteRange(table, from, to);
                    expected.put(database.family(table), key, value);
                    expected.delete(database.family(table), value);
                    expected.deleteRange(database.family(table), from, to);
                }
                assertThat(encoder.encode(commit, batch)).as("seed %s", seed).isEqualTo(expected.data());
            }
        }
    }

    @Test
    void a_range_that_ends_before_it_starts_is_no_change() throws RocksDBException {
        try (Database database = Database.create(temporary, RocksSettings.standard())) {
            EncodedBatch encoder = new EncodedBatch(database.familyNumbers());

            assertThat(encoder.encode(1, new Batch().deleteRange(Table.WORK, new byte[] {2}, new byte[] {1})))
                    .isEqualTo(encoder.encode(1, new Batch()));
        }
    }

    private static byte[] bytes(Random random, int most) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }
}
