package io.millrace.kernel.entity;

import io.millrace.data.Out;
import io.millrace.event.Projection;
import io.millrace.event.RecordedEvent;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.Keys;
import io.millrace.language.TurnSignal;
import io.millrace.runtime.PayloadCodec;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The projections of an engine, which see an event before and after it is applied. */
public final class Projections {
    /** The projections of an engine that has none. */
    public static final Projections NONE = new Projections(List.of(), PayloadCodec.PLAIN, null);

    private final List<Projection> all;
    /** Where the rows of each lie. */
    private final byte[][] prefixes;
    private final PayloadCodec codec;
    /** Where rows are recalled from; null for those who begin with the first turn of an entity. */
    private final @Nullable Store store;

    private Projections(List<Projection> all, PayloadCodec codec, @Nullable Store store) {
        this.all = List.copyOf(all);
        this.prefixes = all.stream().map(each -> prefix(each.name())).toArray(byte[][]::new);
        this.codec = codec;
        this.store = store;
    }

    public boolean isEmpty() {
        return this == NONE;
    }

    public List<Projection> all() {
        return all;
    }

    /** Those of an engine, which recall from the store what they remember of an entity that comes into the heap. */
    public static Projections of(List<Projection> projections, PayloadCodec codec, Store store) {
        return named(projections, codec, store);
    }

    /** Those that see all turns of an entity from the first one on. */
    public static Projections of(List<Projection> projections, PayloadCodec codec) {
        return named(projections, codec, null);
    }

    private static Projections named(List<Projection> projections, PayloadCodec codec, @Nullable Store store) {
        Set<String> names = new HashSet<>();
        for (Projection each : projections) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException("Two projections are named '" + each.name() + "'. Give each a name of its own.");
            }
        }
        return projections.isEmpty() ? NONE : new Projections(projections, codec, store);
    }

    /** A projection threw: the turn is refused. */
    public static final class Failed extends TurnSignal {
        public final transient Projection projection;
        public final transient Throwable thrown;

        public Failed(Projection projection, Throwable thrown) {
            super("projection '" + projection.name() + "' threw " + thrown);
            this.projection = projection;
            this.thrown = thrown;
        }
    }

    /** Lets every projection see an event around its application. */
    void around(Memories memories, @Nullable CaseState member, RecordedEvent event, Runnable application, Batch rows) {
        Projection.@Nullable After[] after = new Projection.After[all.size()];
        for (int i = 0; i < after.length; i++) {
            Projection each = all.get(i);
            try {
                after[i] = each.recorded(member, event);
            } catch (RuntimeException | Error e) {
                throw failure(each, e);
            }
        }
        boolean first = member == null ? event.sequence() == 1 : member.process.isEmpty();
        application.run();
        Memories.Of remembered = memories.touch(event.caseId(), after.length);
        for (int i = 0; i < after.length; i++) {
            Projection.After each = after[i];
            if (each != null) {
                Projection projection = all.get(i);
                try {
                    if (!remembered.isRecalled(i)) {
                        recall(i, event, first, remembered);
                    }
                    if (!remembered.isLeftAlone(i)) {
                        each.applied(member, new Range(prefixes[i], rows, remembered.each[i]));
                    }
                } catch (StoreException e) {
                    throw e;
                } catch (RuntimeException | Error e) {
                    throw failure(projection, e);
                }
            }
        }
    }

    private void recall(int number, RecordedEvent event, boolean first, Memories.Of remembered) {
        Projection projection = all.get(number);
        Projection.Owner owner = new Projection.Owner(event.tenant(), event.entity(), event.caseId());
        Projection.Memory fresh = projection.begin(owner);
        if (fresh == null || first) {
            remembered.recalled(number, fresh);
            return;
        }
        Projection.Memory known = store == null ? null : projection.recall(owner, new InStore(prefixes[number], store, codec));
        if (known == null) {
            remembered.leaveAlone(number);
        } else {
            remembered.recalled(number, known);
        }
    }

    /** The turn ends: what projections remember of those that it has touched goes into rows. */
    void finish(Memories memories, Batch rows) {
        for (Memories.Of touched : memories.takeTouched()) {
            for (int i = 0; i < touched.each.length; i++) {
                Projection.Memory memory = touched.each[i];
                if (memory != null) {
                    try {
                        memory.write(new Range(prefixes[i], rows, memory));
                    } catch (RuntimeException | Error e) {
                        throw failure(all.get(i), e);
                    }
                }
            }
        }
    }

    /** The memory of one projection of an entity is now what replaying its turns has given. */
    public void adopt(Projection projection, Memories into, Memories found) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).name().equals(projection.name())) {
                into.adopt(found, i, all.size());
            }
        }
    }

    /** Errors of the virtual machine stop the engine, wherever they are thrown. */
    private static Failed failure(Projection projection, Throwable thrown) {
        if (thrown instanceof Error error && BrokenInvariant.isFatal(error)) {
            throw error;
        }
        return new Failed(projection, thrown);
    }

    /** Where the rows of a projection lie. */
    public static byte[] prefix(String name) {
        return new Out().keyText(name).toBytes();
    }

    private static byte[] key(byte[] prefix, byte[] key) {
        byte[] joined = Arrays.copyOf(prefix, prefix.length + key.length);
        System.arraycopy(key, 0, joined, prefix.length, key.length);
        return joined;
    }

    /** What one projection may change. */
    private final class Range implements Projection.Rows {
        private final byte[] prefix;
        private final Batch rows;
        private final Projection.@Nullable Memory memory;

        Range(byte[] prefix, Batch rows, Projection.@Nullable Memory memory) {
            this.prefix = prefix;
            this.rows = rows;
            this.memory = memory;
        }

        @Override
        public Projection.@Nullable Memory memory() {
            return memory;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            rows.put(Table.INDEX, key(prefix, key), codec.encode(value));
        }

        @Override
        public void delete(byte[] key) {
            rows.delete(Table.INDEX, key(prefix, key));
        }
    }

    /** The rows of a projection as they are in a store. */
    public static Projection.Stored rows(Projection projection, Store store, PayloadCodec codec) {
        return new InStore(prefix(projection.name()), store, codec);
    }

    private record InStore(byte[] prefix, Store store, PayloadCodec codec) implements Projection.Stored {
        @Override
        public byte @Nullable [] get(byte[] key) {
            byte[] value = store.get(Table.INDEX, key(prefix, key));
            return value == null ? null : codec.decode(value);
        }

        @Override
        public void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
            byte[] end = to == null ? Keys.after(prefix) : key(prefix, to);
            store.scan(Table.INDEX, key(prefix, from), end, direction, (key, value) ->
                    visitor.row(Arrays.copyOfRange(key, prefix.length, key.length), codec.decode(value)));
        }
    }
}
