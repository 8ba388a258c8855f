package io.millrace.verify;

import java.util.Locale;

/** Whether a property holds. */
public enum Answer {
    YES,
    NO,
    UNKNOWN;

    static Answer of(boolean holds) {
        return holds ? YES : NO;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
