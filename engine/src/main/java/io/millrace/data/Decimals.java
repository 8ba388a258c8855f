package io.millrace.data;

import java.math.BigDecimal;

/**
 * The limits of numbers and their canonical form. A number has at most {@value #MAX_DIGITS} significant digits and its
 * first digit stands at most {@value #MAX_EXPONENT} places from the point, so that nothing done with one can explode.
 * Every finite double is far inside.
 */
final class Decimals {
    static final int MAX_DIGITS = 1000;
    static final int MAX_EXPONENT = 1000;

    /** Bits of a number with more than twice the digits allowed: not worth counting its zeros. */
    private static final int HOPELESS_BITS = 7000;

    private static final int HOPELESS_SCALE = 10_000;
    private static final int MAX_KEPT_SCALE = 30;
    /** How many zeros may stand after the point before {@link BigDecimal#toString} takes an exponent. */
    private static final int PLAIN_ZEROS = 6;
    private static final int LONG_DIGITS = 19;
    private static final int PLAIN_DIGITS = 40;
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private Decimals() {}

    static BigDecimal canonical(BigDecimal value) {
        if (value.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (Math.abs((long) value.scale()) <= HOPELESS_SCALE && value.unscaledValue().bitLength() <= HOPELESS_BITS) {
            BigDecimal stripped = value.stripTrailingZeros();
            int exponent = stripped.precision() - stripped.scale() - 1;
            if (stripped.precision() <= MAX_DIGITS && Math.abs(exponent) <= MAX_EXPONENT) {
                return stripped;
            }
        }
        throw new IllegalArgumentException("A number has at most " + MAX_DIGITS + " digits and an exponent from -"
                + MAX_EXPONENT + " to " + MAX_EXPONENT + ".");
    }

    /** The value with the digits after the point that it was made with, if people write it like that: without an exponent. */
    static BigDecimal kept(BigDecimal value, BigDecimal canonical) {
        boolean plain = value.signum() == 0 || value.precision() - value.scale() > -PLAIN_ZEROS;
        return value.scale() > 0 && value.scale() <= MAX_KEPT_SCALE && value.precision() <= MAX_DIGITS && plain ? value : canonical;
    }

    static boolean fitsLong(BigDecimal canonical) {
        return canonical.scale() <= 0
                && canonical.precision() - canonical.scale() <= LONG_DIGITS
                && canonical.compareTo(LONG_MIN) >= 0
                && canonical.compareTo(LONG_MAX) <= 0;
    }

    /** The number in JSON: digits only where that stays short, else with an exponent. */
    static String text(BigDecimal number) {
        boolean whole = number.scale() < 0 && number.precision() - number.scale() <= PLAIN_DIGITS;
        boolean zero = number.signum() == 0 && number.scale() <= PLAIN_DIGITS;
        return whole || zero ? number.toPlainString() : number.toString();
    }
}
