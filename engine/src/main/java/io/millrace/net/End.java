package io.millrace.net;

/** When a case of the root net ends. A sub-net always ends at its first token in the output condition (Definition 11). */
public enum End {
    /** The output condition is marked and nothing is enabled or running: a multi-merge runs once for each branch. */
    QUIET,
    /** The output condition is marked, as in the YAWL engine; remaining tokens are dropped and recorded. */
    FIRST
}
