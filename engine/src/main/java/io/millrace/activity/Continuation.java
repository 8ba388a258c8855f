package io.millrace.activity;

import io.millrace.data.Data;

/**
 * The remaining work of a flow: an activity from some point on, and what follows it. Applying it does a small step and returns the next
 * continuation, so that the Java stack does not grow.
 *
 * <p>Immutable. The engine stores its place and its {@link #state}, and restores it with {@link Activity#resume}.
 */
public interface Continuation {
    /** The place in the definition that it belongs to. */
    Node here();

    /** The continuation of the activity around this one. */
    Continuation next();

    /** The state from which it can be restored, in addition to its place: small, and nothing if the place is enough. */
    default Data state() {
        return Data.nothing();
    }

    /** Whether it can be applied; otherwise the trampoline ends. */
    default boolean runs() {
        return true;
    }

    /**
     * Does the next step of the work. It must read everything it needs before it acts: reading a slot that has no value yet ends the call,
     * and the engine repeats the call when the slot has a value.
     */
    Continuation apply(Enactment enactment);
}
