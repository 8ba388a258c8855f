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
import java.util.LinkedHashMap;
import java.util.Map;
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
        /** Reads into a new entity. */
        void read(Entity<?> entity, In in);
    }

    /** The form of the entity's own snapshot; {@link CaseCodec} has that of each case. */
    private static final Form<Reader> FORM = Form.<Reader>first("a snapshot", (entity, in) -> read(entity, in, false)).next((entity, in) -> read(entity, in, true));

    private final @Nullable Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue;
    private final @Nullable KeptSnapshots older;

    public Loader(@Nullable Store store, Keys keys, PayloadCodec codec, Catalogue catalogue) {
        this(store, keys, codec, catalogue, 0);
    }

    /** @param keptEvery how many bytes of turns lie at least between two snapshots that are kept for time travel; 0 for none */
    public Loader(@Nullable Store store, Keys keys, PayloadCodec codec, Catalogue catalogue, long keptEvery) {
        this.older = store == null ? null : new KeptSnapshots(store, keys, keptEvery);
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
        return replayed(unsaved(id, catalogue.of(id.tenant())), last);
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
        return new CaseEntity(id, catalogue.of(id.tenant()), caseId -> savedCase(id, caseId));
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
            return filled(blank(id), header);
        } catch (DataException e) {
            if (id.kind().vanishes()) {
                // Its earlier turns are gone, so nothing else says what it was.
                throw new StoreException(Code.DAMAGED.with("the snapshot of " + id, String.valueOf(e.getMessage())), e);
            }
            return null;
        }
    }

    private Entity<?> filled(Entity<?> blank, byte[] header) {
        In in = new In(codec.decode(header));
        FORM.reader(in).read(blank, in);
        return blank;
    }

    /** @param keeping whether it says what older snapshots there are; the first form did not */
    private static void read(Entity<?> entity, In in, boolean keeping) {
        entity.sequence = in.varint();
        entity.last = in.instant();
        entity.sent = in.varint();
        entity.keeping = keeping ? Kept.read(in) : entity.id.kind().vanishes() ? Kept.NONE : Kept.after(entity.sequence);
        entity.read(in);
        entity.committed = entity.sequence;
        entity.saved = entity.sequence;
        entity.isNew = false;
    }

    /** Whether a kept snapshot has a row for each case that was open then, and not only for those that changed lately. */
    public boolean hasAllCases(EntityId id, byte[] kept) {
        try {
            return filled(blank(id), kept).keeping.since() == 0;
        } catch (DataException e) {
            return false;
        }
    }

    /**
     * The entity as it was after a turn: a snapshot that was kept, and the turns after it.
     *
     * @param processes the code of cases
     */
    public Entity<?> at(EntityId id, long turn, Processes processes) {
        Entity<?> kept = keptAt(id, turn, processes);
        return replayed(kept == null ? unsaved(id, processes) : kept, turn);
    }

    private @Nullable Entity<?> keptAt(EntityId id, long turn, Processes processes) {
        byte[] own = older == null ? null : older.own(id, turn);
        try {
            if (own == null) {
                return null;
            }
            if (!(id instanceof EntityId.OfCase of)) {
                return filled(blank(id), own);
            }
            KeptMembers members = new KeptMembers(of, processes);
            Entity<?> entity = filled(new CaseEntity(of, processes, members), own);
            members.since = entity.keeping.since();
            members.turn = entity.sequence;
            return entity;
        } catch (DataException e) {
            // Of another form, or damaged: the turns say the same.
            return null;
        }
    }

    /** The cases of an entity as a kept snapshot has them. */
    private final class KeptMembers implements Function<CaseId, @Nullable CaseState> {
        private final EntityId.OfCase id;
        private final Processes processes;
        private long since;
        private long turn;
        private @Nullable CaseEntity replayed;

        KeptMembers(EntityId.OfCase id, Processes processes) {
            this.id = id;
            this.processes = processes;
        }

        @Override
        public @Nullable CaseState apply(CaseId caseId) {
            byte[] row = older == null ? null : older.member(id, caseId, since, turn);
            if (row == null) {
                return since == 0 ? null : fromTurns(caseId);
            }
            try {
                return KeptSnapshots.hasLeft(row) ? null : CaseCodec.read(caseId, new In(codec.decode(row)), processes);
            } catch (DataException e) {
                return fromTurns(caseId);
            }
        }

        private @Nullable CaseState fromTurns(CaseId caseId) {
            CaseEntity whole = replayed;
            if (whole == null) {
                whole = (CaseEntity) Loader.this.replayed(unsaved(id, processes), turn);
                replayed = whole;
            }
            return whole.inHeap(caseId);
        }
    }

    /** An entity without turns, whose cases no snapshot knows. */
    private Entity<?> unsaved(EntityId id, Processes processes) {
        return id instanceof EntityId.OfCase of ? new CaseEntity(of, processes, caseId -> null) : blank(id);
    }

    /** Adds the rows of a snapshot: the entity itself and the cases that changed since the last one. */
    public long save(Entity<?> entity, Batch batch) {
        Map<CaseId, byte @Nullable []> written = new LinkedHashMap<>();
        if (entity instanceof CaseEntity cases) {
            cases.takeUnsaved().forEach(caseId -> written.put(caseId, written(cases.inHeap(caseId))));
        }
        Out own = new Out(64);
        entity.write(own);
        boolean keep = older != null && older.keep(entity, own.length(), written, caseId -> row(entity, caseId), batch);
        Out header = FORM.begin(new Out(64)).varint(entity.sequence).instant(entity.last).varint(entity.sent);
        entity.keeping.write(header);
        header.raw(own.toBytes());
        byte[] bytes = codec.encode(header.toBytes());
        batch.put(Table.SNAPSHOTS, keys.snapshot(entity.id, null), bytes);
        if (keep) {
            batch.put(Table.SNAPSHOTS, keys.keptSnapshot(entity.id, entity.sequence), bytes);
        }
        long size = bytes.length;
        for (Map.Entry<CaseId, byte @Nullable []> member : written.entrySet()) {
            byte[] key = keys.snapshot(entity.id, member.getKey());
            byte[] value = member.getValue();
            if (value == null) {
                batch.delete(Table.SNAPSHOTS, key);
            } else {
                batch.put(Table.SNAPSHOTS, key, value);
                size += value.length;
            }
        }
        if (entity.id.kind().vanishes()) {
            removeTurns(entity, entity.saved, entity.sequence, batch);
        }
        entity.saved = entity.sequence;
        entity.unsavedBytes = 0;
        return size;
    }

    /** A case that was saved before: one that is not in the heap is as the store has it. */
    private byte @Nullable [] row(Entity<?> entity, CaseId caseId) {
        CaseState member = entity instanceof CaseEntity cases ? cases.inHeap(caseId) : null;
        return member != null || store == null ? written(member) : store.get(Table.SNAPSHOTS, keys.snapshot(entity.id, caseId));
    }

    private byte @Nullable [] written(@Nullable CaseState member) {
        if (member == null) {
            return null;
        }
        Out out = new Out(512);
        CaseCodec.write(out, member);
        return codec.encode(out.toBytes());
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
