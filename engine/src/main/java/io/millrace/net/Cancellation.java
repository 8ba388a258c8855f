package io.millrace.net;

import java.util.List;
import java.util.stream.Stream;

/**
 * The cancellation set of a task: {@code rem} of Definition 1. Immutable.
 *
 * @param nodes tasks, which are aborted, and conditions, by name
 * @param between pairs of tasks whose implicit condition is emptied
 */
public record Cancellation(List<String> nodes, List<Arc> between) {
    /** The empty cancellation set. */
    public static final Cancellation NONE = new Cancellation(List.of(), List.of());

    /** Two tasks that are connected directly. */
    public record Arc(String from, String to) {}

    public Cancellation {
        nodes = List.copyOf(nodes);
        between = List.copyOf(between);
    }

    /** The set of these tasks and conditions, by name. */
    public static Cancellation of(String... nodes) {
        return new Cancellation(List.of(nodes), List.of());
    }

    /** The union of two cancellation sets. */
    public Cancellation and(Cancellation other) {
        return isNone()
                ? other
                : new Cancellation(
                        Stream.concat(nodes.stream(), other.nodes.stream()).distinct().toList(),
                        Stream.concat(between.stream(), other.between.stream()).distinct().toList());
    }

    /** Whether the set is empty, so that the exit of the task cancels nothing outside of the task. */
    public boolean isNone() {
        return nodes.isEmpty() && between.isEmpty();
    }
}
