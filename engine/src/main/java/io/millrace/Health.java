package io.millrace;

import io.millrace.problem.Problem;
import java.util.List;

/**
 * The problems of an engine at a moment, each with its code: processes without code, automatic work without a registered handler,
 * a journal that takes no commits because its disk is full. Immutable.
 */
public record Health(List<Problem> problems) {
    public Health {
        problems = List.copyOf(problems);
    }

    /** Whether there is no problem. */
    public boolean isWell() {
        return problems.isEmpty();
    }

    /** One line for each problem. */
    @Override
    public String toString() {
        return isWell() ? "well" : String.join("\n", problems.stream().map(Problem::message).toList());
    }
}
