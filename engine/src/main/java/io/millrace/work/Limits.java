package io.millrace.work;

import io.millrace.problem.Argument;

/**
 * How much of one kind of work may go on.
 *
 * @param atOnce how many calls run side by side
 * @param perSecond how many calls start in a second, or 0 for no limit
 */
public record Limits(int atOnce, double perSecond) {
    public static final Limits DEFAULT = new Limits(64, 0);

    public Limits {
        Argument.atLeast(1, atOnce, "atOnce");
        if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
            throw Argument.wrong("perSecond", perSecond, "Give a rate of 0 (no limit) or more.");
        }
    }

    /** So many calls side by side, at any rate. */
    public static Limits atOnce(int atOnce) {
        return new Limits(atOnce, 0);
    }

    /** The same with a limit on how many calls start in a second. */
    public Limits perSecond(double perSecond) {
        return new Limits(atOnce, perSecond);
    }
}
