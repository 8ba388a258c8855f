package io.millrace.problem;

import java.util.List;

/**
 * A refusal or warning: a stable code, and a message with three parts (what was asked, what was found, what to do). Immutable.
 *
 * @param grounds the rules behind it, and what would lift it
 */
public record Problem(Code code, String message, Grounds grounds) {
    /**
     * What stands behind a refusal or delay, for programs: the message says the same in words. Immutable.
     *
     * @param rules the names of the rules that do not permit it; empty if none are known
     * @param liftedBy the events of which one would let it happen; empty if none are known
     */
    public record Grounds(List<String> rules, List<String> liftedBy) {
        /** No rule is behind it. */
        public static final Grounds NONE = new Grounds(List.of(), List.of());

        public Grounds {
            rules = List.copyOf(rules);
            liftedBy = List.copyOf(liftedBy);
        }

        /** Whether nothing is known. */
        public boolean isEmpty() {
            return rules.isEmpty() && liftedBy.isEmpty();
        }
    }

    /** A problem that no rule is behind. */
    public Problem(Code code, String message) {
        this(code, message, Grounds.NONE);
    }

    /** The same with what stands behind it. */
    public Problem because(Grounds given) {
        return new Problem(code, message, given);
    }

    /** What was asked and what was found, without the remedy and the code. */
    public String reason() {
        String end = " " + code.remedy() + " (" + code.id() + ")";
        return message.endsWith(end) ? message.substring(0, message.length() - end.length()) : message;
    }

    @Override
    public String toString() {
        return message;
    }
}
