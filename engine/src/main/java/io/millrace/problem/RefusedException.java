package io.millrace.problem;

/**
 * Thrown when the engine refuses a command. Inside the engine a refusal is a value; it becomes an exception only at the facade. It has no
 * stack trace.
 */
public final class RefusedException extends RuntimeException {
    private final transient Problem problem;

    /** A refusal. */
    public RefusedException(Problem problem) {
        // No stack trace: a refusal is an answer, and the caller's own frames say nothing about its reason.
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /** A refusal with an exception as its cause, whose stack trace appears in logs. */
    public RefusedException(Problem problem, Throwable cause) {
        super(problem.message(), cause, false, false);
        this.problem = problem;
    }

    /** The refusal with its reason. */
    public Problem problem() {
        return problem;
    }

    /** The code of the refusal, which never changes its meaning. */
    public Code code() {
        return problem.code();
    }
}
