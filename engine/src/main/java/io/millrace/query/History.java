package io.millrace.query;

import io.millrace.id.CaseId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happened: of one case, or of the whole engine, in order, by page, from either end. The whole history is in
 * the order of commits, which is an order of causes: nothing stands before what it follows from.
 */
public interface History {
    /** From which end a history is read. */
    enum Order {
        /** In the order in which it happened. */
        OLDEST_FIRST,
        /** The latest first. */
        NEWEST_FIRST
    }

    /**
     * The events of a case and its sub-cases. A page has at most as many as asked for. A cursor is the turn, or the event in it, at which the
     * next page begins.
     */
    Page<HistoryEvent> ofCase(String tenant, CaseId caseId, @Nullable String cursor, int limit, Order order);

    /**
     * The events of the whole engine. A page has at most as many as asked for, and may have fewer without being the last. A cursor is the
     * commit, or the event in it, at which the next page begins.
     */
    Page<HistoryEvent> all(@Nullable String cursor, int limit, Order order);

    /** Where the history ends now: reading forwards from here gives what comes later. */
    String end();

    /**
     * Follows the history from a cursor, or from the first event if it is null: the listener sees every event once, in order,
     * beside everything else, however slow it is; turns never wait for it. One that throws is given the same event again,
     * see {@link Subscription}. {@link Subscription#cursor} says where to go on after a restart.
     */
    Subscription follow(@Nullable String cursor, Consumer<HistoryEvent> listener);
}
