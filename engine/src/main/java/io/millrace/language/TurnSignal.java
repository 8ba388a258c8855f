package io.millrace.language;

/**
 * Thrown through a user's code in the ordinary course of a turn: the turn is at one of its limits, or a value that the code
 * reads is not there yet. It is no failure of that code, so {@link UserCode} lets it pass. It has no stack trace.
 */
public abstract class TurnSignal extends RuntimeException {
    protected TurnSignal(String message) {
        super(message, null, false, false);
    }
}
