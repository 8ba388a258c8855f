package io.millrace.kernel.record;

import java.time.Instant;

/** A timer that has not fired. */
public record Timer(Instant due, TimerPurpose purpose) {}
