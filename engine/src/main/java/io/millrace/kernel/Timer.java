package io.millrace.kernel;

import java.time.Instant;

/** A timer that has not fired. */
record Timer(Instant due, TimerPurpose purpose) {}
