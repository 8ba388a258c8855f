package io.millrace.problem;

/**
 * A refusal, for callers that asked through a method that returns the thing itself. Inside the engine a refusal is a
 * value; it becomes an exception only at the facade.
 */
public final class RefusedException extends RuntimeException {
    private final transient Problem problem;

    /** A refusal. */
    public RefusedException(Problem problem) {
        // No stack trace: a refusal is an answer, and the caller's own frames say nothing about its reason.
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /** A refusal for which an exception is the reason: whoever logs the refusal finds its stack trace there. */
    public RefusedException(Problem problem, Throwable cause) {
        super(problem.message(), cause, false, false);
        this.problem = problem;
    }

    /** What was refused and why. */
    public Problem problem() {
        return problem;
    }

    /** The code of the refusal, which never changes its meaning. */
    public Code code() {
        return problem.code();
    }
}
