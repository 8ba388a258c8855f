package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.util.List;

/**
 * Something that has happened to a case. The kernel has recorded it already (the work item is completed, the timer has
 * fired), so a language cannot refuse it: {@link Compiled#react} decides what follows. What somebody only wants to happen
 * is an {@link Intention}.
 */
public sealed interface Happening {
    record Started(Data input) implements Happening {}

    /** Somebody has started an offered work item. This is where a deferred choice is decided. */
    record WorkTaken(int work) implements Happening {}

    record WorkDone(int work, Data output) implements Happening {}

    record WorkLost(int work, String reason) implements Happening {}

    record TimerDue(int timer) implements Happening {}

    record SignalCame(int ticket, Data content) implements Happening {}

    /**
     * Another case wants something of which the rules of this one speak, or tells it; {@link Turn#decide} answers.
     *
     * @param attempt by which the other case knows what it wants
     * @param literals the events of the rules, with their constants
     */
    record Consulted(CaseId from, int attempt, Matter matter, List<String> literals) implements Happening {
        public Consulted {
            literals = List.copyOf(literals);
        }
    }

    /** Why another case turns to this one. */
    enum Matter {
        /** It waits for a decision. */
        WANTED,
        /** It does not want it any more. */
        DROPPED,
        /** It has happened. */
        HAPPENED,
        /** The case has ended, so it never will. */
        LEFT
    }

    /** The case goes on under another version, or an operator has marked its incident as resolved: look again at what can be done. */
    record Resumed() implements Happening {}
}
