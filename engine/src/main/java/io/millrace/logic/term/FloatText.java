package io.millrace.logic.term;

import java.math.BigDecimal;
import java.math.MathContext;

/** The text of floats: the shortest that reads back to the same number. */
final class FloatText {
    /** Whole floats with more digits than this before the point, and floats below 0.0001, are written with an exponent. */
    private static final int PLAIN_DIGITS = 15;

    private static final int PLAIN_ZEROS = 3;

    private FloatText() {}

    /** The text of a float: always with a point, so that it does not read as an integer. */
    static String of(double value) {
        if (Double.isNaN(value)) {
            return "1.5NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "1.0Inf" : "-1.0Inf";
        }
        if (value == 0) {
            return Double.doubleToRawLongBits(value) == 0 ? "0.0" : "-0.0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        return (value < 0 ? "-" : "") + placed(digits, point);
    }

    /** Java finds the shortest digits, except that it never takes one where two come closer: 4.9E-324 for 5E-324. */
    private static BigDecimal shortest(double value) {
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (digits.precision() == 2) {
            BigDecimal one = digits.round(new MathContext(1));
            return one.doubleValue() == value ? one : digits;
        }
        return digits;
    }

    private static String placed(String digits, int point) {
        if (point > PLAIN_DIGITS && point >= digits.length() || point < -PLAIN_ZEROS) {
            String rest = digits.length() > 1 ? digits.substring(1) : "0";
            return digits.charAt(0) + "." + rest + "e" + (point - 1);
        }
        if (point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        if (point >= digits.length()) {
            return digits + "0".repeat(point - digits.length()) + ".0";
        }
        return digits.substring(0, point) + "." + digits.substring(point);
    }
}
