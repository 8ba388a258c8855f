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

    /** What all turns of an entity in the store make of one projection. */
    public Rebuilt rebuilt(EntityId id, Projection projection) {
        Batch batch = new Batch();
        Set<String> opaque = new HashSet<>();
        Entity<?> entity = blank(id, opaque);
        rowsOf(entity, Projections.of(List.of(projection), codec)).forEach((key, value) -> batch.put(Table.INDEX, key, value));
        return new Rebuilt(projection, batch, entity.memories(), opaque);
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
            rowsOf(blank(id, new HashSet<>()), projections).keySet().forEach(key -> batch.delete(Table.INDEX, key));
        }
        batch.addAll(forgotten());
    }

    private Entity<?> blank(EntityId id, Set<String> opaque) {
        return id instanceof EntityId.OfCase cases
                ? new CaseEntity(cases, Opaque.around(catalogue.of(id.tenant()), opaque), caseId -> null)
                : loader.blank(id);
    }

    private NavigableMap<byte[], byte[]> rowsOf(Entity<?> entity, Projections kept) {
        NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
        byte[] prefix = keys.entity(entity.id).toBytes();
        store.scan(Table.EVENTS, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            Batch batch = new Batch();
            long sequence = new In(key, prefix.length, key.length).int64();
            entity.replay(TurnRecord.read(entity.id, sequence, new In(codec.decode(value))), kept, batch);
            fold(batch, rows);
            return true;
        });
        Batch remembered = new Batch();
        entity.finish(kept, remembered);
        fold(remembered, rows);
        return rows;
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

    // Reading.

    /** One row of a projection, or null. */
    public byte @Nullable [] get(Projection projection, byte[] key) {
        return Projections.get(store, codec, projection.name(), key);
    }

    /** Shows the rows of a projection as {@link Store#scan} does. */
    public void scan(Projection projection, byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
        Projections.scan(store, codec, demand(projection.name()).name(), from, to, direction, visitor);
    }
}
