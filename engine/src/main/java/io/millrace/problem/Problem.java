package io.millrace.problem;

/** A refusal or warning: a stable code, and a message with three parts (what was asked, what was found, what to do). Immutable. */
public record Problem(Code code, String message) {
    @Override
    public String toString() {
        return message;
    }
}
