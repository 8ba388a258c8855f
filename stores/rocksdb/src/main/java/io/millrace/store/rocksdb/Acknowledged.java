package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What is known to have reached the disk, in a file of two words beside the database: the number of the last
 * acknowledged commit, and the number and length of the {@link Manifest}.
 *
 * <p>A log that was cut off looks like a log whose last record was torn by a crash. The difference is whether somebody
 * was told that the commit is done, and that is what this file remembers. It is advanced after the disk has the commit
 * and before the caller is answered, so it is never ahead of the log; and it is a page of memory that belongs to the
 * system, so it survives the end of the process without a second wait for the disk. After a power failure it may lag
 * by the seconds that the system takes to write a page; then it proves less, but nothing false.
 *
 * <p>Each word is aligned and reaches the page as a whole or not at all; so a commit's number shares its word with its
 * check.
 */
final class Acknowledged {
    private static final int COMMIT = 0;
    private static final int MANIFEST = Long.BYTES;
    private static final int BYTES = 2 * Long.BYTES;
    private static final int CHECK_BITS = 16;

    private final MappedByteBuffer page;

    private Acknowledged(MappedByteBuffer page) {
        this.page = page;
    }

    /** Makes the file for a new journal, unless an attempt before this one already did. */
    static Acknowledged create(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) != BYTES) {
            // Written, not just mapped: a mapped page without room on the disk would end the process when touched.
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.truncate(0);
                channel.write(ByteBuffer.allocate(BYTES).putLong(COMMIT, word(0)));
                channel.force(true);
            }
        }
        return open(file);
    }

    /** Opens the file of a journal. */
    static Acknowledged open(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new StoreException(Code.DAMAGED.with(file, "the file is missing"));
        }
        if (Files.size(file) != BYTES) {
            throw new StoreException(Code.DAMAGED.with(file, "it has " + Files.size(file) + " bytes, not " + BYTES));
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            long word = page.getLong(COMMIT);
            if (word != word(word >>> CHECK_BITS)) {
                throw new StoreException(Code.DAMAGED.with(file, "its number does not fit its check"));
            }
            return new Acknowledged(page);
        }
    }

    long number() {
        return page.getLong(COMMIT) >>> CHECK_BITS;
    }

    void advance(long commit) {
        page.putLong(COMMIT, word(commit));
    }

    /** Refuses a manifest that is behind what was seen of it. */
    void check(Manifest manifest) {
        long known = page.getLong(MANIFEST);
        manifest.refuseIfBehind(known >>> Integer.SIZE, known & 0xFFFF_FFFFL);
    }

    /** Remembers the manifest, once the disk has it. */
    void advance(Manifest manifest) throws IOException {
        long word = manifest.number() << Integer.SIZE | manifest.bytes();
        if (word != page.getLong(MANIFEST)) {
            manifest.force();
            page.putLong(MANIFEST, word);
        }
    }

    private static long word(long number) {
        long check = (number * 0x9E3779B97F4A7C15L + 0x4D696C6C72616365L) >>> (Long.SIZE - CHECK_BITS);
        return number << CHECK_BITS | check;
    }
}
