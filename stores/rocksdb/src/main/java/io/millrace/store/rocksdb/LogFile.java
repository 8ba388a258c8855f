package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What one file of RocksDB's write-ahead log holds.
 *
 * <p>The file is a sequence of blocks of 32 KB. A record is one fragment, or several where it crosses blocks. A
 * fragment has a header of seven bytes (masked CRC-32C of all that follows the checksum, two bytes of length, one of
 * type; little-endian) and never crosses a block; a rest of a block too small for a header is filled with zeros. A
 * record is a write batch as in {@link EncodedBatch}, so it begins with the number of its commit.
 *
 * @param firstCommit the first commit in the file, or 0
 * @param lastCommit the last commit that is readable, with all before it in the file, or 0
 * @param goodBytes where the last readable record ends
 * @param flaw what stands behind that, or null if the file ends there
 * @param more whether a readable record begins behind the flaw. A process that dies leaves none, and neither does a
 *     machine: a commit is written when the one before it is on the disk. The rest of the flawed record may be readable,
 *     because a disk does not write the pieces of a long record in their order
 */
record LogFile(
        Path path,
        long firstCommit,
        long lastCommit,
        long goodBytes,
        @Nullable String flaw,
        boolean more) {

    private static final Pattern NAME = Pattern.compile("(\\d+)\\.log");

    /** The number in the file's name, which grows from one file to the next. */
    long number() {
        return number(path);
    }

    static boolean isLog(Path path) {
        return NAME.matcher(path.getFileName().toString()).matches();
    }

    static long number(Path path) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        if (!name.matches()) {
            throw new IllegalArgumentException("'" + path + "' is no file of the log.");
        }
        return Long.parseLong(name.group(1));
    }

    boolean hasCommits() {
        return firstCommit > 0;
    }

    /** Refuses the file if it is broken before its end, or if its end is broken and lacks commits up to this one. */
    void refuseIfDamaged(long needed) {
        boolean missing = flaw != null && firstCommit > 0 && lastCommit < needed;
        if (more || missing) {
            String lost = missing ? "; commits " + (lastCommit + 1) + " to " + needed + " are missing" : "";
            throw new StoreException(Code.DAMAGED.with(end(), flaw + lost));
        }
    }

    /** Where the readable part ends. */
    String end() {
        return path + ", byte " + goodBytes;
    }

    /** Reads a file up to the first flaw, or up to the record of the first commit above a number. */
    static LogFile read(Path path, long upTo) throws IOException {
        // Not a channel: an interrupted thread must be able to read it to the end.
        try (InputStream in = new FileInputStream(path.toFile())) {
            return new Reader(path, upTo, null).read(in);
        }
    }

    /** Reads all records up to the first flaw, each as a whole. */
    static void records(Path path, Consumer<byte[]> receiver) throws IOException {
        try (InputStream in = new FileInputStream(path.toFile())) {
            new Reader(path, Long.MAX_VALUE, receiver).read(in);
        }
    }

    private static final class Reader {
        private static final int BLOCK = 32 * 1024;
        private static final int HEADER = 7;
        private static final int FULL = 1;
        private static final int FIRST = 2;
        private static final int MIDDLE = 3;
        private static final int LAST = 4;
        /** Fragments of RocksDB's own, which say something about the log and are no part of a record. */
        private static final int LEAST_INTERNAL = 9;

        /** Enough of a record to find the commit's number in it. */
        private static final int START_BYTES = 64;

        private final Path path;
        private final long upTo;
        private final @Nullable Consumer<byte[]> receiver;
        private final ByteArrayOutputStream whole = new ByteArrayOutputStream();
        private final CRC32C crc = new CRC32C();
        private final ByteBuffer block = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        private final byte[] start = new byte[START_BYTES];
        private int startLength;
        private boolean inside;
        private long firstCommit;
        private long lastCommit;
        private long goodBytes;
        private @Nullable String flaw;
        private boolean more;
        private boolean enough;

        Reader(Path path, long upTo, @Nullable Consumer<byte[]> receiver) {
            this.path = path;
            this.upTo = upTo;
            this.receiver = receiver;
        }

        LogFile read(InputStream in) throws IOException {
            long offset = 0;
            int length = in.readNBytes(block.array(), 0, BLOCK);
            while (length > 0 && !enough && !more) {
                readBlock(offset, length);
                offset += length;
                length = in.readNBytes(block.array(), 0, BLOCK);
            }
            if (inside && flaw == null && !enough) {
                flaw = "the last record is not complete";
            }
            return new LogFile(path, firstCommit, lastCommit, goodBytes, flaw, more);
        }

        private void readBlock(long offset, int length) {
            int at = 0;
            while (at + HEADER <= length && !enough && !more) {
                int size = block.getShort(at + 4) & 0xFFFF;
                int end = at + HEADER + size;
                String wrong = wrongWithFragment(at, end, length);
                if (wrong == null && flaw != null) {
                    more = begins(block.get(at + 6) & 0xFF);
                } else if (wrong == null) {
                    takeFragment(block.get(at + 6) & 0xFF, at + HEADER, size, offset + end);
                } else {
                    if (flaw == null) {
                        flaw = wrong;
                    }
                    if (end > length || size == 0) {
                        // Where the next fragment starts is lost; the next block is the next place to look.
                        return;
                    }
                }
                at = end;
            }
            if (flaw == null && at < length && length < BLOCK) {
                flaw = "the last record is not complete";
            }
        }

        private @Nullable String wrongWithFragment(int at, int end, int length) {
            if (block.getInt(at) == 0 && block.getShort(at + 4) == 0 && block.get(at + 6) == 0) {
                return "the rest is empty";
            }
            if (end > length) {
                return length < BLOCK ? "the last record is not complete" : "a record has an impossible length";
            }
            crc.reset();
            crc.update(block.array(), at + 6, end - at - 6);
            int value = (int) crc.getValue();
            int masked = (value >>> 15 | value << 17) + 0xA282EAD8;
            return masked == block.getInt(at) ? null : "a record does not fit its checksum";
        }

        private void takeFragment(int type, int from, int size, long end) {
            if (type >= LEAST_INTERNAL) {
                return;
            }
            boolean begins = begins(type);
            if (begins == inside || type < FULL || type > LAST) {
                flaw = "a piece of a record is out of place";
                return;
            }
            if (begins) {
                startLength = 0;
                whole.reset();
            }
            if (receiver != null) {
                whole.write(block.array(), from, size);
            }
            int kept = Math.min(size, START_BYTES - startLength);
            System.arraycopy(block.array(), from, start, startLength, kept);
            startLength += kept;
            inside = type == FIRST || type == MIDDLE;
            if (!inside) {
                takeRecord(end);
                if (receiver != null && flaw == null) {
                    receiver.accept(whole.toByteArray());
                }
            }
        }

        private static boolean begins(int type) {
            return type == FULL || type == FIRST;
        }

        private void takeRecord(long end) {
            long commit = commit();
            if (commit > upTo) {
                enough = true;
            } else if (commit > 0 && lastCommit > 0 && commit != lastCommit + 1) {
                flaw = "commit " + commit + " follows commit " + lastCommit;
                more = true;
            } else {
                goodBytes = end;
                if (commit > 0) {
                    lastCommit = commit;
                    firstCommit = firstCommit == 0 ? commit : firstCommit;
                }
            }
        }

        /** The commit's number, or 0 if the record is not one of ours. */
        private long commit() {
            byte[] key = EncodedBatch.COMMIT_KEY;
            int keyAt = EncodedBatch.HEADER_BYTES + 2;
            int valueAt = keyAt + key.length + 1;
            boolean ours = startLength >= valueAt + Long.BYTES
                    && start[EncodedBatch.HEADER_BYTES] == EncodedBatch.PUT
                    && start[keyAt - 1] == key.length
                    && start[valueAt - 1] == Long.BYTES
                    && Arrays.equals(start, keyAt, keyAt + key.length, key, 0, key.length);
            return ours ? ByteBuffer.wrap(start).getLong(valueAt) : 0;
        }
    }
}
