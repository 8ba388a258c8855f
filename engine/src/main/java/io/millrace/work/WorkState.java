package io.millrace.work;

import java.util.Locale;

/**
 * The states of a work item.
 *
 * <pre>
 *   offered ──▶ allocated ──▶ started ──▶ completed | failed
 *      ◀───────────┘ release      │
 *   each of the three ◀──▶ suspended; each of the four ──▶ withdrawn
 * </pre>
 *
 * The order is part of the stored format.
 */
public enum WorkState {
    OFFERED,
    ALLOCATED,
    STARTED,
    SUSPENDED,
    COMPLETED,
    FAILED,
    WITHDRAWN;

    /** Whether somebody may still act on the item. */
    public boolean isOpen() {
        return ordinal() <= SUSPENDED.ordinal();
    }

    /** The word for it in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
