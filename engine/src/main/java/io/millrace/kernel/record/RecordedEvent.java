package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.kernel.entity.Projection;
import io.millrace.language.ProcessEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One event with its place in the history, as a {@link Projection} sees it. */
public final class RecordedEvent {
    private final EntityId entity;
    private final @Nullable CaseId caseId;
    private final long sequence;
    private final int place;
    private final Instant at;
    private final Event event;

    public RecordedEvent(EntityId entity, @Nullable CaseId caseId, long sequence, int place, Instant at, Event event) {
        this.entity = entity;
        this.caseId = caseId;
        this.sequence = sequence;
        this.place = place;
        this.at = at;
        this.event = event;
    }

    /** The id that the event has in the history. */
    public String id() {
        return entity + "/" + sequence + "/" + place;
    }

    public String tenant() {
        return entity.tenant();
    }

    /** The case to which it belongs, or null for an event of another entity. */
    public @Nullable CaseId caseId() {
        return caseId;
    }

    /** The number of its turn within the entity. */
    public long sequence() {
        return sequence;
    }

    /** Its place within the turn, from 1. */
    public int place() {
        return place;
    }

    /** The instant of the turn. */
    public Instant at() {
        return at;
    }

    /** Its kind as the history names it. */
    public String kind() {
        return EventView.kind(event);
    }

    /** Its details as the history shows them. */
    public Data detail() {
        return EventView.detail(event);
    }

    /** What the language of the case decided, or null if the event is the engine's own. */
    public @Nullable ProcessEvent ofLanguage() {
        return event instanceof Event.Progressed progressed ? progressed.event() : null;
    }
}
