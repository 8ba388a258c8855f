package io.millrace.kernel.entity;

import io.millrace.data.DataException;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Code;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings entities back into the heap: the snapshot, if there is one, and the turns after it. Writes the snapshots, too.
 *
 * <p>Invariant: the snapshot of each case is exact as of the sequence in the entity's own snapshot; a case that has none
 * started later, or has ended. A snapshot that this version cannot read, because its form is another or because it is
 * damaged, is not needed: the turns say the same, and it is rebuilt from them.
 */
public final class Loader {
    private interface Reader {
        Entity<?> read(Loader loader, EntityId id, In in);
    }

    /** The form of the entity's own snapshot; {@link CaseCodec} has that of each case. */
    private static final Form<Reader> FORM = Form.first("a snapshot", Loader::readFirst);

    private final @Nullable Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue;

    public Loader(@Nullable Store store, Keys keys, PayloadCodec codec, Catalogue catalogue) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.catalogue = catalogue;
    }

    /** The entity as of its last committed turn; a new one if it has never had any. */
    public Entity<?> load(EntityId id) {
        if (store == null) {
            return blank(id);
        }
        Entity<?> saved = saved(id);
        return replayed(saved == null ? blank(id) : saved, Long.MAX_VALUE);
    }

    /** The entity as its turns alone make it, without any snapshot, up to a turn. */
    public Entity<?> replayed(EntityId id, long last) {
        Entity<?> entity = id instanceof EntityId.OfCase cases ? caseEntity(cases, caseId -> null) : blank(id);
        return replayed(entity, last);
    }

    private Entity<?> replayed(Entity<?> entity, long last) {
        Store from = store;
        if (from == null) {
            return entity;
        }
        int prefix = keys.entity(entity.id).length();
        byte[] end = last == Long.MAX_VALUE ? keys.entity(entity.id).int64(last).toBytes() : keys.event(entity.id, last + 1);
        from.scan(Table.EVENTS, keys.event(entity.id, entity.sequence + 1), end, Store.Direction.FORWARDS, (key, value) -> {
            replay(entity, new In(key, prefix, key.length).int64(), value);
            return true;
        });
        if (entity instanceof CaseEntity cases) {
            cases.dropEnded();
        }
        return entity;
    }

    private void replay(Entity<?> entity, long sequence, byte[] value) {
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
    public Entity<?> blank(EntityId id) {
        return switch (id) {
            case EntityId.OfCase of -> caseEntity(of);
            case EntityId.OfMailbox of -> MailboxEntity.at(of);
            case EntityId.OfKey of -> new KeyEntity(of);
            case EntityId.OfRegistry of -> new RegistryEntity(of);
            case EntityId.OfParticipant of -> new ParticipantEntity(of);
            case EntityId.OfPool of -> new PoolEntity(of, catalogue.staff(of.tenant()));
        };
    }

    CaseEntity caseEntity(EntityId.OfCase id) {
        return caseEntity(id, caseId -> savedCase(id, caseId));
    }

    private CaseEntity caseEntity(EntityId.OfCase id, Function<CaseId, @Nullable CaseState> cases) {
        return new CaseEntity(id, catalogue.of(id.tenant()), cases);
    }

    private @Nullable CaseState savedCase(EntityId.OfCase id, CaseId caseId) {
        byte[] bytes = store == null ? null : store.get(Table.SNAPSHOTS, keys.snapshot(id, caseId));
        if (bytes == null) {
            return null;
        }
        try {
            return CaseCodec.read(caseId, new In(codec.decode(bytes)), catalogue.of(id.tenant()));
        } catch (DataException e) {
            return ((CaseEntity) replayed(id, savedAt(id))).inHeap(caseId);
        }
    }

    /** The turn up to which the snapshots of an entity reach. */
    private long savedAt(EntityId id) {
        Entity<?> saved = saved(id);
        return saved == null ? 0 : saved.sequence;
    }

    /** The entity as its own snapshot has it, or null when there is none that can be read. */
    @Nullable
    public Entity<?> saved(EntityId id) {
        byte[] header = store == null ? null : store.get(Table.SNAPSHOTS, keys.snapshot(id, null));
        return header == null ? null : saved(id, header);
    }

    /** What an entity's own snapshot says; null when the turns have to say it. */
    private @Nullable Entity<?> saved(EntityId id, byte[] header) {
        try {
            In in = new In(codec.decode(header));
            return FORM.reader(in).read(this, id, in);
        } catch (DataException e) {
            if (id.kind().vanishes()) {
                // Its earlier turns are gone, so nothing else says what it was.
                throw new StoreException(Code.DAMAGED.with("the snapshot of " + id, String.valueOf(e.getMessage())), e);
            }
            return null;
        }
    }

    private Entity<?> readFirst(EntityId id, In in) {
        long sequence = in.varint();
        Instant last = in.instant();
        long sent = in.varint();
        Entity<?> entity = blank(id);
        entity.read(in);
        entity.sequence = sequence;
        entity.committed = sequence;
        entity.last = last;
        entity.sent = sent;
        entity.saved = sequence;
        entity.isNew = false;
        return entity;
    }

    /** Adds the rows of a snapshot: the entity itself and the cases that changed since the last one. */
    public long save(Entity<?> entity, Batch batch) {
        Out header = FORM.begin(new Out(64)).varint(entity.sequence).instant(entity.last).varint(entity.sent);
        entity.write(header);
        byte[] bytes = codec.encode(header.toBytes());
        batch.put(Table.SNAPSHOTS, keys.snapshot(entity.id, null), bytes);
        long size = bytes.length;
        if (entity instanceof CaseEntity cases) {
            for (CaseId caseId : cases.takeUnsaved()) {
                CaseState member = cases.inHeap(caseId);
                byte[] key = keys.snapshot(entity.id, caseId);
                if (member == null) {
                    batch.delete(Table.SNAPSHOTS, key);
                } else {
                    Out out = new Out(512);
                    CaseCodec.write(out, member);
                    byte[] value = codec.encode(out.toBytes());
                    batch.put(Table.SNAPSHOTS, key, value);
                    size += value.length;
                }
            }
        }
        if (entity.id.kind().vanishes()) {
            removeTurns(entity, entity.saved, entity.sequence, batch);
        }
        entity.saved = entity.sequence;
        entity.unsavedBytes = 0;
        return size;
    }

    /** Adds the removal of an entity in which nothing is left, after its last turn. */
    public void remove(Entity<?> entity, Batch batch) {
        batch.delete(Table.SNAPSHOTS, keys.snapshot(entity.id, null));
        removeTurns(entity, entity.saved, entity.sequence, batch);
        entity.isNew = true;
        entity.saved = entity.sequence;
        entity.savedBytes = 0;
        entity.unsavedBytes = 0;
    }

    private void removeTurns(Entity<?> entity, long after, long last, Batch batch) {
        for (long turn = after + 1; turn <= last; turn++) {
            batch.delete(Table.EVENTS, keys.event(entity.id, turn));
        }
    }
}
