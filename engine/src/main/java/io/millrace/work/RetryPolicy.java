package io.millrace.work;

import io.millrace.id.WorkId;
import io.millrace.problem.Argument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Retries with backoff: the number of attempts at automatic work and the waits between them: {@code first}, then each time {@code factor}
 * times as long, at most {@code longest}. After {@code attempts} tries the work item is an incident. Immutable.
 *
 * @param attempts the maximum number of attempts, 1 for no retry
 * @param first the wait after the first attempt
 * @param factor the ratio of each wait to the one before
 * @param longest the longest wait
 * @param jitter the fraction by which a wait is made longer or shorter, from 0 to 1, so that work that failed together is not retried
 *     together
 * @param notRetried names of exception classes: an attempt that throws one of them, or a subclass, makes the work an incident at once
 */
public record RetryPolicy(
        int attempts, Duration first, double factor, Duration longest, double jitter, List<String> notRetried) {
    /** Three attempts, one and then two seconds apart. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(5));
    /** One attempt. */
    public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO, 1, Duration.ZERO);

    public RetryPolicy {
        Argument.atLeast(1, attempts, "attempts");
        Argument.notNegative(first, "first");
        Argument.given(longest, "longest");
        notRetried = List.copyOf(new TreeSet<>(Argument.allNamed(notRetried, "notRetried")));
        if (!(factor >= 1) || Double.isInfinite(factor)) {
            throw Argument.wrong("factor", factor, "Give a factor of at least 1.");
        }
        if (longest.compareTo(first) < 0) {
            throw Argument.wrong("longest", longest, "Give a wait that is not shorter than the first, " + first + ".");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw Argument.wrong("jitter", jitter, "Give a part from 0 to 1.");
        }
    }

    /** Without jitter; every exception is retried. */
    public RetryPolicy(int attempts, Duration first, double factor, Duration longest) {
        this(attempts, first, factor, longest, 0, List.of());
    }

    /** A number of attempts, with the waits of {@link #DEFAULT}. */
    public static RetryPolicy attempts(int attempts) {
        return new RetryPolicy(attempts, DEFAULT.first, DEFAULT.factor, DEFAULT.longest);
    }

    /** The same with other waits. */
    public RetryPolicy backoff(Duration first, double factor, Duration longest) {
        return new RetryPolicy(attempts, first, factor, longest, jitter, notRetried);
    }

    /** The same with jitter: waits differ from work item to work item by up to this fraction. 0.2 means up to a fifth longer or shorter. */
    public RetryPolicy jitter(double jitter) {
        return new RetryPolicy(attempts, first, factor, longest, jitter, notRetried);
    }

    /** The same without a retry after an exception of one of these classes, or of a subclass: the work is an incident at once. */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is only read.
    public final RetryPolicy notOn(Class<? extends Throwable>... exceptions) {
        List<String> names = new ArrayList<>(notRetried);
        for (Class<? extends Throwable> exception : Argument.given(exceptions, "exceptions")) {
            names.add(Argument.given(exception, "an element of exceptions").getName());
        }
        return new RetryPolicy(attempts, first, factor, longest, jitter, names);
    }

    /** Whether another attempt is made after an exception with these class names, its own and those of its superclasses. */
    public boolean retries(Collection<String> kinds) {
        return Argument.given(kinds, "kinds").stream().noneMatch(notRetried::contains);
    }

    /** The wait after this attempt has failed, without jitter. */
    public Duration waitAfter(int attempt) {
        double millis = millis(first) * Math.pow(factor, attempt - 1.0);
        return millis >= millis(longest) ? longest : Duration.ofMillis((long) millis);
    }

    /**
     * The wait after this attempt of a work item has failed. The jitter is computed from both arguments, because a turn uses no random
     * numbers.
     */
    public Duration waitAfter(int attempt, WorkId work) {
        Argument.given(work, "work");
        Duration wait = waitAfter(attempt);
        if (jitter == 0) {
            return wait;
        }
        double part = jitter * (2 * chance(work.toString().hashCode() * 31L + attempt) - 1);
        return Duration.ofMillis((long) (millis(wait) * (1 + part)));
    }

    /** A number from 0 to 1 that looks random and is the same for the same seed on every machine. */
    private static double chance(long seed) {
        long mixed = seed * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1.0p-53;
    }

    /** Any duration has so many, also one that has more than a long can count. */
    private static double millis(Duration duration) {
        return duration.toSeconds() * 1_000.0 + duration.toMillisPart();
    }

    /** Policies without jitter and exceptions keep the text, and so the fingerprint, that they had before there were any. */
    @Override
    public String toString() {
        String rest = jitter == 0 && notRetried.isEmpty() ? "]" : ", jitter=" + jitter + ", notRetried=" + notRetried + "]";
        return "RetryPolicy[attempts=" + attempts + ", first=" + first + ", factor=" + factor + ", longest=" + longest + rest;
    }
}
