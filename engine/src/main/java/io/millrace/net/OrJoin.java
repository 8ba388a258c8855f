package io.millrace.net;

/** How an OR-join looks ahead. */
public enum OrJoin {
    /** Definition 17: no other OR-join fires in the lookahead. */
    PAPER,
    /** As the YAWL engine came to read it: other OR-joins fire like XOR-joins in the lookahead, so this one waits for them. */
    OPTIMISTIC
}
