package io.millrace.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a net.
 *
 * @param kind what it is
 * @param net the net in which it shows
 * @param nodes the nodes where it shows: where tokens are stuck or doubled, or the task that is dead
 * @param trace a shortest sequence of steps to it; empty for a dead task
 * @param tokens what is marked then
 * @param message a sentence for the designer of the process
 * @param fix a change after which the net is sound, or null if no small one was found
 */
public record Trouble(
        Kind kind, String net, List<String> nodes, List<Step> trace, List<Tokens> tokens, String message, @Nullable Fix fix) {
    public Trouble {
        nodes = List.copyOf(nodes);
        trace = List.copyOf(trace);
        tokens = List.copyOf(tokens);
    }

    /** What can be wrong. */
    public enum Kind {
        /** Nothing can happen, and the case is not over. */
        DEADLOCK("deadlock"),
        /** Something can always happen, and the case never ends. */
        LIVELOCK("livelock"),
        /** A task that no case carries out. */
        DEAD_TASK("deadTask"),
        /** The output condition is marked, and so is something else. */
        IMPROPER_COMPLETION("improperCompletion"),
        /** Tokens pile up without bound, or beyond what the form of the net allows. */
        UNBOUNDED("unbounded"),
        /** Rules between its events keep a case from ending. */
        BLOCKED("blockedByRules"),
        /** Its rules contradict each other, or others can break them. */
        BAD_RULES("badRules"),
        /** Something from outside that a case waits for can never come: an event that nothing describes, an agent who is not there. */
        WAITS_IN_VAIN("waitsInVain");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    Trouble with(@Nullable Fix fix) {
        return new Trouble(kind, net, nodes, trace, tokens, message, fix);
    }
}
