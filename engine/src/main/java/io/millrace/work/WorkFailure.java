package io.millrace.work;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler when the work cannot be done and a retry would not help. The process receives the reason. */
public final class WorkFailure extends Exception {
    /** The work cannot be done, for this reason. */
    public WorkFailure(@Nullable String reason) {
        super(said(reason));
    }

    /** The work cannot be done, for this reason, with the exception behind it. */
    public WorkFailure(@Nullable String reason, Throwable cause) {
        super(said(reason), cause);
    }

    /** A handler often passes on the message of another exception, which may have none. */
    private static String said(@Nullable String reason) {
        return reason == null || reason.isBlank() ? "the handler gave no reason" : reason;
    }
}
