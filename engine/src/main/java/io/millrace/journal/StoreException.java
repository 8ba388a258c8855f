package io.millrace.journal;

import io.millrace.problem.Problem;

/** Storage that did not do what was asked: it is full, damaged, held by someone else, or broken. */
public final class StoreException extends RuntimeException {
    private final transient Problem problem;

    public StoreException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public StoreException(Problem problem, Throwable cause) {
        super(problem.message(), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
