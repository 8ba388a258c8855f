package io.millrace.event;

import io.millrace.kernel.index.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an index of what is recorded. It sees every event of cases, of the registry and of participants in the one place where
 * events are recorded, with the state before and after, and the rows that it adds are part of the commit that makes the event
 * durable. An engine without projections pays nothing; one without a store has no rows, and does not call them.
 *
 * <p>A projection keeps nothing but rows: a turn whose events it has seen may still be dropped, and its rows with it. Its rows
 * follow from its arguments alone, so that replaying a case gives the rows that were kept up. A row belongs to the case whose event
 * put it: no event of another case puts or deletes the same key, and when the case is erased, the row is.
 *
 * <p>What it throws refuses the turn with {@link io.millrace.problem.Code#PROJECTION_FAILED}: nothing changes, and timers, messages
 * and results are tried again later. An index that leaves something out would be worse than a case that waits.
 */
public interface Projection {
    /** By which its rows and the state of its index are known in the journal. */
    String name();

    /** The form of its rows. When it rises, the rows that are there are removed, and have to be built again. */
    default int version() {
        return 1;
    }

    /**
     * Sees an event before it is applied, and takes out of the state what it will compare.
     *
     * @param before the case, or null for an event of the registry or of a participant; of a case that starts, only the id is known
     * @return what to do once the event is applied, or null if it does not concern this index
     */
    @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event);

    /** The second half of a look at an event. */
    @FunctionalInterface
    interface After {
        /** Sees the state after the event, and changes rows in the commit of the turn. */
        void applied(@Nullable ReadOnlyCase after, Rows rows);
    }

    /** The rows of one projection, in a range of keys of its own. Keys sort as unsigned bytes. */
    interface Rows {
        void put(byte[] key, byte[] value);

        void delete(byte[] key);
    }
}
