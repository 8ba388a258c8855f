package io.millrace.runtime;

import java.time.Instant;

/** The engine's clock: what time it is, and a call when it is later. Tests move it by hand. */
public interface Time {
    /** What the clock says. */
    Instant now();

    /** Calls back at an instant or soon after. Several calls for one wish are harmless. */
    void wakeAt(Instant due, Runnable call);

    /**
     * Takes what is to come last at the present instant, if this clock knows when an instant is over, as that of a simulation does.
     * Most do not: then the engine does it when nothing else is under way.
     */
    default boolean atEndOfInstant(Runnable call) {
        return false;
    }
}
