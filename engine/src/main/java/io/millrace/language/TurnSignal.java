package io.millrace.language;

/**
 * Thrown through a user's code for control flow: the turn has reached a limit, or a value that the code reads is still missing. It is not a
 * failure of that code, so {@link UserCode} passes it on. It has no stack trace.
 */
public abstract class TurnSignal extends RuntimeException {
    protected TurnSignal(String message) {
        super(message, null, false, false);
    }
}
