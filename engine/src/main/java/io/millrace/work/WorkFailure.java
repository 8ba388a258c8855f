package io.millrace.work;

/** Said by a handler: this work cannot be done, and another attempt would not help. The process is told. */
public final class WorkFailure extends Exception {
    public WorkFailure(String reason) {
        super(reason);
    }
}
