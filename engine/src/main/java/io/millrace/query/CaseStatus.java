package io.millrace.query;

import java.util.Locale;
import java.util.Optional;

/** The states of a case. */
public enum CaseStatus {
    /** The case runs. */
    RUNNING(0),
    /** Nothing happens in the case until it is resumed. */
    SUSPENDED(1),
    /** The case ended with a result. */
    COMPLETED(2),
    /** The case ended with a failure. */
    FAILED(3),
    /** The case was cancelled. */
    CANCELLED(4);

    private static final CaseStatus[] ALL = values();

    private final int number;

    CaseStatus(int number) {
        this.number = number;
    }

    /** The stored number of the status. It never changes. */
    public int number() {
        return number;
    }

    /** The status of a stored number. */
    public static Optional<CaseStatus> of(int number) {
        for (CaseStatus each : ALL) {
            if (each.number == number) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether the case has not ended. */
    public boolean isOpen() {
        return this == RUNNING || this == SUSPENDED;
    }

    /** The word for it in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
