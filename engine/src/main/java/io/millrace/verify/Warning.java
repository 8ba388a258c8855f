package io.millrace.verify;

import java.util.List;

/**
 * A warning about a construct that is not wrong but seldom intended. Immutable.
 *
 * @param kind what it is
 * @param net the net
 * @param nodes the nodes it is about
 * @param message a sentence for the designer of the process
 */
public record Warning(Kind kind, String net, List<String> nodes, String message) {
    public Warning {
        nodes = List.copyOf(nodes);
    }

    /** The kinds of warnings. */
    public enum Kind {
        /** The two readings of the OR-join differ in a reachable state. */
        OR_JOIN_READINGS("orJoinReadings"),
        /** OR-joins form a cycle, so that each waits for the other. */
        OR_JOIN_CIRCLE("orJoinCircle"),
        /** An OR-join that never has a choice. */
        OR_JOIN_SIMPLER("orJoinSimpler"),
        /** A cancellation set names something that never holds a token when the task completes. */
        CANCELS_NOTHING("cancelsNothing"),
        /** The predicates of a split can leave no branch. */
        NO_BRANCH("noBranch"),
        /** A transition of a net with several sinks that can never fire. */
        DEAD_TRANSITION("deadTransition"),
        /** A net that no task calls. */
        UNUSED_NET("unusedNet"),
        /** A task that no case starts under its rules. */
        RULED_OUT_TASK("ruledOutTask"),
        /** A task of the rules that no case makes them begin. */
        UNTRIGGERED_TASK("untriggeredTask"),
        /** A rule that the net satisfies without the scheduler. */
        SUPERFLUOUS_RULE("superfluousRule"),
        /** An expression that does not compile: a task that needs it stops with an incident. */
        EXPRESSION("expression"),
        /** A requirement of the file that the engine does not enforce. */
        NOT_ENFORCED("notEnforced"),
        /** A remark of the reader of the file. */
        NOTE("note");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }
}
