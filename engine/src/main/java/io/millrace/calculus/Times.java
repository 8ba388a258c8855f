package io.millrace.calculus;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses moments and spans of time. A moment is a time in {@link Questions}: an ISO instant ({@code 2026-03-01T12:00:00Z}, with another
 * offset, or without any for UTC), a date, seconds since 1970, {@code now}, {@code today}, {@code last(friday)}, and sums and differences
 * of these and of spans; a sign alone counts from now ({@code -90m}). A span is {@code 2d}, {@code 90m}, {@code 1h30m}, {@code 10s}, {@code
 * 250ms} or {@code 3w}.
 */
public final class Times {
    private static final Pattern SPAN = Pattern.compile(
            "(?:(\\d{1,6})w)?(?:(\\d{1,7})d)?(?:(\\d{1,8})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,11})s)?(?:(\\d{1,14})ms)?");
    private static final long[] MILLIS = {604_800_000, 86_400_000, 3_600_000, 60_000, 1_000, 1};
    private static final Pattern SPACED = Pattern.compile("(\\d{4}-\\d{2}-\\d{2}) (\\d{2}:\\d{2})");
    private static final Pattern SIGNED_NUMBER = Pattern.compile("-\\d+(?:\\.\\d+)?");

    private Times() {}

    /**
     * Parses a moment.
     *
     * @throws RefusedException if the text is not a moment
     */
    public static Instant moment(String text, Instant now) {
        String written = SPACED.matcher(text.strip()).replaceAll("$1T$2");
        if (span(written) != null) {
            // Two hours after the beginning of 1970 is never what somebody means.
            throw new RefusedException(Code.BAD_MOMENT.with(text));
        }
        boolean fromNow = (written.startsWith("-") || written.startsWith("+")) && !SIGNED_NUMBER.matcher(written).matches();
        try {
            Read read = Reader.term(GoalText.read(fromNow ? "now " + written : written), Operators.iso(), Flags.iso());
            return Moment.instant(new Calendar(Moment.micros(now), 0).moment(read.term()));
        } catch (SyntaxError | PrologError e) {
            throw new RefusedException(Code.BAD_MOMENT.with(text), e);
        }
    }

    /** Parses a span of time; returns null if the text is not one. */
    public static @Nullable Duration span(String text) {
        Matcher parts = SPAN.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            return null;
        }
        Duration sum = Duration.ZERO;
        for (int i = 0; i < MILLIS.length; i++) {
            if (parts.group(i + 1) != null) {
                sum = sum.plusMillis(Math.multiplyExact(Long.parseLong(parts.group(i + 1)), MILLIS[i]));
            }
        }
        return sum;
    }
}
