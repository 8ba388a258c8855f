package io.millrace.xquery;

/**
 * The limits of one expression. Immutable.
 *
 * @param steps how many steps it may take, as {@link Meter} counts them
 * @param depth the maximum nesting of evaluations
 */
public record Limits(int steps, int depth) {
    /** The default limits. */
    public static final Limits USUAL = new Limits(2_000_000, 10_000);

    public Limits {
        if (steps < 1 || depth < 1) {
            throw new IllegalArgumentException("The limits of an expression are positive, not " + steps + " steps and a depth of " + depth);
        }
    }
}
