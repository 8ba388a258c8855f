package io.millrace.server.security;

/**
 * How many requests somebody may make.
 *
 * @param perSecond on average
 * @param burst at once, after a rest
 */
public record Rate(double perSecond, double burst) {
    /** As many as they like. */
    public static final Rate UNLIMITED = new Rate(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    boolean isUnlimited() {
        return Double.isInfinite(perSecond);
    }
}
