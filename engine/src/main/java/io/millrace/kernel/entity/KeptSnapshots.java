package io.millrace.kernel.entity;

import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Older snapshots, which stay so that the state at any past turn is a snapshot and a few turns after it.
 *
 * <p>A snapshot is kept when so much was recorded since the last kept one that all kept snapshots together are a small part of the
 * history. A kept snapshot has a row for the entity itself, and one for each of its cases that changed since the last kept one: a
 * case stands in it as its newest row up to that turn says, and an empty row says that the case has left. So a case with many
 * sub-cases does not write all of them again and again.
 */
final class KeptSnapshots {
    /** All kept snapshots of an entity have at most this part of the bytes of its turns. */
    private static final int SHARE = 8;
    /** About what a row takes besides what it says. */
    private static final int ROW_BYTES = 48;

    private static final byte[] LEFT = {};

    private final Store store;
    private final Keys keys;
    private final long every;

    /** @param every how many bytes of turns lie between kept snapshots at least; 0 when none are kept */
    KeptSnapshots(Store store, Keys keys, long every) {
        this.store = store;
        this.keys = keys;
        this.every = every;
    }

    /**
     * Decides whether the snapshot that is being written is kept, and adds the rows of its cases if it is.
     *
     * @param ownBytes how large the state of the entity itself is
     * @param written the rows of the cases that changed since the last snapshot; null for one that has left
     * @param saved the rows of cases that did not
     */
    boolean keep(
            Entity<?> entity,
            int ownBytes,
            Map<CaseId, byte @Nullable []> written,
            Function<CaseId, byte @Nullable []> saved,
            Batch batch) {
        if (entity.id.kind().vanishes()) {
            return false;
        }
        if (every == 0) {
            entity.keeping = Kept.after(entity.sequence);
            return false;
        }
        long recorded = entity.keeping.bytes() + entity.unsavedBytes;
        Map<CaseId, byte @Nullable []> rows = new LinkedHashMap<>(written);
        boolean keep = recorded >= every && isSmall(ownBytes, rows, recorded);
        if (keep) {
            for (CaseId caseId : entity.keeping.open()) {
                if (!rows.containsKey(caseId)) {
                    rows.put(caseId, saved.apply(caseId));
                }
            }
            entity.keeping.gone().forEach(caseId -> rows.put(caseId, null));
            keep = isSmall(ownBytes, rows, recorded);
        }
        if (keep) {
            rows.forEach((caseId, row) -> batch.put(
                    Table.SNAPSHOTS, keys.keptSnapshot(entity.id, caseId, entity.sequence), row == null ? LEFT : row));
            entity.keeping = entity.keeping.kept();
        } else {
            entity.keeping = entity.keeping.saved(
                    recorded,
                    written.keySet().stream().filter(caseId -> written.get(caseId) != null).toList(),
                    written.keySet().stream().filter(caseId -> written.get(caseId) == null).toList());
        }
        return keep;
    }

    private static boolean isSmall(int ownBytes, Map<CaseId, byte @Nullable []> rows, long recorded) {
        long size = (long) ROW_BYTES + ownBytes;
        for (byte[] row : rows.values()) {
            size += ROW_BYTES + (row == null ? 0 : row.length);
        }
        return recorded / SHARE >= size;
    }

    /** The row of the last kept snapshot of an entity that is not later than a turn, or null. */
    byte @Nullable [] own(EntityId id, long turn) {
        return last(keys.keptSnapshot(id, 0), keys.keptSnapshot(id, turn + 1));
    }

    /**
     * The row of a case in a kept snapshot: null if it was written before keeping began, or if the case has none.
     *
     * @param since the turn after which rows of all changes are there
     */
    byte @Nullable [] member(EntityId id, CaseId caseId, long since, long turn) {
        return last(keys.keptSnapshot(id, caseId, since), keys.keptSnapshot(id, caseId, turn + 1));
    }

    static boolean hasLeft(byte[] row) {
        return row.length == 0;
    }

    private byte @Nullable [] last(byte[] from, byte[] to) {
        byte[][] found = {null};
        store.scan(Table.SNAPSHOTS, from, to, Store.Direction.BACKWARDS, (key, value) -> {
            found[0] = value;
            return false;
        });
        return found[0];
    }
}
