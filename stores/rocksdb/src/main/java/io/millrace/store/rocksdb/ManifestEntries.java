package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table files that the entries of a {@link Manifest} leave, one entry after the other.
 *
 * <p>RocksDB tells only which tables it opened. A reader that opens a database while another process writes it gets an older state of a column
 * family, even an empty one, where a table of the newest is missing; what should be there stands in the manifest alone.
 *
 * <p>An entry is a sequence of fields, each a tag and what belongs to it. Numbers are of variable length, seven bits in a
 * byte, the lowest first; other values have their length before them. An entry concerns one column family. Entries of a
 * group count only when the last of them is there.
 */
final class ManifestEntries {
    private static final int COMPARATOR = 1;
    private static final int LOG_NUMBER = 2;
    private static final int NEXT_FILE_NUMBER = 3;
    private static final int LAST_SEQUENCE = 4;
    private static final int COMPACT_CURSOR = 5;
    private static final int DELETED_FILE = 6;
    private static final int PREVIOUS_LOG_NUMBER = 9;
    private static final int LEAST_LOG_NUMBER = 10;
    private static final int NEW_FILE = 103;
    private static final int FAMILY = 200;
    private static final int FAMILY_ADDED = 201;
    private static final int FAMILY_DROPPED = 202;
    private static final int MOST_FAMILY = 203;
    private static final int IN_GROUP = 300;
    /** Fields with this bit have a length, so that a reader which does not know them passes over them. */
    private static final int IGNORABLE = 1 << 13;
    private static final int LAST_OF_NEW_FILE = 1;

    private final Path path;
    private final Map<Integer, Set<Table>> families = new HashMap<>();
    private final List<Entry> group = new ArrayList<>();

    ManifestEntries(Path path) {
        this.path = path;
    }

    /** A table moves from level to level under the same number, so both together say which one is taken away. */
    private record Table(int level, long number) {}

    private static final class Entry {
        private final List<Table> deleted = new ArrayList<>();
        private final List<Table> added = new ArrayList<>();
        private int family;
        private boolean drops;
        private long groupGoesOn;
    }

    /** The numbers of the tables of some column families. */
    Set<Long> tables(Set<Integer> wanted) {
        Set<Long> numbers = new TreeSet<>();
        wanted.forEach(family -> families.getOrDefault(family, Set.of()).forEach(table -> numbers.add(table.number())));
        return numbers;
    }

    /** Takes the next entry. */
    void take(byte[] bytes) {
        try {
            Entry entry = read(ByteBuffer.wrap(bytes));
            group.add(entry);
            if (entry.groupGoesOn == 0) {
                group.forEach(this::apply);
                group.clear();
            }
        } catch (BufferUnderflowException e) {
            throw new StoreException(Code.DAMAGED.with(path, "an entry is not complete"), e);
        }
    }

    private void apply(Entry entry) {
        if (entry.drops) {
            families.remove(entry.family);
            return;
        }
        Set<Table> tables = families.computeIfAbsent(entry.family, family -> new HashSet<>());
        entry.deleted.forEach(tables::remove);
        tables.addAll(entry.added);
    }

    private Entry read(ByteBuffer in) {
        Entry entry = new Entry();
        while (in.hasRemaining()) {
            int tag = (int) number(in);
            switch (tag) {
                case LOG_NUMBER, NEXT_FILE_NUMBER, LAST_SEQUENCE, PREVIOUS_LOG_NUMBER, LEAST_LOG_NUMBER, MOST_FAMILY -> number(in);
                case COMPARATOR, FAMILY_ADDED -> skip(in);
                case COMPACT_CURSOR -> {
                    number(in);
                    skip(in);
                }
                case DELETED_FILE -> entry.deleted.add(new Table((int) number(in), number(in)));
                case NEW_FILE -> entry.added.add(newFile(in));
                case FAMILY -> entry.family = (int) number(in);
                case FAMILY_DROPPED -> entry.drops = true;
                case IN_GROUP -> entry.groupGoesOn = number(in);
                default -> {
                    if ((tag & IGNORABLE) == 0) {
                        throw new StoreException(Code.DAMAGED.with(path, "an entry has a field " + tag + ", which is not known"));
                    }
                    skip(in);
                }
            }
        }
        return entry;
    }

    /** Its level, number, size, first and last key and sequence number; then fields of its own up to the last. */
    private static Table newFile(ByteBuffer in) {
        Table table = new Table((int) number(in), number(in));
        number(in);
        skip(in);
        skip(in);
        number(in);
        number(in);
        while (number(in) != LAST_OF_NEW_FILE) {
            skip(in);
        }
        return table;
    }

    private static long number(ByteBuffer in) {
        long number = 0;
        byte next;
        int shift = 0;
        do {
            next = in.get();
            number |= (next & 0x7FL) << shift;
            shift += 7;
        } while (next < 0);
        return number;
    }

    private static void skip(ByteBuffer in) {
        long length = number(in);
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        in.position(in.position() + (int) length);
    }
}
