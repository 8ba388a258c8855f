package io.millrace.kernel.check;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which rows of an entity's older snapshots there are, by the turn of the snapshot. */
final class KeptRows {
    private final Map<Long, List<CaseId>> turns = new HashMap<>();

    KeptRows(Store store, Keys keys, EntityId id) {
        store.scan(Table.SNAPSHOTS, keys.keptSnapshot(id, 0), keys.keptSnapshot(id, Long.MAX_VALUE), Store.Direction.FORWARDS, (key, value) -> {
            turns.put(turn(key), new ArrayList<>());
            return true;
        });
        if (!turns.isEmpty() && id instanceof EntityId.OfCase cases) {
            byte[] from = keys.keptCases(id);
            store.scan(Table.SNAPSHOTS, from, Keys.after(from), Store.Direction.FORWARDS, (key, value) -> {
                turns.computeIfAbsent(turn(key), turn -> new ArrayList<>())
                        .add(Keys.readKeptCase(cases, new In(key, from.length, key.length)));
                return true;
            });
        }
    }

    private static long turn(byte[] key) {
        return new In(key, key.length - Long.BYTES, key.length).int64();
    }

    boolean has(long turn) {
        return turns.containsKey(turn);
    }

    List<CaseId> cases(long turn) {
        return turns.getOrDefault(turn, List.of());
    }
}
