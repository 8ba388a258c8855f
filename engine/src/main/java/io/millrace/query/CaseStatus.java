package io.millrace.query;

import java.util.Locale;

/** The states of a case. The order is part of the stored format. */
public enum CaseStatus {
    RUNNING,
    SUSPENDED,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean isOpen() {
        return this == RUNNING || this == SUSPENDED;
    }

    /** The word for it in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
