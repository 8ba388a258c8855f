package io.millrace.xquery;

/**
 * What one expression may cost.
 *
 * @param steps how many steps it may take, as {@link Meter} counts them
 * @param depth how many evaluations may be inside each other
 */
public record Limits(int steps, int depth) {
    /** As many steps as a goal may take inferences. */
    public static final Limits USUAL = new Limits(2_000_000, 10_000);

    public Limits {
        if (steps < 1 || depth < 1) {
            throw new IllegalArgumentException("The limits of an expression are positive, not " + steps + " steps and a depth of " + depth);
        }
    }
}
