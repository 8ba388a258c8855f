package io.millrace.testkit;

import io.millrace.calculus.Times;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Parses durations: {@code 2d}, {@code 90m}, {@code 1h30m}, {@code 10s}, {@code 250ms}, {@code 3w}. */
public final class Durations {
    private Durations() {}

    /** Parses a duration; returns null if the text is not one. */
    public static @Nullable Duration parse(String text) {
        return Times.span(text);
    }
}
