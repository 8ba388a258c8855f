package io.millrace.event;

import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an index of what is recorded. It sees every event of cases, of the registry and of participants in the one place where
 * events are recorded, with the state before and after, and the rows that it adds are part of the commit that makes the event
 * durable. An engine without projections pays nothing; one without a store has no rows, and does not call them.
 *
 * <p>A projection keeps nothing but rows, and what it remembers of a case while that is in the heap: a turn whose events it has
 * seen may still be dropped, and its rows and memory with it. Its rows follow from its arguments and its memory alone, so that
 * replaying a case gives the rows that were kept up. A row belongs to the case whose event
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

    /**
     * What it remembers of a case, or of another entity, whose first event comes.
     *
     * @return null if it remembers nothing of anything
     */
    default @Nullable Memory begin(Owner owner) {
        return null;
    }

    /**
     * What it remembers of a case, or of another entity, that comes into the heap: what its rows say. Nothing was recorded of it
     * since. Asked of those who remember something from the first event on.
     *
     * @return null if the rows know nothing of it, because they are still to be built: then its events are not shown until they are
     */
    default @Nullable Memory recall(Owner owner, Stored rows) {
        return null;
    }

    /**
     * What memories and rows belong to.
     *
     * @param caseId null for an entity that is not a case
     */
    record Owner(String tenant, String entity, @Nullable CaseId caseId) {}

    /** What is remembered of one case or entity while it is in the heap. */
    interface Memory {
        /** A turn that has touched it ends, or several when they are replayed: what is not in rows yet is put there. */
        void write(Rows rows);
    }

    /** The rows of one projection as they are in the store. */
    interface Stored {
        byte @Nullable [] get(byte[] key);

        /** As {@link Store#scan}, within the range of the projection. */
        void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor);
    }

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

        /** What {@link #begin} or {@link #recall} has given for the owner of the event. */
        @Nullable Memory memory();
    }
}
