package io.millrace.net;

/** The reading of OR-joins: how they look ahead. */
public enum OrJoin {
    /** Definition 17: no other OR-join fires in the lookahead. */
    PAPER,
    /** The reading of the YAWL engine: other OR-joins fire like XOR-joins in the lookahead, so this one waits for them. */
    OPTIMISTIC
}
