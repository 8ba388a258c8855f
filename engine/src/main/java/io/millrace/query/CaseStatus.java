package io.millrace.query;

import java.util.Locale;
import java.util.Optional;

/** The states of a case. */
public enum CaseStatus {
    /** It goes on. */
    RUNNING(0),
    /** Nothing goes on in it until it is resumed. */
    SUSPENDED(1),
    /** It ended with a result. */
    COMPLETED(2),
    /** It ended with a failure. */
    FAILED(3),
    /** Somebody cancelled it. */
    CANCELLED(4);

    private static final CaseStatus[] ALL = values();

    private final int number;

    CaseStatus(int number) {
        this.number = number;
    }

    /** The number that stands for it in journals. It never changes. */
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

    /** Whether it has not ended. */
    public boolean isOpen() {
        return this == RUNNING || this == SUSPENDED;
    }

    /** The word for it in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
