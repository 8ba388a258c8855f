package io.millrace.store.rocksdb;

import io.millrace.journal.Store;
import io.millrace.journal.Store.Direction;
import io.millrace.journal.Store.Visitor;
import io.millrace.journal.Table;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WALRecoveryMode;

/** An open RocksDB with a column family for each table, and everything native that must be released with it. */
final class Database implements AutoCloseable {

    static {
        NativeLibrary.load();
    }

    private static final long WRITE_BUFFER_BYTES = 4 << 20;
    private static final int WRITE_BUFFERS_IN_A_FILE = 8;
    private static final int MOST_WRITE_BUFFERS = 2 * WRITE_BUFFERS_IN_A_FILE;

    /** Few and large shards: in RocksDB's 64 small ones, large blocks would push each other out. */
    private static final int CACHE_SHARD_BITS = 2;

    private final Deque<AutoCloseable> natives = new ArrayDeque<>();
    private final Map<Table, ColumnFamilyHandle> families = new EnumMap<>(Table.class);
    private final RocksDB rocks;

    private Database(
            Path directory, RocksSettings settings, Mode mode, Set<Table> wanted, Path notes, FaultPoint faults)
            throws RocksDBException {
        Set<Table> tables = present(directory, mode, wanted);
        boolean opened = false;
        // Lists that have their size before RocksDB is open: what is open is not lost for lack of room to note it.
        List<ColumnFamilyHandle> handles = new ArrayList<>(tables.size());
        RocksDB open = null;
        try {
            Cache cache = keep(new LRUCache(settings.cacheBytes(), CACHE_SHARD_BITS));
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            for (Table table : tables) {
                descriptors.add(new ColumnFamilyDescriptor(name(table), tuning(table, cache, settings)));
            }
            DBOptions options = options(settings)
                    .setCreateIfMissing(mode == Mode.CREATE)
                    .setWalRecoveryMode(
                            mode == Mode.READ
                                    ? WALRecoveryMode.SkipAnyCorruptedRecords
                                    : WALRecoveryMode.PointInTimeRecovery);
            open = switch (mode) {
                case CREATE, OPEN -> RocksDB.open(options, directory.toString(), descriptors, handles);
                case READ -> RocksDB.openReadOnly(options, directory.toString(), descriptors, handles);
                case FOLLOW ->
                    RocksDB.openAsSecondary(options, directory.toString(), notes.toString(), descriptors, handles);
            };
            faults.pass(FaultPoint.Place.NATIVE_OPENED);
            rocks = open;
            for (Table table : tables) {
                families.put(table, handles.get(families.size()));
            }
            opened = true;
        } finally {
            if (!opened) {
                close(handles, open, natives);
            }
        }
    }

    /** Whether journals of earlier versions do not have a table. Whoever writes makes it; a reader finds no rows in it. */
    private static boolean isYoung(Table table) {
        return table == Table.INDEX;
    }

    /** The tables that are there of those that are wanted. */
    private static Set<Table> present(Path directory, Mode mode, Set<Table> wanted) throws RocksDBException {
        Set<Table> present = EnumSet.copyOf(wanted);
        if (mode == Mode.READ || mode == Mode.FOLLOW) {
            try (Options options = new Options()) {
                List<byte[]> names = RocksDB.listColumnFamilies(options, directory.toString());
                present.removeIf(table -> isYoung(table) && names.stream().noneMatch(name -> Arrays.equals(name, name(table))));
            }
        }
        return present;
    }

    private enum Mode {
        CREATE,
        OPEN,
        READ,
        FOLLOW
    }

    /** Makes a database where there is none, or opens what is left of an attempt that did not come to its end. */
    static Database create(Path directory, RocksSettings settings) throws RocksDBException {
        return create(directory, settings, FaultPoint.NONE);
    }

    static Database create(Path directory, RocksSettings settings, FaultPoint faults) throws RocksDBException {
        return new Database(directory, settings, Mode.CREATE, EnumSet.allOf(Table.class), directory, faults);
    }

    static Database open(Path directory, RocksSettings settings) throws RocksDBException {
        return open(directory, settings, FaultPoint.NONE);
    }

    static Database open(Path directory, RocksSettings settings, FaultPoint faults) throws RocksDBException {
        return new Database(directory, settings, Mode.OPEN, EnumSet.allOf(Table.class), directory, faults);
    }

    /** Opens some tables for reading: nothing in the directory is changed, and the log stays as it is. */
    static Database openToRead(Path directory, RocksSettings settings, Set<Table> tables) throws RocksDBException {
        return new Database(directory, settings, Mode.READ, tables, directory, FaultPoint.NONE);
    }

    /**
     * Opens a database that another process may be writing to, to read along with it.
     *
     * @param notes a directory of its own for what RocksDB writes down about itself
     */
    static Database openBeside(Path directory, RocksSettings settings, Path notes) throws RocksDBException {
        return new Database(directory, settings, Mode.FOLLOW, EnumSet.allOf(Table.class), notes, FaultPoint.NONE);
    }

    /** The numbers of the column families that are open. */
    Set<Integer> openFamilies() {
        return families.values().stream().map(ColumnFamilyHandle::getID).collect(Collectors.toSet());
    }

    /** The numbers of the table files that are open. */
    Set<Long> openTables() {
        return rocks.getLiveFilesMetaData().stream()
                .map(file -> Long.valueOf(file.fileName().replaceAll("\\D", "")))
                .collect(Collectors.toSet());
    }

    /** The number of the last commit, or 0 in a new database. */
    long lastCommit() throws RocksDBException {
        byte[] number = rocks.get(family(Table.META), EncodedBatch.COMMIT_KEY);
        return number == null ? 0 : ByteBuffer.wrap(number).getLong();
    }

    /**
     * The number of the oldest log file whose rows are not all in table files. While RocksDB has not moved any since it
     * was opened, the number lies below that of the first file; afterwards it is that of a file.
     */
    long oldestLog() throws RocksDBException {
        return rocks.getLongProperty("rocksdb.min-log-number-to-keep");
    }

    /** Rewrites everything, so that no file holds what was deleted. */
    void scrub() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true);
                CompactRangeOptions all = new CompactRangeOptions()
                        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
            rocks.flush(flush, List.copyOf(families.values()));
            for (ColumnFamilyHandle family : families.values()) {
                rocks.compactRange(family, null, null, all);
            }
        }
    }

    RocksDB rocks() {
        return rocks;
    }

    byte @Nullable [] get(Table table, byte[] key) throws RocksDBException {
        return families.containsKey(table) || !isYoung(table) ? rocks.get(family(table), key) : null;
    }

    /** Shows rows as {@link Store#scan} says. */
    void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor)
            throws RocksDBException {
        if (to != null && Arrays.compareUnsigned(from, to) >= 0 || !families.containsKey(table) && isYoung(table)) {
            return;
        }
        try (Slice lower = new Slice(from);
                @Nullable Slice upper = to == null ? null : new Slice(to);
                ReadOptions options = new ReadOptions()) {
            options.setIterateLowerBound(lower);
            if (upper != null) {
                // Without it the iterator would walk over the tombstones behind the range to find its next row.
                options.setIterateUpperBound(upper);
            }
            try (RocksIterator rows = rocks.newIterator(family(table), options)) {
                show(rows, direction, visitor);
            }
        }
    }

    private static void show(RocksIterator rows, Direction direction, Visitor visitor) throws RocksDBException {
        switch (direction) {
            case FORWARDS -> rows.seekToFirst();
            case BACKWARDS -> rows.seekToLast();
        }
        boolean more = true;
        while (more && rows.isValid()) {
            more = visitor.row(rows.key(), rows.value());
            if (more) {
                switch (direction) {
                    case FORWARDS -> rows.next();
                    case BACKWARDS -> rows.prev();
                }
            }
        }
        // An iterator that met damage is not valid, as if the rows had ended; only its status tells the difference.
        rows.status();
    }

    ColumnFamilyHandle family(Table table) {
        ColumnFamilyHandle family = families.get(table);
        if (family == null) {
            throw new IllegalArgumentException("No column family for table " + table);
        }
        return family;
    }

    /** The numbers that RocksDB gave the column families, by the id of their table. */
    int[] familyNumbers() {
        int[] numbers = new int[families.size()];
        families.forEach((table, family) -> numbers[table.id()] = family.getID());
        return numbers;
    }

    /**
     * Options of the database as a whole.
     *
     * <p>Recovery goes up to the first record that cannot be read. {@link WriteAheadLog} has found before that such a
     * record is a torn end and has cut it off, and that no file is missing or cut. A database that is only read may meet
     * a torn end, which does not matter to it. RocksDB could note its log files in the manifest to find that
     * out ({@code track_and_verify_wals_in_manifest}); then most commits wait for the disk twice. Log files are not reused for new ones, because old records in a reused file look like damage or hide it.
     * Recovery moves everything to table files (RocksDB's default), so what it brought back is durable, though a
     * killed process may have left it in the system's memory only.
     *
     * <p>There is one writer, so all that serves several (concurrent memtables, pipelines) is off. The log's size
     * bounds the time of a recovery.
     */
    private DBOptions options(RocksSettings settings) {
        // An option that has no setter. It keeps the machine's name out of the table files.
        Properties unnamed = new Properties();
        unnamed.setProperty("db_host_id", "millrace");
        return keep(DBOptions.getDBOptionsFromProps(unnamed))
                .setCreateMissingColumnFamilies(true)
                .setAllowConcurrentMemtableWrite(false)
                .setDbWriteBufferSize(settings.writeBufferBytes())
                .setMaxTotalWalSize(settings.writeBufferBytes())
                .setMaxBackgroundJobs(2)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(1 << 20)
                .setKeepLogFileNum(2)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    /**
     * Options of one table.
     *
     * <p>The dearest part of a commit, after the wait for the disk, is finding each row's place in the sorted write
     * buffer. In a buffer of 4 MB that is twice as fast as in one of 32 MB, because it stays in the processor's cache;
     * eight of them are merged into one table file, so that files do not become small and many.
     *
     * <p>Indexes and filters live in the cache like other blocks, so that memory does not grow with the history; they
     * are cut into small pieces, because loading all of a file's filter for one lookup would cost more than it saves.
     */
    private ColumnFamilyOptions tuning(Table table, Cache cache, RocksSettings settings) {
        BlockBasedTableConfig blocks = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setPinTopLevelIndexAndFilter(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setFilterPolicy(keep(new BloomFilter(10)))
                .setOptimizeFiltersForMemory(true)
                .setFormatVersion(5);
        ColumnFamilyOptions options =
                switch (table) {
                    case META, EVENTS, LOG, CASES, FILES, INDEX -> kept();
                    case REQUESTS, SNAPSHOTS -> lookedUpInVain();
                    case WORK, TIMERS, OUTBOX -> consumed();
                };
        return options.setTableFormatConfig(blocks)
                .setWriteBufferSize(Math.min(WRITE_BUFFER_BYTES, settings.writeBufferBytes() / 4))
                .setMaxWriteBufferNumber(MOST_WRITE_BUFFERS)
                .setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    private ColumnFamilyOptions kept() {
        return keep(new ColumnFamilyOptions()).setMinWriteBufferNumberToMerge(WRITE_BUFFERS_IN_A_FILE);
    }

    /** Tables in which most keys that are looked up are not there: filters for the write buffers too. */
    private ColumnFamilyOptions lookedUpInVain() {
        return kept().setMemtablePrefixBloomSizeRatio(0.05)
                .setMemtableWholeKeyFiltering(true);
    }

    /**
     * Tables from which rows are taken about as fast as they are put. What is left of a taken row is a tombstone, and a
     * scan for the first rows walks over all of them. So their buffers are written out one by one, and a table file in
     * which half of 1024 neighbouring entries are tombstones is compacted at once, not when its level is full.
     */
    private ColumnFamilyOptions consumed() {
        // Only Options has a setter for the collector; the column family's options take it over from there.
        Options options = keep(new Options());
        options.setTablePropertiesCollectorFactory(
                List.of(keep(TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(1024, 512, 0.5))));
        return keep(new ColumnFamilyOptions(options));
    }

    /** META is the family that RocksDB opens in any case; the others are named like their table. */
    private static byte[] name(Table table) {
        return table == Table.META
                ? RocksDB.DEFAULT_COLUMN_FAMILY
                : table.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
    }

    private <T extends AutoCloseable> T keep(T resource) {
        natives.push(resource);
        return resource;
    }

    /** Releases in the opposite order of creation: families before their database, options and cache at the end. */
    @Override
    public void close() {
        close(families.values(), rocks, natives);
    }

    /** Releases everything, whatever fails on the way; the first failure is thrown at the end. */
    private static void close(
            Collection<ColumnFamilyHandle> families, @Nullable RocksDB rocks, Deque<AutoCloseable> natives) {
        List<AutoCloseable> all = new ArrayList<>(families);
        if (rocks != null) {
            all.add(rocks);
        }
        all.addAll(natives);
        natives.clear();
        IllegalStateException failure = null;
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new IllegalStateException("RocksDB did not release its memory.", e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
