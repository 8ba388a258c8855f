package io.millrace.kernel;

import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.runtime.PayloadCodec;
import org.jspecify.annotations.Nullable;

/**
 * Brings entities back into the heap: the snapshot, if there is one, and the turns after it. Writes the snapshots, too.
 *
 * <p>Invariant: the snapshot of each part is exact as of the sequence in the entity's own snapshot; a part that has
 * none started later, or has ended.
 */
final class Loader {
    private static final int SCHEMA = 1;

    private final @Nullable Store store;
    private final PayloadCodec codec;
    private final Catalogue catalogue;

    Loader(@Nullable Store store, PayloadCodec codec, Catalogue catalogue) {
        this.store = store;
        this.codec = codec;
        this.catalogue = catalogue;
    }

    /** The entity as of its last committed turn; a new one if it has never had any. */
    Entity load(EntityId id) {
        if (store == null) {
            return blank(id);
        }
        byte[] header = store.get(Table.SNAPSHOTS, Keys.snapshot(id, null));
        Entity entity = header == null ? blank(id) : readHeader(id, new In(codec.decode(header)));
        byte[] prefix = Keys.entity(id).toBytes();
        byte[] end = Keys.entity(id).int64(Long.MAX_VALUE).toBytes();
        store.scan(Table.EVENTS, Keys.event(id, entity.sequence + 1), end, Store.Direction.FORWARDS, (key, value) -> {
            replay(entity, new In(key, prefix.length, key.length).int64(), value);
            return true;
        });
        if (entity instanceof CaseEntity cases) {
            cases.dropEnded();
        }
        return entity;
    }

    private void replay(Entity entity, long sequence, byte[] value) {
        if (sequence != entity.sequence + 1) {
            throw damaged(entity.id, entity.sequence + 1, "the turn is missing", null);
        }
        try {
            entity.replay(TurnRecord.read(entity.id, sequence, new In(codec.decode(value))));
        } catch (DataException e) {
            throw damaged(entity.id, sequence, e.getMessage(), e);
        }
        entity.unsavedBytes += value.length;
    }

    static StoreException damaged(EntityId id, long sequence, @Nullable String why, @Nullable Throwable cause) {
        var problem = Code.DAMAGED.with("turn " + sequence + " of " + id, String.valueOf(why));
        return cause == null ? new StoreException(problem) : new StoreException(problem, cause);
    }

    /** An entity that has never had a turn. */
    Entity blank(EntityId id) {
        return switch (id) {
            case EntityId.OfCase e -> caseEntity(e);
            case EntityId.OfMailbox e -> new MailboxEntity(e);
            case EntityId.OfKey e -> new KeyEntity(e);
            case EntityId.OfRegistry e -> new RegistryEntity(e);
        };
    }

    private CaseEntity caseEntity(EntityId.OfCase id) {
        return new CaseEntity(id, catalogue.of(id.tenant()), caseId -> loadPart(id, caseId));
    }

    private @Nullable CaseState loadPart(EntityId.OfCase id, CaseId caseId) {
        byte[] bytes = store == null ? null : store.get(Table.SNAPSHOTS, Keys.snapshot(id, caseId));
        return bytes == null ? null : CaseCodec.read(caseId, new In(codec.decode(bytes)), catalogue.of(id.tenant()));
    }

    private Entity readHeader(EntityId id, In in) {
        int schema = in.u8();
        if (schema != SCHEMA) {
            throw in.damaged("a snapshot of schema " + schema);
        }
        long sequence = in.varint();
        var last = in.instant();
        long sent = in.varint();
        Entity entity = switch (id) {
            case EntityId.OfCase e -> caseEntity(e);
            case EntityId.OfMailbox e -> MailboxEntity.read(e, in);
            case EntityId.OfKey e -> KeyEntity.read(e, in);
            case EntityId.OfRegistry e -> RegistryEntity.read(e, in);
        };
        entity.sequence = sequence;
        entity.last = last;
        entity.sent = sent;
        entity.saved = sequence;
        return entity;
    }

    /** Adds the rows of a snapshot: the entity itself and the parts that changed since the last one. */
    long save(Entity entity, Batch batch) {
        Out header = new Out(64).u8(SCHEMA).varint(entity.sequence).instant(entity.last).varint(entity.sent);
        entity.write(header);
        byte[] bytes = codec.encode(header.toBytes());
        batch.put(Table.SNAPSHOTS, Keys.snapshot(entity.id, null), bytes);
        long size = bytes.length;
        if (entity instanceof CaseEntity cases) {
            for (CaseId caseId : cases.takeUnsaved()) {
                CaseState part = cases.inHeap(caseId);
                byte[] key = Keys.snapshot(entity.id, caseId);
                if (part == null) {
                    batch.delete(Table.SNAPSHOTS, key);
                } else {
                    Out out = new Out(512);
                    CaseCodec.write(out, part);
                    byte[] value = codec.encode(out.toBytes());
                    batch.put(Table.SNAPSHOTS, key, value);
                    size += value.length;
                }
            }
        }
        entity.saved = entity.sequence;
        entity.unsavedBytes = 0;
        return size;
    }
}
