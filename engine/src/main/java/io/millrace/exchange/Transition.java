package io.millrace.exchange;

import java.util.Locale;
import java.util.Optional;

/** The transitions of the standard lifecycle model of XES. */
public enum Transition {
    /** The work is offered. */
    SCHEDULE("offer"),
    /** The work is allocated. */
    ASSIGN("assign"),
    /** The work is allocated to another participant. */
    REASSIGN("assign"),
    /** The work starts. */
    START("start"),
    /** The work is suspended. */
    SUSPEND("suspend"),
    /** The work is resumed. */
    RESUME("resume"),
    /** The work is completed. */
    COMPLETE("end"),
    /** The work is withdrawn before it runs. */
    WITHDRAW("withdraw"),
    /** The work fails or is withdrawn while it runs; its case continues. */
    ATE_ABORT("fail"),
    /** The work ends because its case is cancelled or fails. */
    PI_ABORT("fail"),
    /** The system skips the work. */
    AUTOSKIP("withdraw"),
    /** A person skips the work. */
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
