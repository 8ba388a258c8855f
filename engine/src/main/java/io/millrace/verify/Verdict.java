package io.millrace.verify;

import java.util.Locale;

/** The verdict about a net, from the worst to the best. */
public enum Verdict {
    /** The net is invalid and has no behaviour. */
    INVALID,
    /** One of the three properties fails. */
    UNSOUND,
    /** Not decided; the verification has a reason, and the proved properties. */
    UNKNOWN,
    /** All three properties hold. */
    SOUND;

    /** The worse of two. */
    public Verdict and(Verdict other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
