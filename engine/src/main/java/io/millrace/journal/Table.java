package io.millrace.journal;

/**
 * The tables of a store. The id is part of the stored format: it never changes, and a retired id is not used again.
 */
public enum Table {
    /**
     * Metadata that is read first: format version, counters, the identity of a server's engine, the current token of each {@link
     * Fence}. Keys that start with a zero byte belong to the store.
     */
    META(0),
    /** Turn by turn, the events of every entity: (entity, sequence) to the turn's record. */
    EVENTS(1),
    /** The order of the whole history: commit position to the turns of that commit. */
    LOG(2),
    /** Snapshots of entities. */
    SNAPSHOTS(3),
    /** Open work items, by case and by the lists in which they appear. */
    WORK(4),
    /** Timers by instant. */
    TIMERS(5),
    /** Cases by id, process, state, business key, age and searchable attribute. */
    CASES(6),
    /** Messages between entities that their receivers have not processed yet. */
    OUTBOX(7),
    /** Answers to commands that carried a request id. */
    REQUESTS(8),
    /** Contents of files that cases refer to, stored once by content. */
    FILES(9),
    /** Rows of projections: (name of the projection, its own key) to what it keeps there. */
    INDEX(10);

    private final int id;

    Table(int id) {
        this.id = id;
    }

    /** The table's number in stored formats. */
    public int id() {
        return id;
    }
}
