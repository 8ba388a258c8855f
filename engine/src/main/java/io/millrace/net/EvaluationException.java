package io.millrace.net;

/** Thrown for an expression that cannot be evaluated; the message names it and the reason. */
public final class EvaluationException extends RuntimeException {
    /** A failure that the evaluator itself found. The message becomes part of the incident that an operator sees. */
    public EvaluationException(String message) {
        super(message);
    }

    /** A failure that another exception caused. The message becomes part of the incident that an operator sees. */
    public EvaluationException(String message, Throwable cause) {
        super(message, cause);
    }
}
