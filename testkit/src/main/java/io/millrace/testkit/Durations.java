package io.millrace.testkit;

import io.millrace.calculus.Times;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 2d}, {@code 90m}, {@code 1h30m}, {@code 10s}, {@code 250ms}, {@code 3w}. */
public final class Durations {
    private Durations() {}

    /** The duration that a text says, or null when it says none. */
    public static @Nullable Duration parse(String text) {
        return Times.span(text);
    }
}
