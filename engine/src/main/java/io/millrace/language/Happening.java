package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.util.List;

/**
 * Something that has happened to a case. The kernel has already recorded it (the work item is completed, the timer has fired), so a
 * language cannot refuse it: {@link Compiled#react} decides the consequences. A command that has not happened yet is an {@link Intention}.
 */
public sealed interface Happening {
    /** The case has started. */
    record Started(Data input) implements Happening {}

    /** A participant has started an offered work item. This decides a deferred choice. */
    record WorkTaken(int work) implements Happening {}

    /** A work item is completed. */
    record WorkDone(int work, Data output) implements Happening {}

    /** A work item has failed or was withdrawn. */
    record WorkLost(int work, String reason) implements Happening {}

    /** A timer has fired. */
    record TimerDue(int timer) implements Happening {}

    /** The case has received a signal for which it waited. */
    record SignalCame(int ticket, Data content) implements Happening {}

    /**
     * Another case asks the rules of this case about an event, or reports one; {@link Turn#decide} answers.
     *
     * @param attempt the number of the attempt in the other case
     * @param literals the events of the rules, with their constants
     */
    record Consulted(CaseId from, int attempt, Matter matter, List<String> literals) implements Happening {
        public Consulted {
            literals = List.copyOf(literals);
        }
    }

    /** Why another case sends a message to this one. */
    enum Matter {
        /** It waits for a decision. */
        WANTED,
        /** It no longer needs the decision. */
        DROPPED,
        /** The event has happened. */
        HAPPENED,
        /** The case has ended, so the event will never happen. */
        LEFT
    }

    /**
     * The case continues under another version, or an operator has marked its incident as resolved: the language checks again what can be
     * done.
     */
    record Resumed() implements Happening {}
}
