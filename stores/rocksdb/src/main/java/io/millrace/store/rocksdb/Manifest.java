package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
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

    static boolean exists(Path data) {
        return Files.exists(data.resolve("CURRENT"));
    }

    /** The manifest of a database that may be closed or open. */
    static Manifest current(Path data) throws IOException {
        Path current = data.resolve("CURRENT");
        Matcher name = NAME.matcher(read(current));
        if (!name.matches()) {
            throw new StoreException(Code.DAMAGED.with(current, "it does not name a manifest"));
        }
        Path path = data.resolve(name.group().strip());
        if (!Files.exists(path)) {
            if (!read(current).equals(name.group())) {
                // The writer of the journal has begun another one meanwhile.
                return current(data);
            }
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

    /**
     * Cuts off entries that a loss of power left unreadable, if nobody knows that the disk had them: RocksDB goes on
     * from a manifest whose last entry is short, and refuses one in which some bytes of it are missing. Tables that are
     * forgotten with such an entry are no loss, because RocksDB removes no log before the disk has the entry for it; and
     * if one is missing all the same, {@link WriteAheadLog} finds that out.
     */
    void cutTornEnd(long knownNumber, long knownBytes) throws IOException {
        // It has the form of a log file, though its records are no commits.
        LogFile entries = LogFile.read(path, Long.MAX_VALUE);
        long kept = number == knownNumber ? knownBytes : 0;
        if (entries.flaw() != null && entries.goodBytes() > 0 && entries.goodBytes() >= kept) {
            try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
                access.setLength(entries.goodBytes());
                access.getFD().sync();
            }
        }
    }

    /**
     * The numbers of the table files that some column families consist of now.
     *
     * @param families the numbers that RocksDB gave the families
     */
    Set<Long> tables(Set<Integer> families) throws IOException {
        ManifestEntries entries = new ManifestEntries(path);
        LogFile.records(path, entries::take);
        return entries.tables(families);
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
