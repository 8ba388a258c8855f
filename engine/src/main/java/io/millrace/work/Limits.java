package io.millrace.work;

import io.millrace.problem.Argument;

/**
 * Limits of the calls of one handler or program. Immutable.
 *
 * @param atOnce the maximum number of concurrent calls
 * @param perSecond the maximum number of calls that start in a second, or 0 for no limit
 */
public record Limits(int atOnce, double perSecond) {
    public static final Limits DEFAULT = new Limits(64, 0);

    public Limits {
        Argument.atLeast(1, atOnce, "atOnce");
        if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
            throw Argument.wrong("perSecond", perSecond, "Give a rate of 0 (no limit) or more.");
        }
    }

    /** A limit of concurrent calls, without a rate limit. */
    public static Limits atOnce(int atOnce) {
        return new Limits(atOnce, 0);
    }

    /** Returns these limits with a rate limit: how many calls start in a second. */
    public Limits perSecond(double perSecond) {
        return new Limits(atOnce, perSecond);
    }
}
