package io.millrace.calculus;

import io.millrace.event.Projection;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The index that answers {@link Questions}: events by time and name, and fluents by the time in which they held. Add it to an engine with
 * {@code builder.projection(HistoryIndex.INSTANCE)}; its rows are part of the commits that make events durable. Build it for an existing
 * journal with {@code mill.rebuild(HistoryIndex.INSTANCE, …)} or {@code mill index}. Safe for use by several threads.
 */
public final class HistoryIndex implements Projection {
    /** The only instance. */
    public static final HistoryIndex INSTANCE = new HistoryIndex();

    /** For {@link java.util.ServiceLoader}; use {@link #INSTANCE}. */
    public HistoryIndex() {}

    @Override
    public String name() {
        return "history";
    }

    @Override
    public int version() {
        return 3;
    }

    @Override
    public @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event) {
        return Chronicle.recorded(before, event);
    }

    @Override
    public Memory begin(Projection.Owner owner) {
        return Diary.begun(subject(owner));
    }

    @Override
    public @Nullable Memory recall(Projection.Owner owner, Stored rows) {
        return Diary.recalled(subject(owner), rows);
    }

    private static Subject subject(Projection.Owner owner) {
        return new Subject(owner.tenant(), owner.caseId(), owner.caseId() == null ? owner.entity() : "");
    }
}
