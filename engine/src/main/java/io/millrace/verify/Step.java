package io.millrace.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a trace.
 *
 * @param net the net of the task
 * @param task the task, or the transition of a plain net
 * @param phase whether it happens as a whole
 * @param from the condition from which an XOR-join takes, or null where there is no choice
 * @param to the nodes to which a split gives; empty where there is no choice
 */
public record Step(String net, String task, Phase phase, @Nullable String from, List<String> to) {
    /** The phase of a task that happens in a step. */
    public enum Phase {
        /** It is entered, carried out and left before anything else happens. */
        WHOLE,
        /** It is entered; something else happens before it is left. */
        ENTER,
        /** It is left. */
        EXIT,
        /** Somebody fails at it. */
        FAIL
    }

    public Step {
        to = List.copyOf(to);
    }

    /** As a trace shows it: the task, or which half of it. */
    public String label() {
        return called(task);
    }

    /** The same with another word for the task. */
    String called(String title) {
        return switch (phase) {
            case WHOLE -> title;
            case ENTER -> "start(" + title + ")";
            case EXIT -> "complete(" + title + ")";
            case FAIL -> "fail(" + title + ")";
        };
    }
}
