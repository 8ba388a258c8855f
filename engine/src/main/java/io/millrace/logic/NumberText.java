package io.millrace.logic;

import io.millrace.logic.SyntaxError.Reason;
import io.millrace.logic.Token.Kind;
import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers to text and back: the shortest text that reads back to the same number. */
final class NumberText {
    /** Whole floats with more digits than this before the point, and floats below 0.0001, are written with an exponent. */
    private static final int PLAIN_DIGITS = 15;

    private static final int PLAIN_ZEROS = 3;

    private NumberText() {}

    /**
     * The number that a text stands for, as {@code number_codes/2} takes it: layout may come before it, a sign may stand
     * directly before the digits, nothing may follow. Throws {@link SyntaxError} with {@code illegal_number}.
     */
    static Term parse(String text) {
        Source source = Source.of("number", text);
        Lexer lexer = new Lexer(source);
        try {
            Token token = lexer.next();
            boolean minus = token.is(Kind.NAME) && token.text().equals("-");
            if (minus || token.is(Kind.NAME) && token.text().equals("+")) {
                int end = token.end();
                token = lexer.next();
                if (token.start() != end) {
                    throw lexer.error(end, Reason.ILLEGAL_NUMBER);
                }
            }
            Term number = token.number();
            if (number == null || token.end() != text.length()) {
                throw lexer.error(token.start(), Reason.ILLEGAL_NUMBER);
            }
            return minus ? Parser.negated(number) : number;
        } catch (SyntaxError e) {
            throw e.reason() == Reason.ILLEGAL_NUMBER ? e : new SyntaxError(source, e.offset(), Reason.ILLEGAL_NUMBER);
        }
    }

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
