package io.millrace.work;

import io.millrace.problem.Argument;

/**
 * Limits of the calls of one handler or program. Immutable.
 *
 * @param atOnce the maximum number of concurrent calls
 * @param perTenant the maximum number of concurrent calls for one tenant: set it where calls may wait without end, so that those of one
 *     tenant do not take all places
 * @param perSecond the maximum number of calls that start in a second, or 0 for no limit
 */
public record Limits(int atOnce, int perTenant, double perSecond) {
    public static final Limits DEFAULT = new Limits(64, 0);

    public Limits {
        Argument.atLeast(1, atOnce, "atOnce");
        Argument.atLeast(1, perTenant, "perTenant");
        if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
            throw Argument.wrong("perSecond", perSecond, "Give a rate of 0 (no limit) or more.");
        }
    }

    /** Limits that are the same for one tenant as for all together. */
    public Limits(int atOnce, double perSecond) {
        this(atOnce, Integer.MAX_VALUE, perSecond);
    }

    /** A limit of concurrent calls, without a rate limit. */
    public static Limits atOnce(int atOnce) {
        return new Limits(atOnce, 0);
    }

    /** Returns these limits with a rate limit: how many calls start in a second. */
    public Limits perSecond(double perSecond) {
        return new Limits(atOnce, perTenant, perSecond);
    }

    /** Returns these limits with a limit of concurrent calls for each tenant. */
    public Limits perTenant(int perTenant) {
        return new Limits(atOnce, perTenant, perSecond);
    }
}
