package io.millrace.query;

import java.util.Locale;
import java.util.Optional;

/** The states of a case. */
public enum CaseStatus {
    RUNNING(0),
    SUSPENDED(1),
    COMPLETED(2),
    FAILED(3),
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

    public static Optional<CaseStatus> of(int number) {
        for (CaseStatus each : ALL) {
            if (each.number == number) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    public boolean isOpen() {
        return this == RUNNING || this == SUSPENDED;
    }

    /** The word for it in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
