package io.millrace.kernel.entity;

import io.millrace.journal.Batch;
import io.millrace.kernel.record.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an index of what is recorded. It sees every event in the one place where events are recorded, with the state before
 * and after, and the rows that it adds are part of the commit that makes the event durable. An engine without projections
 * pays nothing; one without a store has no rows, and does not call them.
 *
 * <p>A projection keeps nothing but rows: a turn whose events it has seen may still be dropped, and its rows with it. What it
 * throws fails the turn.
 */
@FunctionalInterface
public interface Projection {
    /**
     * Sees an event before it is applied, and takes out of the state what it will compare.
     *
     * @param before the case, or null for an event of a mailbox, a key, the registry; of a case that starts, only the id is known
     * @return what to do once the event is applied, or null if it does not concern this index
     */
    @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event);

    /** The second half of a look at an event. */
    @FunctionalInterface
    interface After {
        /** Sees the state after the event, and adds rows to the commit of the turn. */
        void applied(@Nullable ReadOnlyCase after, Batch rows);
    }
}
