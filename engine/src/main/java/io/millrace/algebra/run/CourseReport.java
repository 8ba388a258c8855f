package io.millrace.algebra.run;

import java.util.List;

/**
 * What was proved of a process together with its rules.
 *
 * @param verdict whether cases can always end
 * @param way the shortest way into a state in which the rules block a case, as events; empty if there is none, or if it is the start
 * @param rules the rules that block it
 * @param reason what they do, in a sentence without its end; empty unless cases are blocked
 * @param unreached tasks of the process that no case starts
 * @param untriggered tasks of the rules that no case begins
 * @param superfluous rules that the course of the process keeps by itself
 * @param states how many states were looked at
 */
public record CourseReport(
        Verdict verdict,
        List<String> way,
        List<String> rules,
        String reason,
        List<String> unreached,
        List<String> untriggered,
        List<String> superfluous,
        long states) {
    /** Whether cases can always end. */
    public enum Verdict {
        /** From every state that a case can come to, it can still end. */
        CAN_END,
        /** The rules can block a case. */
        BLOCKED,
        /** There are too many states. */
        UNDECIDED
    }

    public CourseReport {
        way = List.copyOf(way);
        rules = List.copyOf(rules);
        unreached = List.copyOf(unreached);
        untriggered = List.copyOf(untriggered);
        superfluous = List.copyOf(superfluous);
    }

    /** How a case is blocked, for people. */
    public String blocked() {
        return (way.isEmpty() ? "from the start" : "after " + String.join(", ", way)) + " a case cannot end any more; " + reason;
    }

    /** Why nothing is decided, for people. */
    public String limit() {
        return states == 0
                ? "the rules have more than " + CourseProof.MOST_EVENTS + " events, and are too many for a table"
                : "there are more than " + states + " states";
    }
}
