package io.millrace.kernel.entity;

import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an engine without a store keeps so that a turn that threw can be undone: the recorded turns of each open entity,
 * as objects, and a snapshot in place of the older ones.
 */
public final class Past {
    /** How many turns are kept at least before a snapshot takes their place. */
    private static final int TURNS = 256;
    /** How much of a snapshot a turn may cost: a large state is written less often, so that each turn costs the same. */
    private static final int BYTES_PER_TURN = 256;

    private static final Keys KEYS = new Keys(new Shards(1));

    private final MemoryStore snapshots = new MemoryStore();
    private final Loader loader;
    private final Map<EntityId, List<TurnRecord>> turns = new HashMap<>();

    public Past(Catalogue catalogue) {
        this.loader = new Loader(snapshots, KEYS, PayloadCodec.PLAIN, catalogue);
    }

    public void add(Entity<?> entity, TurnRecord turn) {
        List<TurnRecord> list = turns.computeIfAbsent(entity.id, id -> new ArrayList<>(8));
        list.add(turn);
        if (list.size() > Math.max(TURNS, entity.savedBytes / BYTES_PER_TURN)) {
            Batch batch = new Batch();
            entity.savedBytes = loader.save(entity, batch);
            snapshots.commit(batch);
            list.clear();
        }
    }

    /** The entity as it was after its last recorded turn. */
    public Entity<?> recall(EntityId id) {
        Entity<?> entity = loader.load(id);
        turns.getOrDefault(id, List.of()).forEach(entity::replay);
        return entity;
    }

    public void forget(EntityId id) {
        turns.remove(id);
        byte[] from = KEYS.entity(id).toBytes();
        byte[] to = Keys.after(from);
        if (to != null) {
            snapshots.commit(new Batch().deleteRange(Table.SNAPSHOTS, from, to));
        }
    }
}
