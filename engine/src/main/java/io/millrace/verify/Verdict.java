package io.millrace.verify;

import java.util.Locale;

/** What can be said of a net, from the worst to the best. */
public enum Verdict {
    /** The net itself is wrong, and has no behaviour to speak of. */
    INVALID,
    /** One of the three properties fails. */
    UNSOUND,
    /** Not decided; a reason is given, and what was still proved. */
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
