package io.millrace.verify;

import java.util.Locale;

/** Whether a property holds. */
public enum Answer {
    /** The property holds. */
    YES,
    /** The property does not hold. */
    NO,
    /** Not decided. */
    UNKNOWN;

    static Answer of(boolean holds) {
        return holds ? YES : NO;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
