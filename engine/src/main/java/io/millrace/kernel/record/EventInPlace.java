package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.event.RecordedEvent;
import io.millrace.language.ProcessEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of the kernel with its place in the history. */
public final class EventInPlace implements RecordedEvent {
    private final EntityId entity;
    private final @Nullable CaseId caseId;
    private final long sequence;
    private final int place;
    private final Instant at;
    private final @Nullable Instant occurred;
    private final Event event;

    public EventInPlace(
            EntityId entity,
            @Nullable CaseId caseId,
            long sequence,
            int place,
            Instant at,
            @Nullable Instant occurred,
            Event event) {
        this.entity = entity;
        this.caseId = caseId;
        this.sequence = sequence;
        this.place = place;
        this.at = at;
        this.occurred = occurred;
        this.event = event;
    }

    @Override
    public String id() {
        return entity + "/" + sequence + "/" + place;
    }

    @Override
    public String tenant() {
        return entity.tenant();
    }

    @Override
    public String entity() {
        return entity.toString();
    }

    @Override
    public @Nullable CaseId caseId() {
        return caseId;
    }

    @Override
    public int work() {
        return event instanceof Event.OfCase ofCase ? EventView.work(ofCase) : 0;
    }

    @Override
    public @Nullable Instant occurred() {
        return occurred;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int place() {
        return place;
    }

    @Override
    public Instant at() {
        return at;
    }

    @Override
    public String kind() {
        return EventView.kind(event);
    }

    @Override
    public Data detail() {
        return EventView.detail(entity, event);
    }

    @Override
    public @Nullable ProcessEvent ofLanguage() {
        return event instanceof Event.Progressed progressed ? progressed.event() : null;
    }
}
