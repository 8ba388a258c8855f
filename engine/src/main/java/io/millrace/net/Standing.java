package io.millrace.net;

/** The status of a case of a net. */
public enum Standing {
    /** Something is enabled or running. */
    RUNNING,
    /** It has ended; tokens outside the output condition are dropped. */
    FINISHED,
    /** Nothing is enabled and nothing runs, but the output condition is empty: a deadlock. */
    STUCK
}
