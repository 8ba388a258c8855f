package io.millrace.work;

import io.millrace.problem.Argument;
import java.time.Duration;

/**
 * How often automatic work is tried and how long to wait between attempts: {@code first}, then each time
 * {@code factor} times as long, at most {@code longest}. After {@code attempts} tries the work item is an incident.
 */
public record RetryPolicy(int attempts, Duration first, double factor, Duration longest) {
    /** Three attempts, one and then two seconds apart. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(5));
    /** One attempt. */
    public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO, 1, Duration.ZERO);

    public RetryPolicy {
        Argument.atLeast(1, attempts, "attempts");
        Argument.notNegative(first, "first");
        Argument.given(longest, "longest");
        if (!(factor >= 1) || Double.isInfinite(factor)) {
            throw Argument.wrong("factor", factor, "Give a factor of at least 1.");
        }
        if (longest.compareTo(first) < 0) {
            throw Argument.wrong("longest", longest, "Give a wait that is not shorter than the first, " + first + ".");
        }
    }

    public static RetryPolicy attempts(int attempts) {
        return new RetryPolicy(attempts, DEFAULT.first, DEFAULT.factor, DEFAULT.longest);
    }

    public RetryPolicy backoff(Duration first, double factor, Duration longest) {
        return new RetryPolicy(attempts, first, factor, longest);
    }

    /** How long to wait after this attempt has failed. */
    public Duration waitAfter(int attempt) {
        double millis = millis(first) * Math.pow(factor, attempt - 1.0);
        return millis >= millis(longest) ? longest : Duration.ofMillis((long) millis);
    }

    /** Any duration has so many, also one that has more than a long can count. */
    private static double millis(Duration duration) {
        return duration.toSeconds() * 1_000.0 + duration.toMillisPart();
    }
}
