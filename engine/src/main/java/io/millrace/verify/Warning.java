package io.millrace.verify;

import java.util.List;

/**
 * Something that is not wrong but seldom meant.
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

    /** What can be warned of. */
    public enum Kind {
        /** The two readings of the OR-join differ in a state that a case can come to. */
        OR_JOIN_READINGS("orJoinReadings"),
        /** OR-joins that lie on a circle, so that each waits for the other. */
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
        /** A rule that the net keeps by itself. */
        SUPERFLUOUS_RULE("superfluousRule"),
        /** An expression that does not compile: a task that needs it stops with an incident. */
        EXPRESSION("expression"),
        /** Something that the file asks for and the engine does not enforce. */
        NOT_ENFORCED("notEnforced"),
        /** Something that the reader of the file noticed. */
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
