package io.millrace.kernel.entity;

import io.millrace.data.Out;
import io.millrace.event.Projection;
import io.millrace.event.RecordedEvent;
import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.language.TurnSignal;
import io.millrace.runtime.PayloadCodec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The projections of an engine, which see an event before and after it is applied. */
public final class Projections {
    /** The projections of an engine that has none. */
    public static final Projections NONE = new Projections(List.of(), PayloadCodec.PLAIN);

    private final List<Projection> all;
    private final PayloadCodec codec;

    private Projections(List<Projection> all, PayloadCodec codec) {
        this.all = List.copyOf(all);
        this.codec = codec;
    }

    public boolean isEmpty() {
        return this == NONE;
    }

    public List<Projection> all() {
        return all;
    }

    public static Projections of(List<Projection> projections, PayloadCodec codec) {
        Set<String> names = new HashSet<>();
        for (Projection each : projections) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException("Two projections are named '" + each.name() + "'. Give each a name of its own.");
            }
        }
        return projections.isEmpty() ? NONE : new Projections(projections, codec);
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
    void around(@Nullable CaseState member, RecordedEvent event, Runnable application, Batch rows) {
        Projection.@Nullable After[] after = new Projection.After[all.size()];
        for (int i = 0; i < after.length; i++) {
            Projection each = all.get(i);
            try {
                after[i] = each.recorded(member, event);
            } catch (RuntimeException | Error e) {
                throw failure(each, e);
            }
        }
        application.run();
        for (int i = 0; i < after.length; i++) {
            Projection.After each = after[i];
            if (each != null) {
                try {
                    each.applied(member, new Range(all.get(i).name(), rows));
                } catch (RuntimeException | Error e) {
                    throw failure(all.get(i), e);
                }
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

    public static byte[] key(String name, byte[] key) {
        return new Out().keyText(name).raw(key).toBytes();
    }

    /** What one projection may change. */
    private final class Range implements Projection.Rows {
        private final String name;
        private final Batch rows;

        Range(String name, Batch rows) {
            this.name = name;
            this.rows = rows;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            rows.put(Table.INDEX, key(name, key), codec.encode(value));
        }

        @Override
        public void delete(byte[] key) {
            rows.delete(Table.INDEX, key(name, key));
        }
    }
}
