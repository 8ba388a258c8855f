package io.millrace.net;

/** Where a case of a net stands. */
public enum Standing {
    /** Something is enabled or running. */
    RUNNING,
    /** It is over; tokens beside the output condition, if there are any, are dropped. */
    FINISHED,
    /** Nothing is enabled and nothing runs, but the output condition is empty: a deadlock. */
    STUCK
}
