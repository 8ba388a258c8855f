package io.millrace;

import io.millrace.problem.Problem;
import java.util.List;

/**
 * What is wrong with an engine at a moment, one problem with its code for each: processes without code, automatic work for which
 * nobody is registered.
 */
public record Health(List<Problem> problems) {
    public Health {
        problems = List.copyOf(problems);
    }

    /** Whether nothing is wrong. */
    public boolean isWell() {
        return problems.isEmpty();
    }

    /** One line for each problem. */
    @Override
    public String toString() {
        return isWell() ? "well" : String.join("\n", problems.stream().map(Problem::message).toList());
    }
}
