package io.millrace.net;

/** Thrown for an expression that cannot be evaluated; the message names it and the reason. */
public final class EvaluationException extends RuntimeException {
    public EvaluationException(String message) {
        super(message);
    }

    public EvaluationException(String message, Throwable cause) {
        super(message, cause);
    }
}
