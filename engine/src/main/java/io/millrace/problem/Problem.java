package io.millrace.problem;

/** One thing that could not be done: a stable code, and a message that says what was asked, found, and can be done. */
public record Problem(Code code, String message) {
    @Override
    public String toString() {
        return message;
    }
}
