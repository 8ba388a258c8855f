package io.millrace.kernel.entity;

import io.millrace.journal.Batch;
import io.millrace.kernel.record.RecordedEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The projections of an engine, which see an event before and after it is applied. */
public final class Projections {
    /** The projections of an engine that has none. */
    public static final Projections NONE = new Projections(List.of());

    private final Projection[] all;

    private Projections(List<Projection> all) {
        this.all = all.toArray(Projection[]::new);
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    public static Projections of(List<Projection> projections) {
        return projections.isEmpty() ? NONE : new Projections(projections);
    }

    /** Lets every projection see an event around its application. */
    void around(@Nullable CaseState part, RecordedEvent event, Runnable application, Batch rows) {
        Projection.@Nullable After[] after = new Projection.After[all.length];
        for (int i = 0; i < after.length; i++) {
            after[i] = all[i].recorded(part, event);
        }
        application.run();
        for (Projection.After each : after) {
            if (each != null) {
                each.applied(part, rows);
            }
        }
    }
}
