package io.millrace.store.rocksdb;

/**
 * Settings of a {@link RocksStore}. Immutable.
 *
 * @param durability what an acknowledged commit survives
 * @param reserveBytes the store refuses commits while the disk has less free space than this
 * @param cacheBytes native memory for blocks that were read
 * @param writeBufferBytes native memory for rows that are in the log but not yet in a table file, all tables together
 */
public record RocksSettings(Durability durability, long reserveBytes, long cacheBytes, long writeBufferBytes) {

    private static final long MEGABYTE = 1 << 20;

    /** What an acknowledged commit survives. */
    public enum Durability {
        /** A crash of the process and of the machine: every commit waits for the disk (fsync). */
        POWER_FAILURE,
        /** The end of the process only: a machine that loses power loses its last commits, acknowledged or not. */
        PROCESS_END
    }

    public RocksSettings {
        if (reserveBytes < 0 || cacheBytes < MEGABYTE || writeBufferBytes < MEGABYTE) {
            throw new IllegalArgumentException(
                    "The reserve cannot be negative; cache and write buffers need at least " + MEGABYTE + " bytes.");
        }
    }

    /** Durable against power failure, 64 MB kept free on the disk, 64 MB of cache, 128 MB of write buffers. */
    public static RocksSettings standard() {
        return new RocksSettings(Durability.POWER_FAILURE, 64 * MEGABYTE, 64 * MEGABYTE, 128 * MEGABYTE);
    }

    public RocksSettings withDurability(Durability what) {
        return new RocksSettings(what, reserveBytes, cacheBytes, writeBufferBytes);
    }

    public RocksSettings withReserveBytes(long bytes) {
        return new RocksSettings(durability, bytes, cacheBytes, writeBufferBytes);
    }

    public RocksSettings withCacheBytes(long bytes) {
        return new RocksSettings(durability, reserveBytes, bytes, writeBufferBytes);
    }

    public RocksSettings withWriteBufferBytes(long bytes) {
        return new RocksSettings(durability, reserveBytes, cacheBytes, bytes);
    }
}
