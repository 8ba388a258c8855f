package io.millrace.work;

/**
 * How much of one kind of work may go on.
 *
 * @param atOnce how many calls run side by side
 * @param perSecond how many calls start in a second, or 0 for no limit
 */
public record Limits(int atOnce, double perSecond) {
    public static final Limits DEFAULT = new Limits(64, 0);

    public Limits {
        if (atOnce < 1 || perSecond < 0) {
            throw new IllegalArgumentException("At least one call at once, and a rate that is not negative");
        }
    }

    public static Limits atOnce(int atOnce) {
        return new Limits(atOnce, 0);
    }

    public Limits perSecond(double perSecond) {
        return new Limits(atOnce, perSecond);
    }
}
