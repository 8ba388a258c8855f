package io.millrace.event;

import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an index of recorded events. It receives every event of cases, of the registry and of participants, with the state before and
 * after. Its rows are part of the commit that makes the event durable. An engine without a store has no rows, and does not call
 * projections. The engine calls a projection from several threads, for different cases.
 *
 * <p>A projection must keep no state except its rows and the memory of a case in the heap, because the engine may still drop a turn whose
 * events the projection has received, with its rows and memory. Rows must depend only on the arguments and the memory, so that replaying a
 * case gives the same rows. A row belongs to the case whose event put it: events of other cases must not put or delete the same key, and
 * erasing the case removes the row.
 *
 * <p>If it throws, the engine refuses the turn with {@link io.millrace.problem.Code#PROJECTION_FAILED}: nothing changes, and the engine
 * retries timers, messages and results later. An incomplete index would be worse than a case that waits.
 */
public interface Projection {
    /** The name under which the journal stores its rows and the state of its index. */
    String name();

    /** The version of its rows. When it rises, the engine removes the old rows, and they must be built again. */
    default int version() {
        return 1;
    }

    /**
     * Receives an event before it is applied, and reads from the state what it needs later.
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
     * Restores the memory of a case, or of another entity, from its rows when the engine loads it into the heap. No event was recorded
     * since.
     *
     * @return null if its rows are not built yet: then the projection does not receive its events until they are
     */
    default @Nullable Memory recall(Owner owner, Stored rows) {
        return null;
    }

    /**
     * The owner of memories and rows.
     *
     * @param caseId null for an entity that is not a case
     */
    record Owner(String tenant, String entity, @Nullable CaseId caseId) {}

    /** The memory of one case or entity while it is in the heap. */
    interface Memory {
        /** Writes everything that is not in rows yet. Called at the end of a turn that has changed it, or of several turns in a replay. */
        void write(Rows rows);
    }

    /** The rows of one projection as they are in the store. */
    interface Stored {
        /** The value under a key, or null. */
        byte @Nullable [] get(byte[] key);

        /** As {@link Store#scan}, within the range of the projection. */
        void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor);
    }

    /** The second step for an event, after it is applied. */
    @FunctionalInterface
    interface After {
        /** Receives the state after the event, and changes rows in the commit of the turn. */
        void applied(@Nullable ReadOnlyCase after, Rows rows);
    }

    /** The rows of one projection, in a range of keys of its own. Keys sort as unsigned bytes. */
    interface Rows {
        /** Puts a row. */
        void put(byte[] key, byte[] value);

        /** Deletes a row. */
        void delete(byte[] key);

        /** What {@link #begin} or {@link #recall} has given for the owner of the event. */
        @Nullable Memory memory();
    }
}
