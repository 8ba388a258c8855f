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
 * What is known to have reached the disk, in a file of four words beside the database: the number of the last
 * acknowledged commit, the number and length of the {@link Manifest}, and the commits with which the log may begin.
 *
 * <p>A log that was cut off looks like a log whose last record was torn by a crash. The difference is whether somebody
 * was told that the commit is done, and that is what this file remembers. It is advanced after the disk has the commit
 * and before the caller is answered, so it is never ahead of the log; and it is a page of memory that belongs to the
 * system, so it survives the end of the process without a second wait for the disk. After a power failure it may lag
 * by the seconds that the system takes to write a page; then it proves less, but nothing false.
 *
 * <p>Opening a journal moves all commits to table files, so the log begins anew with the next one. That number is on the
 * disk before RocksDB moves the commits, beside the number with which the log began until then: whichever of the two a
 * crash leaves true, the log is judged by it. A file of two words, as the first version wrote it, gets the others when
 * it is opened.
 *
 * <p>Each word is aligned and reaches the page as a whole or not at all; so a commit's number shares its word with its
 * check. A word of zeros is a number that is not known.
 */
final class Acknowledged {
    private static final int COMMIT = 0;
    private static final int MANIFEST = Long.BYTES;
    private static final int LOG_BEGIN = 2 * Long.BYTES;
    private static final int NEXT_LOG_BEGIN = 3 * Long.BYTES;
    private static final int BYTES = 4 * Long.BYTES;
    private static final int FIRST_VERSION_BYTES = 2 * Long.BYTES;
    private static final int CHECK_BITS = 16;

    private final MappedByteBuffer page;

    private Acknowledged(MappedByteBuffer page) {
        this.page = page;
    }

    /** Makes the file for a new journal, unless an attempt before this one came so far. */
    static Acknowledged create(Path file) throws IOException {
        try {
            return open(file);
        } catch (StoreException absentOrHalfWritten) {
            // Written, not just mapped: a mapped page without room on the disk would end the process when touched.
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.truncate(0);
                channel.write(ByteBuffer.allocate(BYTES).putLong(COMMIT, word(0)));
                channel.force(true);
            }
            return open(file);
        }
    }

    /** The number of the last acknowledged commit, for somebody who only looks: nothing is changed. */
    static long numberIn(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new StoreException(Code.DAMAGED.with(file, "the file is missing"));
        }
        // Mapped, so that a word that is being written is seen as a whole.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long word = channel.size() < Long.BYTES ? 0 : channel.map(FileChannel.MapMode.READ_ONLY, 0, Long.BYTES).getLong(COMMIT);
            if (word == 0 || word != word(word >>> CHECK_BITS)) {
                throw new StoreException(Code.DAMAGED.with(file, "its number does not fit its check"));
            }
            return word >>> CHECK_BITS;
        }
    }

    /** Opens the file of a journal. */
    static Acknowledged open(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new StoreException(Code.DAMAGED.with(file, "the file is missing"));
        }
        if (Files.size(file) == FIRST_VERSION_BYTES) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(BYTES - FIRST_VERSION_BYTES), FIRST_VERSION_BYTES);
                channel.force(true);
            }
        }
        if (Files.size(file) != BYTES) {
            throw new StoreException(Code.DAMAGED.with(file, "it has " + Files.size(file) + " bytes, not " + BYTES));
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            boolean fits = page.getLong(COMMIT) != 0;
            for (int at : new int[] {COMMIT, LOG_BEGIN, NEXT_LOG_BEGIN}) {
                long word = page.getLong(at);
                fits &= word == 0 || word == word(word >>> CHECK_BITS);
            }
            if (!fits) {
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

    /** The commit with which the log began when the journal was last opened; 0 if that is not known. */
    long logBegin() {
        return page.getLong(LOG_BEGIN) >>> CHECK_BITS;
    }

    /** The commit with which the log begins if opening the journal came far enough; the same number if it was opened. */
    long nextLogBegin() {
        return page.getLong(NEXT_LOG_BEGIN) >>> CHECK_BITS;
    }

    /** Announces that all commits up to this one are about to be moved to table files. */
    void logWillBeginAfter(long commit) {
        page.putLong(NEXT_LOG_BEGIN, word(commit + 1));
        page.force();
    }

    /** Remembers that all commits up to this one are in table files, and that the log begins behind it. */
    void logBeginsAfter(long commit) {
        page.putLong(LOG_BEGIN, word(commit + 1));
        page.putLong(NEXT_LOG_BEGIN, word(commit + 1));
        page.force();
    }

    /** Refuses a manifest that is behind what was seen of it, and cuts off what a loss of power left behind that. */
    void check(Manifest manifest) throws IOException {
        long known = page.getLong(MANIFEST);
        long number = known >>> Integer.SIZE;
        long bytes = known & 0xFFFF_FFFFL;
        manifest.refuseIfBehind(number, bytes);
        manifest.cutTornEnd(number, bytes);
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
