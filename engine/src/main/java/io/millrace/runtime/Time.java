package io.millrace.runtime;

import java.time.Instant;

/**
 * The engine's clock: the current instant, and callbacks at later instants. Tests use a clock that they move. Must be safe for use by
 * several threads.
 */
public interface Time {
    /** The current instant. */
    Instant now();

    /** Calls back at an instant or soon after. Calling back more than once is harmless. */
    void wakeAt(Instant due, Runnable call);

    /**
     * Takes a task that runs last at the current instant, if this clock knows when an instant ends, as that of a simulation does. Other
     * clocks return false: then the engine runs the task when nothing else is in progress.
     */
    default boolean atEndOfInstant(Runnable call) {
        return false;
    }
}
