package io.millrace.query;

import io.millrace.id.CaseId;
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
}
