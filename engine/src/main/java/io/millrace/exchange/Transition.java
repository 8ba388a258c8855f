package io.millrace.exchange;

import java.util.Locale;
import java.util.Optional;

/** The transitions of the standard lifecycle model of XES. */
public enum Transition {
    SCHEDULE("offer"),
    ASSIGN("assign"),
    REASSIGN("assign"),
    START("start"),
    SUSPEND("suspend"),
    RESUME("resume"),
    COMPLETE("end"),
    WITHDRAW("withdraw"),
    /** The work fails or is withdrawn while it runs; its case continues. */
    ATE_ABORT("fail"),
    /** The work ends because its case is cancelled or fails. */
    PI_ABORT("fail"),
    AUTOSKIP("withdraw"),
    MANUALSKIP("withdraw"),
    /** None of the others. */
    UNKNOWN("");

    private final String event;

    Transition(String event) {
        this.event = event;
    }

    /** Its name in XES. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of the event in the history for this transition; empty if there is none. */
    public String event() {
        return event;
    }

    /** The transition with a name, regardless of case. */
    public static Optional<Transition> of(String word) {
        String small = word.strip().toLowerCase(Locale.ROOT);
        for (Transition each : values()) {
            if (each.word().equals(small)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
