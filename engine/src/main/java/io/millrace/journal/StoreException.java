package io.millrace.journal;

import io.millrace.problem.Problem;

/** Thrown when the storage fails: it is full, damaged, held by another process, or broken. */
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
