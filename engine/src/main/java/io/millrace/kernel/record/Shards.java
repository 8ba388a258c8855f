package io.millrace.kernel.record;

import io.millrace.data.Out;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which shard an entity belongs to. Shards are the units in which a later version shares a store among engines, so the
 * function below and the number of shards are part of the stored form: neither changes in the life of a journal.
 *
 * <p>A case belongs to the shard of its number: {@code (number + hash(tenant)) mod count}. Whoever owns a shard can so
 * give out its case numbers without asking anybody. Every other entity belongs to {@code hash(tenant, kind, name) mod
 * count}. The hash is FNV-1a with 64 bits over the bytes of the key.
 */
public final class Shards {
    /** How many shards a new journal has. */
    public static final int DEFAULT = 16;

    private static final byte[] ROW = "shards".getBytes(StandardCharsets.UTF_8);
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private final int count;
    /** Tenants are few, and every key of a case needs the hash of one. */
    private final Map<String, Long> tenants = new ConcurrentHashMap<>();

    public Shards(int count) {
        if (count < 1 || count > 256) {
            throw new IllegalArgumentException("A journal has 1 to 256 shards: " + count);
        }
        this.count = count;
    }

    public int count() {
        return count;
    }

    int of(EntityId id) {
        if (id instanceof EntityId.OfCase e) {
            Long known = tenants.get(e.tenant());
            long tenant = known == null ? learn(e.tenant()) : known;
            return (int) Math.floorMod(tenant + e.root(), (long) count);
        }
        Out key = new Out(48).keyText(id.tenant());
        EntityKind.write(key, id);
        return (int) Math.floorMod(hash(key.toBytes()), (long) count);
    }

    private long learn(String tenant) {
        return tenants.computeIfAbsent(tenant, name -> hash(new Out().keyText(name).toBytes()));
    }

    static long hash(byte[] bytes) {
        long hash = OFFSET;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * PRIME;
        }
        return hash;
    }

    /** The shards of a journal; a journal that does not say so yet will have the default. */
    public static Shards in(Store store) {
        byte[] row = store.get(Table.META, ROW);
        return new Shards(row == null ? DEFAULT : Math.toIntExact(Small.number(row)));
    }

    /** Whether a journal says how many shards it has. */
    public static boolean areSaid(Store store) {
        return store.get(Table.META, ROW) != null;
    }

    public static byte[] row() {
        return ROW.clone();
    }

    public byte[] value() {
        return Small.number(count);
    }
}
