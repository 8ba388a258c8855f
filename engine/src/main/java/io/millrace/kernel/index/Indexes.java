package io.millrace.kernel.index;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Memories;
import io.millrace.kernel.entity.Opaque;
import io.millrace.event.Projection;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.PayloadCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of projections as a whole: which projections the journal has rows of, whether those are complete, and what the turns of an
 * entity make of them.
 *
 * <p>Rows are there only of projections that are kept up. An engine that is opened without one removes its rows, because it does not
 * go on with them and erasing could not find them.
 */
public final class Indexes {
    private static final byte[] MARKS = "projection/".getBytes(StandardCharsets.UTF_8);

    /** What is known of the rows of a projection. */
    private record Mark(int version, boolean complete) {}

    private static final Form<Function<In, Mark>> FORM =
            Form.first("the mark of a projection", in -> new Mark(in.varint32(), in.bool()));

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue;
    private final Loader loader;
    private final Projections projections;

    public Indexes(Store store, Keys keys, PayloadCodec codec, Catalogue catalogue, Loader loader, Projections projections) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.catalogue = catalogue;
        this.loader = loader;
        this.projections = projections;
    }

    // Marks.

    /** Adds the removal of what is not kept up, and marks for what will be. A journal without turns needs no building. */
    public Batch opening() {
        Batch batch = forgotten();
        boolean[] any = {false};
        store.scan(Table.EVENTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            any[0] = true;
            return false;
        });
        for (Projection each : projections.all()) {
            Mark mark = mark(each.name());
            if (mark == null || mark.version() != each.version()) {
                batch.put(Table.META, markRow(each.name()), value(each, !any[0]));
            }
        }
        return batch;
    }

    /** Adds the removal of the rows of projections that are not here, or that have another form now. */
    Batch forgotten() {
        Batch batch = new Batch();
        store.scan(Table.META, MARKS, Keys.after(MARKS), Store.Direction.FORWARDS, (key, value) -> {
            String name = new String(key, MARKS.length, key.length - MARKS.length, StandardCharsets.UTF_8);
            In in = new In(value);
            int version = FORM.reader(in).apply(in).version();
            boolean kept = projections.all().stream().anyMatch(each -> each.name().equals(name) && each.version() == version);
            if (!kept) {
                clear(name, batch);
                batch.delete(Table.META, key);
            }
            return true;
        });
        return batch;
    }

    private static void clear(String name, Batch batch) {
        byte[] prefix = Projections.prefix(name);
        byte[] end = Keys.after(prefix);
        if (end == null) {
            throw new BrokenInvariant("the key of a projection without a successor");
        }
        batch.deleteRange(Table.INDEX, prefix, end);
    }

    private @Nullable Mark mark(String name) {
        byte[] row = store.get(Table.META, markRow(name));
        if (row == null) {
            return null;
        }
        In in = new In(row);
        return FORM.reader(in).apply(in);
    }

    private static byte[] markRow(String name) {
        return new Out().raw(MARKS).raw(name.getBytes(StandardCharsets.UTF_8)).toBytes();
    }

    private static byte[] value(Projection projection, boolean complete) {
        return FORM.begin(new Out(4)).varint(projection.version()).bool(complete).toBytes();
    }

    public boolean isComplete(Projection projection) {
        Mark mark = mark(demand(projection.name()).name());
        return mark != null && mark.complete();
    }

    private Projection demand(String name) {
        return projections.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.PART_MISSING.with("projection '" + name + "'")));
    }

    // Building.

    /** Begins to build a projection: none of its rows is left, and it is not complete. */
    public Batch begun(Projection projection) {
        demand(projection.name());
        Batch batch = new Batch().put(Table.META, markRow(projection.name()), value(projection, false));
        clear(projection.name(), batch);
        return batch;
    }

    public Batch built(Projection projection) {
        return new Batch().put(Table.META, markRow(projection.name()), value(projection, true));
    }

    /** The next entities after one that projections see, at most so many. */
    public List<EntityId> entitiesAfter(@Nullable EntityId last, int most) {
        List<EntityId> found = new ArrayList<>();
        byte[] from = last == null ? new byte[0] : Keys.after(keys.entity(last).toBytes());
        while (found.size() < most && from != null) {
            EntityId[] next = {null};
            store.scan(Table.EVENTS, from, null, Store.Direction.FORWARDS, (key, value) -> {
                next[0] = Keys.readEntity(new In(key));
                return false;
            });
            if (next[0] == null) {
                break;
            }
            if (!next[0].kind().vanishes()) {
                found.add(next[0]);
            }
            from = Keys.after(keys.entity(next[0]).toBytes());
        }
        return found;
    }

    /** All turns of one entity as they are in the store. */
    public static final class Tape {
        public final EntityId id;
        private final byte[] prefix;
        /** In the order of their numbers; null if they are too many to be held at once. */
        private @Nullable List<Turn> turns = new ArrayList<>();

        private record Turn(long sequence, byte[] value) {}

        private Tape(EntityId id, byte[] prefix) {
            this.id = id;
            this.prefix = prefix;
        }

        private boolean has(byte[] key) {
            return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
        }

        private void add(byte[] key, byte[] value) {
            if (turns != null) {
                turns.add(new Turn(new In(key, prefix.length, key.length).int64(), value));
            }
        }
    }

    /** The turns of the next entities after one that projections see, of about so many bytes. Empty at the end. */
    public List<Tape> tapesAfter(@Nullable EntityId last, int most) {
        List<Tape> tapes = new ArrayList<>();
        int[] bytes = {0};
        byte[] from = last == null ? new byte[0] : Keys.after(keys.entity(last).toBytes());
        if (from == null) {
            return tapes;
        }
        store.scan(Table.EVENTS, from, null, Store.Direction.FORWARDS, (key, value) -> {
            Tape tape = tapes.isEmpty() ? null : tapes.getLast();
            if (tape == null || !tape.has(key)) {
                if (bytes[0] > most) {
                    return false;
                }
                EntityId id = Keys.readEntity(new In(key));
                tape = new Tape(id, keys.entity(id).toBytes());
                tapes.add(tape);
            }
            bytes[0] += key.length + value.length;
            tape.add(key, value);
            if (bytes[0] > 2 * most) {
                tape.turns = null;
                return false;
            }
            return true;
        });
        return tapes;
    }

    /** What all turns of an entity in the store make of one projection. */
    public Rebuilt rebuilt(EntityId id, Projection projection) {
        return rebuilt(tape(id), projection);
    }

    /** The turns of an entity, read one by one. */
    private Tape tape(EntityId id) {
        Tape tape = new Tape(id, keys.entity(id).toBytes());
        tape.turns = null;
        return tape;
    }

    public Rebuilt rebuilt(Tape tape, Projection projection) {
        Set<String> opaque = new HashSet<>();
        Entity<?> entity = blank(tape.id, opaque);
        Batch rows = rowsOf(entity, tape, Projections.of(List.of(projection), codec));
        return new Rebuilt(projection, rows, entity.memories(), opaque);
    }

    /** The rows of one projection of an entity, and what it remembers of it. */
    public final class Rebuilt {
        private final Projection projection;
        public final Batch rows;
        private final Memories memories;
        /** Processes whose code was not there, so that the projection may have seen less of the entity. */
        public final Set<String> opaque;

        private Rebuilt(Projection projection, Batch rows, Memories memories, Set<String> opaque) {
            this.projection = projection;
            this.rows = rows;
            this.memories = memories;
            this.opaque = opaque;
        }

        /** The entity in the heap, which is at the same turn, goes on from here. */
        public void handTo(Entity<?> entity) {
            projections.adopt(projection, entity.memories(), memories);
        }
    }

    /** Adds the removal of all rows of an entity that is erased. */
    public void erase(EntityId id, Batch batch) {
        if (!projections.isEmpty()) {
            for (Batch.Change change : rowsOf(blank(id, new HashSet<>()), tape(id), projections).changes()) {
                if (change instanceof Batch.Put put) {
                    batch.delete(Table.INDEX, put.key());
                }
            }
        }
        batch.addAll(forgotten());
    }

    private Entity<?> blank(EntityId id, Set<String> opaque) {
        return id instanceof EntityId.OfCase cases
                ? new CaseEntity(cases, Opaque.around(catalogue.of(id.tenant()), opaque), caseId -> null)
                : loader.blank(id);
    }

    /** What the turns of an entity leave in rows. Those of projections with a memory come once, at the end. */
    private Batch rowsOf(Entity<?> entity, Tape tape, Projections kept) {
        NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
        if (tape.turns == null) {
            store.scan(Table.EVENTS, tape.prefix, Keys.after(tape.prefix), Store.Direction.FORWARDS, (key, value) -> {
                replay(entity, new In(key, tape.prefix.length, key.length).int64(), value, kept, rows);
                return true;
            });
        } else {
            tape.turns.forEach(turn -> replay(entity, turn.sequence(), turn.value(), kept, rows));
        }
        Batch remembered = new Batch();
        entity.finish(kept, remembered);
        if (rows.isEmpty()) {
            return remembered;
        }
        fold(remembered, rows);
        Batch all = new Batch();
        rows.forEach((key, value) -> all.put(Table.INDEX, key, value));
        return all;
    }

    private void replay(Entity<?> entity, long sequence, byte[] value, Projections kept, NavigableMap<byte[], byte[]> rows) {
        Batch batch = new Batch();
        entity.replay(TurnRecord.read(entity.id, sequence, new In(codec.decode(value))), kept, batch);
        fold(batch, rows);
    }

    /** Carries out changes of rows in memory. */
    public static void fold(Batch batch, NavigableMap<byte[], byte[]> rows) {
        for (Batch.Change change : batch.changes()) {
            switch (change) {
                case Batch.Put put -> rows.put(put.key(), put.value());
                case Batch.Delete delete -> rows.remove(delete.key());
                case Batch.DeleteRange range -> throw new BrokenInvariant("a projection deletes no ranges");
            }
        }
    }

    /** The rows of a projection as they are in the store. */
    public Projection.Stored rows(Projection projection) {
        return Projections.rows(demand(projection.name()), store, codec);
    }
}
