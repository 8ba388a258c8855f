package io.millrace.event;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.ProcessEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One event with its place in the history, as a {@link Projection} sees it. */
public interface RecordedEvent {
    /** The id that the event has in the history. */
    String id();

    /** The tenant of the entity. */
    String tenant();

    /** The entity that changed: a root case with its sub-cases, the registry, a participant. */
    String entity();

    /** The case to which it belongs, or null for an event of another entity. */
    @Nullable CaseId caseId();

    /** The number of the work item that it changes, or 0. */
    int work();

    /** The number of its turn within the entity. */
    long sequence();

    /** Its place within the turn, from 1. */
    int place();

    /** The instant of the turn. */
    Instant at();

    /** When it happened, if that was earlier than the report to the engine. */
    @Nullable Instant occurred();

    /**
     * When it happened. What happens outside may be told late; what the engine decides then, it decides when it is told, whatever else
     * is in the turn.
     */
    default Instant happened() {
        Instant outside = switch (kind()) {
            case "WorkAllocated", "WorkReleased", "WorkStarted", "WorkCompleted", "WorkFailed", "SignalReceived" -> occurred();
            default -> null;
        };
        return outside == null || outside.isAfter(at()) ? at() : outside;
    }

    /** Its kind as the history names it. */
    String kind();

    /** Its details as the history shows them. */
    Data detail();

    /** The event of the language of the case, or null if the event is the engine's own. */
    @Nullable ProcessEvent ofLanguage();
}
