package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.work.WorkState;
import java.time.Instant;
import java.util.Optional;

/** Names of XES for reading and writing: keys of Millrace, and the states of work. */
public final class Xes {
    /** The case of an event or trace: {@code 62}, {@code 62.1}. */
    public static final String CASE = "mill:case";

    /** The name of the process. */
    public static final String PROCESS = "mill:process";

    /** The version of the process. */
    public static final String VERSION = "mill:version";

    /** The status of the case. */
    public static final String STATUS = "mill:status";

    /** The business key. */
    public static final String KEY = "mill:key";

    /** When the case started. */
    public static final String STARTED = "mill:started";

    /** When the case ended. */
    public static final String ENDED = "mill:ended";

    /** Why the case failed or was cancelled. */
    public static final String REASON = "mill:reason";

    /** The searchable attributes of the case. */
    public static final String ATTRIBUTES = "mill:attributes";
    /** When an event was recorded, if that is later than it happened. */
    public static final String RECORDED = "mill:recorded";
    /** The name of an event in the history, if the transition does not determine it. */
    public static final String EVENT = "mill:event";
    /** Whether the resource is a handler, a program or a process, not a participant. */
    public static final String AUTOMATIC = "mill:automatic";
    /** The pool that assigns a work item. */
    public static final String POOL = "mill:pool";
    /**
     * To whom work is offered, if not to its pool, to the role of the event, to its resource if that is automatic, or to anyone, the first
     * of these that there is.
     */
    public static final String OFFERED = "mill:offered";

    /** When the work should be done. */
    public static final String DUE = "mill:due";

    /** The input of work. */
    public static final String INPUT = "mill:input";

    /** The output of work. */
    public static final String OUTPUT = "mill:output";

    /** The content of an event that does not change work. */
    public static final String DETAIL = "mill:detail";
    /** The sub-case that carries out a work item. */
    public static final String SUB_CASE = "mill:sub-case";
    /** How that sub-case ended, on the event with which it did. */
    public static final String SUB_CASE_STATUS = "mill:sub-case-status";
    /** The key of every value of a list that is not a record. */
    public static final String ITEM = "mill:item";

    private Xes() {}

    /** For whom work waits, as an item of {@link #OFFERED}. */
    static String text(LogEvent.Offer offer) {
        return switch (offer.kind()) {
            case PARTICIPANT -> "participant:" + offer.name();
            case ROLE -> "role:" + offer.name();
            case POOL -> "pool:" + offer.name();
            case ANYONE -> "anyone";
        };
    }

    /** Parses an item of {@link #OFFERED}. */
    public static Optional<LogEvent.Offer> offer(Data item) {
        String text = item instanceof Data.Text words ? words.value() : "";
        String name = text.substring(text.indexOf(':') + 1);
        return Optional.ofNullable(switch (text.substring(0, text.length() - name.length())) {
            case "role:" -> new LogEvent.Offer(LogEvent.Offer.Kind.ROLE, name);
            case "pool:" -> new LogEvent.Offer(LogEvent.Offer.Kind.POOL, name);
            case "participant:" -> new LogEvent.Offer(LogEvent.Offer.Kind.PARTICIPANT, name);
            default -> name.equals("anyone") ? LogEvent.Offer.ANYONE : null;
        });
    }

    /** The state of a work item in the words of the lifecycle extension. */
    static String state(WorkState state) {
        return switch (state) {
            case OFFERED -> "Open.NotRunning.Ready";
            case ALLOCATED -> "Open.NotRunning.Assigned";
            case STARTED -> "Open.Running.InProgress";
            case SUSPENDED -> "Open.Running.Suspended";
            case COMPLETED -> "Closed.Completed";
            case FAILED -> "Closed.Cancelled.Error";
            case WITHDRAWN -> "Closed.Cancelled.Aborted";
        };
    }

    /** The state for a name of the lifecycle extension. */
    public static Optional<WorkState> state(String word) {
        String given = word.strip();
        for (WorkState each : WorkState.values()) {
            if (state(each).equalsIgnoreCase(given)) {
                return Optional.of(each);
            }
        }
        WorkState state = given.startsWith("Open.NotRunning.Suspended") ? WorkState.SUSPENDED
                : given.startsWith("Open.NotRunning") ? WorkState.OFFERED
                : given.startsWith("Open") ? WorkState.STARTED
                : given.startsWith("Closed.Completed.Failed") ? WorkState.FAILED
                : given.startsWith("Closed.Completed") ? WorkState.COMPLETED
                : given.startsWith("Closed") ? WorkState.WITHDRAWN
                : null;
        return Optional.ofNullable(state);
    }

    /** An instant as XML writes it: a year beyond 9999 has no sign. */
    static String time(Instant instant) {
        String text = instant.toString();
        return text.startsWith("+") ? text.substring(1) : text;
    }
}
