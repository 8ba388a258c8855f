package io.millrace.journal;

import io.millrace.problem.Problem;

/** Thrown when the storage fails: it is full, damaged, held by another process, or broken. */
public final class StoreException extends RuntimeException {
    private final transient Problem problem;

    /** A failure with this problem. */
    public StoreException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    /** A failure with this problem and its cause. */
    public StoreException(Problem problem, Throwable cause) {
        super(problem.message(), cause);
        this.problem = problem;
    }

    /** The problem with its code. */
    public Problem problem() {
        return problem;
    }
}
