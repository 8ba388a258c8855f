package io.millrace.store.rocksdb;

import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A batch in the bytes that RocksDB itself writes to its log: twelve bytes of header (a sequence number that RocksDB
 * fills in, and the count of records), then a tag, the number of the column family and the length-prefixed key and
 * value of each record.
 *
 * <p>Handing over one array costs one call into native code for a whole batch instead of one for each row, which is
 * most of the processor time of a commit of small rows.
 *
 * <p>The first record is always the commit's number, in {@link Table#META}. So the number is durable exactly when the
 * rest of the batch is.
 */
final class EncodedBatch {
    /** The row of META under which the store keeps the number of the last commit; no key of the engine is like it. */
    static final byte[] COMMIT_KEY = "\0commit".getBytes(StandardCharsets.US_ASCII);

    static final int HEADER_BYTES = 12;

    /** The column family of META is RocksDB's default one, whose records have tags of their own. */
    static final int DEFAULT_FAMILY = 0;

    static final byte PUT = 0x1;
    private static final byte DELETE = 0x0;
    private static final byte DELETE_RANGE = 0xF;
    private static final byte FAMILY_PUT = 0x5;
    private static final byte FAMILY_DELETE = 0x4;
    private static final byte FAMILY_DELETE_RANGE = 0xE;

    /** A buffer that one writer uses again and again; beyond this size it is not kept. */
    private static final int KEPT_BYTES = 1 << 20;

    private final int[] families;
    private byte[] buffer = new byte[4096];
    private int length;
    private int count;

    /** Takes the column family's number of each table, by the table's id. */
    EncodedBatch(int[] families) {
        this.families = families.clone();
    }

    /** The bytes of a batch that is the commit of this number. */
    byte[] encode(long commit, Batch batch) {
        length = HEADER_BYTES;
        count = 0;
        put(DEFAULT_FAMILY, COMMIT_KEY, numberBytes(commit));
        for (Batch.Change change : batch.changes()) {
            int family = families[change.table().id()];
            switch (change) {
                case Batch.Put put -> put(family, put.key(), put.value());
                case Batch.Delete delete -> delete(family, delete.key());
                case Batch.DeleteRange range -> deleteRange(family, range.from(), range.to());
            }
        }
        for (int i = 0; i < 4; i++) {
            buffer[8 + i] = (byte) (count >>> (8 * i));
        }
        byte[] bytes = Arrays.copyOf(buffer, length);
        if (buffer.length > KEPT_BYTES) {
            buffer = new byte[4096];
        }
        return bytes;
    }

    private void put(int family, byte[] key, byte[] value) {
        record(family, PUT, FAMILY_PUT, key.length + value.length);
        bytes(key);
        bytes(value);
    }

    private void delete(int family, byte[] key) {
        record(family, DELETE, FAMILY_DELETE, key.length);
        bytes(key);
    }

    /** RocksDB fails on a range whose end lies before its start, after it wrote it to the log; here it is no change. */
    private void deleteRange(int family, byte[] from, byte[] to) {
        if (Arrays.compareUnsigned(from, to) < 0) {
            record(family, DELETE_RANGE, FAMILY_DELETE_RANGE, from.length + to.length);
            bytes(from);
            bytes(to);
        }
    }

    /** Starts a record and makes room for all of it: a tag and at most three numbers of at most five bytes. */
    private void record(int family, byte defaultTag, byte familyTag, int payload) {
        int needed = Math.addExact(length, Math.addExact(payload, 16));
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(needed, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8)));
        }
        count++;
        if (family == DEFAULT_FAMILY) {
            buffer[length++] = defaultTag;
        } else {
            buffer[length++] = familyTag;
            varint(family);
        }
    }

    private void bytes(byte[] bytes) {
        varint(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    private void varint(int value) {
        int rest = value;
        while (rest >= 0x80) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
    }

    static byte[] numberBytes(long number) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (number >>> (56 - 8 * i));
        }
        return bytes;
    }
}
