package io.millrace.cli;

import io.millrace.testkit.Durations;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Spans of time as people write and read them: {@code 2d}, {@code 1h30m}, {@code 10s}. */
final class Spans implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        Duration span = Durations.parse(text);
        if (span == null) {
            throw new TypeConversionException("'" + text + "' is not a span of time such as 2d, 90m, 1h30m or 10s");
        }
        return span;
    }

    /** A span in its largest one or two units: 3d 4h, 12m 5s, 340 ms. */
    static String show(Duration span) {
        Duration size = span.abs();
        if (size.compareTo(Duration.ofSeconds(1)) < 0) {
            return size.toMillis() + " ms";
        }
        if (size.toDays() > 0) {
            return two(size.toDays(), "d", size.toHoursPart(), "h");
        }
        if (size.toHours() > 0) {
            return two(size.toHours(), "h", size.toMinutesPart(), "m");
        }
        return size.toMinutes() > 0
                ? two(size.toMinutes(), "m", size.toSecondsPart(), "s")
                : size.toSeconds() + "s";
    }

    private static String two(long large, String largeUnit, int small, String smallUnit) {
        return large + largeUnit + (small == 0 ? "" : " " + small + smallUnit);
    }

    /** How long ago, or how long from now. */
    static String fromNow(Instant then, Instant now) {
        Duration since = Duration.between(then, now);
        return since.isNegative() ? "in " + show(since) : show(since) + " ago";
    }
}
