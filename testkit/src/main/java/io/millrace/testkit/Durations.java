package io.millrace.testkit;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 2d}, {@code 90m}, {@code 1h30m}, {@code 10s}, {@code 250ms}, {@code 3w}. */
public final class Durations {
    private static final Pattern WRITTEN = Pattern.compile(
            "(?:(\\d{1,6})w)?(?:(\\d{1,7})d)?(?:(\\d{1,8})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,11})s)?(?:(\\d{1,14})ms)?");
    private static final long[] MILLIS = {604_800_000, 86_400_000, 3_600_000, 60_000, 1_000, 1};

    private Durations() {}

    /** The duration that a text says, or null when it says none. */
    public static @Nullable Duration parse(String text) {
        Matcher parts = WRITTEN.matcher(text);
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
