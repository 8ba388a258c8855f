package io.millrace.activity;

import io.millrace.data.Data;

/**
 * Work that has to be done: an activity from some point on, and what comes after it. Applying it does a small part and
 * answers the continuation with which to go on; so control never piles up on the Java stack.
 *
 * <p>A continuation never changes. It is written as its place and its {@link #state}, and made again by
 * {@link Activity#resume}.
 */
public interface Continuation {
    /** The place in the definition that it belongs to. */
    Node here();

    /** The continuation of the activity around this one. */
    Continuation next();

    /** All it needs to be made again beside its place: small, and nothing where the place says it all. */
    default Data state() {
        return Data.nothing();
    }

    /** Whether there is something to apply; the trampoline ends where there is not. */
    default boolean runs() {
        return true;
    }

    /**
     * Does the next part of the work. It first reads what it needs, then acts: reading a slot whose value is not there yet
     * ends the call, and it is made again when the value is there.
     */
    Continuation apply(Enactment enactment);
}
