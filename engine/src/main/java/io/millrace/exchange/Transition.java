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
    /** The work fails or is taken back while it runs; its case goes on. */
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

    /** The word for it in XES. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the history calls the event of a work item with this transition; empty if that cannot be said. */
    public String event() {
        return event;
    }

    /** The transition of a word; letters may be large, as many logs have them. */
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
