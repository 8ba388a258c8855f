package io.millrace.store.rocksdb;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The rows that these tests write: commit {@code n} puts row {@code n} into two tables. */
final class Rows {
    private Rows() {}

    static Batch batch(long number, int bytes) {
        byte[] value = new byte[bytes];
        // Bytes that cannot be compressed, so that they take the room that they seem to take.
        new Random(number).nextBytes(value);
        return new Batch().put(Table.EVENTS, key(number), value).put(Table.WORK, key(number), value);
    }

    static void write(Store store, long from, long to) {
        for (long number = from; number <= to; number++) {
            store.commit(batch(number, 100));
        }
    }

    /** The numbers of the rows of a table, in order. */
    static List<Long> numbers(Store store, Table table) {
        List<Long> numbers = new ArrayList<>();
        store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) ->
                numbers.add(ByteBuffer.wrap(key).getLong()));
        return numbers;
    }

    static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
