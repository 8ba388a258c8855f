package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * RocksDB's list of its table files, to which it appends whenever they change; the file {@code CURRENT} names it. A
 * manifest that was cut is to RocksDB one whose last entry was torn: it forgets the tables of that entry and removes
 * them. So the journal remembers how long its manifest was.
 *
 * @param number the number in the file's name, which grows from one manifest to the next
 */
record Manifest(Path path, long number, long bytes) {
    private static final Pattern NAME = Pattern.compile("MANIFEST-(\\d+)\n");

    /** The manifest of a database that may be closed or open. */
    static Manifest current(Path data) throws IOException {
        Path current = data.resolve("CURRENT");
        Matcher name = NAME.matcher(read(current));
        if (!name.matches()) {
            throw new StoreException(Code.DAMAGED.with(current, "it does not name a manifest"));
        }
        Path path = data.resolve(name.group().strip());
        if (!Files.exists(path)) {
            throw new StoreException(Code.DAMAGED.with(path, "the file is missing"));
        }
        return new Manifest(path, Long.parseLong(name.group(1)), Files.size(path));
    }

    /** Waits until the disk has all of it. */
    void force() throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
            access.getFD().sync();
        }
    }

    /** Refuses a manifest that is older or shorter than it is known to have been. */
    void refuseIfBehind(long knownNumber, long knownBytes) {
        if (number < knownNumber) {
            throw new StoreException(Code.DAMAGED.with(path, "manifest " + knownNumber + " came after it"));
        }
        if (number == knownNumber && bytes < knownBytes) {
            throw new StoreException(
                    Code.DAMAGED.with(path + ", byte " + bytes, "it was at least " + knownBytes + " bytes long"));
        }
    }

    private static String read(Path file) throws IOException {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new StoreException(Code.DAMAGED.with(file, "the file is missing"), e);
        }
    }
}
