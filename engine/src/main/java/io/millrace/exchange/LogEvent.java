package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of a case in the terms of event logs. Immutable.
 *
 * @param id the id that it has in the history
 * @param event what the history calls it: {@code offer}, {@code start}, {@code begin}, {@code signal} …
 * @param activity the task, the process of a case that begins or ends, or what else it is called
 * @param work what it says of a work item, if it changes one
 * @param time when it happened
 * @param recorded when it was recorded; later than {@code time} if it was reported late
 * @param detail the content of an event that neither begins or ends a case nor changes work
 * @param data the variables of the case that it changes, with their new values
 */
public record LogEvent(
        String id,
        Category category,
        CaseId caseId,
        String process,
        int version,
        String event,
        String activity,
        Transition transition,
        @Nullable OfWork work,
        Instant time,
        Instant recorded,
        @Nullable String reason,
        Data detail,
        Map<String, Data> data) {

    /** The kinds of events, which a log may omit. */
    public enum Category {
        /** A case begins, ends, is suspended or resumed. */
        CASE,
        /** A work item changes. */
        WORK,
        /** Everything else: signals, timers, incidents, and what a language decides. */
        OTHER
    }

    /**
     * A work item after its event.
     *
     * @param resource who has it or did it, or null
     * @param automatic whether the resource is a handler, a program or a process rather than a participant
     * @param role the role to which it is offered, if that is one
     * @param pool the pool that assigns it, if one does
     * @param offers to whom it is offered, while it is not allocated
     * @param child the sub-case that carries it out, if one does
     * @param childEnded how the sub-case ended, if it did so together with the event
     * @param input its input, when it is offered
     * @param output the result, when it is completed
     */
    public record OfWork(
            WorkId id,
            WorkState state,
            @Nullable String resource,
            boolean automatic,
            @Nullable String role,
            @Nullable String pool,
            List<Offer> offers,
            @Nullable Instant due,
            @Nullable CaseId child,
            @Nullable CaseStatus childEnded,
            Data input,
            Data output) {}

    /** For whom work waits. */
    public record Offer(Kind kind, String name) {
        public static final Offer ANYONE = new Offer(Kind.ANYONE, "anyone");

        /** What a name means. */
        public enum Kind {
            /** A participant. */
            PARTICIPANT,
            /** A role. */
            ROLE,
            /** A pool of agents. */
            POOL,
            /** Any participant. */
            ANYONE
        }
    }
}
