package io.millrace.net;

/** An expression that could not be computed; the message says which and why. */
public final class EvaluationException extends RuntimeException {
    public EvaluationException(String message) {
        super(message);
    }

    public EvaluationException(String message, Throwable cause) {
        super(message, cause);
    }
}
