package io.millrace.runtime;

import java.time.Instant;

/** The engine's clock: what time it is, and a call when it is later. Tests move it by hand. */
public interface Time {
    Instant now();

    /** Calls back at an instant or soon after. Several calls for one wish are harmless. */
    void wakeAt(Instant due, Runnable call);
}
