package io.millrace.testkit;

import io.millrace.problem.Problem;

/** Thrown when a scenario, or a file that it needs, cannot be read; the message names the place. */
public final class ScenarioException extends Exception {
    private final transient Problem problem;
    private final int line;

    ScenarioException(Problem problem) {
        this(problem, 0);
    }

    ScenarioException(Problem problem, int line) {
        super(problem.message());
        this.problem = problem;
        this.line = line;
    }

    public Problem problem() {
        return problem;
    }

    /** The line of the scenario, counted from 1, or 0 when it is not about a line. */
    public int line() {
        return line;
    }
}
