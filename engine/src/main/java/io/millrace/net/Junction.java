package io.millrace.net;

/** The kind of a join or split of a task (Definition 1). */
public enum Junction {
    /** A join waits for a token in every condition before it; a split gives one to every condition behind it. */
    AND,
    /** A join takes one token from one condition; a split gives one to the first branch whose predicate holds, or to the default. */
    XOR,
    /**
     * A join takes a token from every marked condition and first waits for more that can still come; a split gives one to each branch whose
     * predicate holds, or to the default.
     */
    OR
}
