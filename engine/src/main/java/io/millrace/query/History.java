package io.millrace.query;

import io.millrace.id.CaseId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of one case or of the whole engine, in order, by page, from either end. The whole history is in the order of commits, which
 * respects causality: an event never precedes its cause. Safe for use by several threads.
 */
public interface History {
    /** The direction in which a history is read. */
    enum Order {
        /** In the order of recording. */
        OLDEST_FIRST,
        /** The latest first. */
        NEWEST_FIRST
    }

    /**
     * The events of a case and its sub-cases. A page has at most {@code limit} events. A cursor is the turn, or the event in it, at which
     * the next page begins.
     */
    Page<HistoryEvent> ofCase(String tenant, CaseId caseId, @Nullable String cursor, int limit, Order order);

    /**
     * The cursor for {@link #ofCase} at an instant: forwards at the first turn that was recorded then or later, backwards at the last turn
     * that was recorded then or earlier.
     */
    String cursorAt(String tenant, CaseId caseId, Instant instant, Order order);

    /**
     * The turns of a case and its sub-cases in short, oldest first.
     *
     * @param from the number of the first turn that is wanted; names of tasks are known for work that was offered from there on
     * @param most how many turns at most
     */
    Timeline timeline(String tenant, CaseId caseId, long from, int most);

    /**
     * The events of the whole engine. A page has at most {@code limit} events, and may have fewer without being the last. A cursor is the
     * commit, or the event in it, at which the next page begins.
     */
    Page<HistoryEvent> all(@Nullable String cursor, int limit, Order order);

    /** A cursor at the current end of the history: reading forwards from it returns later events. */
    String end();

    /**
     * Follows the history from a cursor, or from the first event if it is null. The listener receives every event in order, on a thread of
     * its own; a slow listener does not slow down the engine. If the listener throws, it receives the same event again, see {@link
     * Subscription}. Use {@link Subscription#cursor} to continue after a restart.
     */
    Subscription follow(@Nullable String cursor, Consumer<HistoryEvent> listener);

    /**
     * The turns of a case and its sub-cases in short, each with the most notable thing that happened in it. Immutable.
     *
     * @param turns in order
     * @param isComplete whether these are all turns up to the last one
     */
    record Timeline(List<Turn> turns, boolean isComplete) {
        public Timeline {
            turns = List.copyOf(turns);
        }

        /**
         * One turn.
         *
         * @param number its number, which rises within a root case
         * @param at its instant. Several turns may have the same one; a look at that instant shows the case after the last of them
         * @param events how many events it has of the case and its sub-cases
         * @param kind the most notable of them
         * @param task the task that the most notable event is about, or null
         */
        public record Turn(long number, Instant at, int events, Kind kind, @Nullable String task) {}

        /** What happened. */
        public enum Kind {
            /** The case started, or a sub-case. */
            STARTED,
            /** Work was offered. */
            OFFERED,
            /** Somebody has work. */
            CLAIMED,
            /** Somebody has begun with work. */
            WORK_STARTED,
            /** Work was completed. */
            COMPLETED,
            /** Work failed, or the case. */
            FAILED,
            /** Something waits for a person. */
            INCIDENT,
            /** Work was completed, and one of several ways was chosen. */
            DECISION,
            /** A signal came. */
            SIGNAL,
            /** A timer fired. */
            TIMER,
            /** Somebody changed data by hand. */
            DATA_CHANGED,
            /** Somebody changed the course of the case by hand. */
            INTERVENTION,
            /** The case goes on under another version. */
            MIGRATED,
            /** The case or work is suspended. */
            SUSPENDED,
            /** The case or work goes on. */
            RESUMED,
            /** A rule delays something. */
            DELAYED,
            /** Something that was delayed will never happen. */
            REFUSED,
            /** The case was cancelled, or a sub-case, or work was withdrawn. */
            CANCELLED,
            /** The case completed. */
            ENDED,
            /** Anything else. */
            OTHER;

            /** The word for it. */
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
    }
}
