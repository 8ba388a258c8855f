package io.millrace.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One problem of a net. Immutable.
 *
 * @param kind what it is
 * @param net the net in which it shows
 * @param nodes the nodes where it shows: where tokens are stuck or doubled, or the task that is dead
 * @param trace a shortest sequence of steps to it; empty for a dead task
 * @param tokens what is marked then
 * @param message a sentence for the designer of the process
 * @param fix a change that makes the net sound, or null if no small one was found
 * @param markings what is marked at the start and after each step of the trace; empty if the trace is long, or was not played step by step
 */
public record Trouble(
        Kind kind,
        String net,
        List<String> nodes,
        List<Step> trace,
        List<Tokens> tokens,
        String message,
        @Nullable Fix fix,
        List<List<Tokens>> markings) {
    public Trouble {
        markings = List.copyOf(markings);
        nodes = List.copyOf(nodes);
        trace = List.copyOf(trace);
        tokens = List.copyOf(tokens);
    }

    /** A problem whose trace was not played. */
    public Trouble(Kind kind, String net, List<String> nodes, List<Step> trace, List<Tokens> tokens, String message, @Nullable Fix fix) {
        this(kind, net, nodes, trace, tokens, message, fix, List.of());
    }

    /** The kinds of problems. */
    public enum Kind {
        /** No step is possible, and the case has not ended. */
        DEADLOCK("deadlock"),
        /** Steps are always possible, but the case never ends. */
        LIVELOCK("livelock"),
        /** A task that no case carries out. */
        DEAD_TASK("deadTask"),
        /** The output condition is marked, and so is something else. */
        IMPROPER_COMPLETION("improperCompletion"),
        /** The number of tokens grows without limit, or beyond what the form of the net allows. */
        UNBOUNDED("unbounded"),
        /** Rules between its events block the end of a case. */
        BLOCKED("blockedByRules"),
        /** Its rules contradict each other, or others can break them. */
        BAD_RULES("badRules"),
        /** A case waits for something external that can never come: an event that nothing describes, a missing agent. */
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
        return new Trouble(kind, net, nodes, trace, tokens, message, fix, markings);
    }
}
