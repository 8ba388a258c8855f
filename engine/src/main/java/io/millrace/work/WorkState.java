package io.millrace.work;

import java.util.Locale;
import java.util.Optional;

/**
 * The states of a work item.
 *
 * <pre>
 *   offered ──▶ allocated ──▶ started ──▶ completed | failed
 *      ◀───────────┘ release      │
 *   each of the three ◀──▶ suspended; each of the four ──▶ withdrawn
 * </pre>
 */
public enum WorkState {
    /** Participants can claim it. */
    OFFERED(0),
    /** A participant has it and has not started it. */
    ALLOCATED(1),
    /** A participant, or a handler, works on it. */
    STARTED(2),
    /** It waits until it is resumed. */
    SUSPENDED(3),
    /** It is done. */
    COMPLETED(4),
    /** It cannot be done. */
    FAILED(5),
    /** It is no longer needed. */
    WITHDRAWN(6);

    private static final WorkState[] ALL = values();

    private final int number;

    WorkState(int number) {
        this.number = number;
    }

    /** The stored number of the state. It never changes. */
    public int number() {
        return number;
    }

    /** The state of a stored number. */
    public static Optional<WorkState> of(int number) {
        for (WorkState each : ALL) {
            if (each.number == number) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether the item has not ended. */
    public boolean isOpen() {
        return switch (this) {
            case OFFERED, ALLOCATED, STARTED, SUSPENDED -> true;
            case COMPLETED, FAILED, WITHDRAWN -> false;
        };
    }

    /** The word for it in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
