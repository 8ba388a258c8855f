package io.millrace.calculus;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Moments and spans of time as people write them. A moment is an ISO instant ({@code 2026-03-01T12:00:00Z}, with another offset, or
 * without any for UTC), a date ({@code 2026-03-01}, its beginning in UTC), a number of seconds since 1970 ({@code 1772366400.5}),
 * {@code now}, or a distance from now ({@code now - 2h}, {@code now + 1d}, {@code -90m}). A span is {@code 2d}, {@code 90m},
 * {@code 1h30m}, {@code 10s}, {@code 250ms} or {@code 3w}.
 */
public final class Times {
    private static final Pattern SPAN = Pattern.compile(
            "(?:(\\d{1,6})w)?(?:(\\d{1,7})d)?(?:(\\d{1,8})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,11})s)?(?:(\\d{1,14})ms)?");
    private static final long[] MILLIS = {604_800_000, 86_400_000, 3_600_000, 60_000, 1_000, 1};
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,12}(?:\\.\\d{1,9})?");
    private static final Pattern FROM_NOW = Pattern.compile("(?:now\\s*)?([+-])\\s*(\\S+)");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern LOCAL = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)");

    private Times() {}

    /**
     * The moment that a text says.
     *
     * @throws RefusedException if it says none
     */
    public static Instant moment(String text, Instant now) {
        String written = text.strip();
        try {
            Instant moment = read(written, now);
            if (moment != null) {
                return moment;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // A day or a distance that there is not.
        }
        throw new RefusedException(Code.BAD_MOMENT.with(text));
    }

    private static @Nullable Instant read(String text, Instant now) {
        if (text.equals("now")) {
            return now;
        }
        if (NUMBER.matcher(text).matches()) {
            return ofSeconds(new BigDecimal(text));
        }
        Matcher distance = FROM_NOW.matcher(text);
        if (distance.matches()) {
            Duration span = span(distance.group(2));
            return span == null ? null : distance.group(1).equals("-") ? now.minus(span) : now.plus(span);
        }
        if (DATE.matcher(text).matches()) {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        Matcher local = LOCAL.matcher(text);
        if (local.matches()) {
            return LocalDateTime.parse(local.group(1) + "T" + local.group(2)).toInstant(ZoneOffset.UTC);
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** The moment that is so many seconds after the beginning of 1970. */
    public static Instant ofSeconds(BigDecimal seconds) {
        BigDecimal[] parts = seconds.divideAndRemainder(BigDecimal.ONE);
        return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].movePointRight(9).longValue());
    }

    /** The span of time that a text says, or null when it says none. */
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
