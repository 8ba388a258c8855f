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
    OFFERED(0),
    ALLOCATED(1),
    STARTED(2),
    SUSPENDED(3),
    COMPLETED(4),
    FAILED(5),
    WITHDRAWN(6);

    private static final WorkState[] ALL = values();

    private final int number;

    WorkState(int number) {
        this.number = number;
    }

    /** The number that stands for it in journals. It never changes. */
    public int number() {
        return number;
    }

    public static Optional<WorkState> of(int number) {
        for (WorkState each : ALL) {
            if (each.number == number) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether somebody may still act on the item. */
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
