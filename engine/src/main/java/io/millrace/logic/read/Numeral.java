package io.millrace.logic.read;

import io.millrace.logic.read.SyntaxError.Reason;
import io.millrace.logic.term.Chars;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Term;
import java.math.BigInteger;

/** Reads unsigned numbers: integers in any base, characters as numbers, floats (ISO 6.4.4, 6.4.5). */
final class Numeral {
    /** Up to here the digits of an integer in any base fit a long for certain. */
    private static final int SHORT = 12;

    /** Integers with more digits than this are cut in half and multiplied together, which is faster than digit by digit. */
    private static final int HALVED = 2_000;

    private final Cursor cursor;
    private final Quoted quoted;

    Numeral(Cursor cursor, Quoted quoted) {
        this.cursor = cursor;
        this.quoted = quoted;
    }

    /** The number that starts at the cursor, which is at a digit. */
    Term read() {
        int start = cursor.at;
        if (cursor.peek() == '0') {
            switch (cursor.peek(1)) {
                case '\'' -> {
                    if (character(cursor.peek(2))) {
                        cursor.at += 2;
                        return code();
                    }
                }
                case 'x' -> {
                    return based(2, 16);
                }
                case 'o' -> {
                    return based(2, 8);
                }
                case 'b' -> {
                    return based(2, 2);
                }
                default -> {}
            }
        }
        String digits = digits(10);
        if (cursor.peek() == '\'' && digits.length() <= 2) {
            int radix = Integer.parseInt(digits);
            if (radix >= 2 && radix <= 36 && Chars.digitValue(cursor.peek(1), radix) >= 0) {
                return based(1, radix);
            }
        }
        boolean fraction = cursor.peek() == '.' && Chars.digit(cursor.peek(1));
        if (fraction) {
            cursor.at++;
            digits += "." + digits(10);
            if (cursor.text.startsWith("Inf", cursor.at) || cursor.text.startsWith("NaN", cursor.at)) {
                return special(start, digits);
            }
        }
        String exponent = exponent();
        if (!fraction && exponent.isEmpty()) {
            return integer(digits, 10);
        }
        double value = Double.parseDouble(digits + exponent);
        if (Double.isInfinite(value)) {
            throw cursor.error(start, Reason.ILLEGAL_NUMBER);
        }
        return Real.of(value);
    }

    private static boolean character(int c) {
        return c != Chars.NONE && c != '\n';
    }

    private Term code() {
        if (cursor.takeIf('\'')) {
            cursor.takeIf('\'');
            return Int.of('\'');
        }
        return Int.of(quoted.single());
    }

    /** An integer after a prefix such as {@code 0x}; without a digit behind it, the prefix is no prefix. */
    private Term based(int prefix, int radix) {
        if (Chars.digitValue(cursor.peek(prefix), radix) < 0) {
            cursor.at++;
            return Int.of(0);
        }
        cursor.at += prefix;
        return integer(digits(radix), radix);
    }

    /** A run of digits, without the underscores that may group them ({@code 1_000_000}). */
    private String digits(int radix) {
        int from = cursor.at;
        StringBuilder grouped = new StringBuilder();
        while (true) {
            while (Chars.digitValue(cursor.peek(), radix) >= 0) {
                cursor.at++;
            }
            if (cursor.peek() != '_' || Chars.digitValue(cursor.peek(1), radix) < 0) {
                String last = cursor.text.substring(from, cursor.at);
                return grouped.isEmpty() ? last : grouped.append(last).toString();
            }
            grouped.append(cursor.text, from, cursor.at);
            from = ++cursor.at;
        }
    }

    private String exponent() {
        if (cursor.peek() != 'e' && cursor.peek() != 'E') {
            return "";
        }
        int sign = cursor.peek(1) == '+' || cursor.peek(1) == '-' ? 1 : 0;
        if (!Chars.digit(cursor.peek(1 + sign))) {
            return "";
        }
        int from = cursor.at;
        cursor.at += 1 + sign;
        digits(10);
        return cursor.text.substring(from, cursor.at).replace("_", "");
    }

    /** {@code 1.0Inf} and {@code 1.5NaN}. */
    private Term special(int start, String digits) {
        boolean infinite = cursor.peek() == 'I';
        cursor.at += 3;
        if (Chars.alphanumeric(cursor.peek()) || infinite && !digits.equals("1.0")) {
            throw cursor.error(start, Reason.ILLEGAL_NUMBER);
        }
        return Real.of(infinite ? Double.POSITIVE_INFINITY : Double.NaN);
    }

    static Term integer(String digits, int radix) {
        return digits.length() <= SHORT
                ? Int.of(Long.parseLong(digits, radix))
                : Numbers.integer(big(digits, radix));
    }

    private static BigInteger big(String digits, int radix) {
        if (digits.length() <= HALVED) {
            return new BigInteger(digits, radix);
        }
        int low = digits.length() / 2;
        int high = digits.length() - low;
        // The recursion halves: its depth is the logarithm of the number of digits.
        return big(digits.substring(0, high), radix)
                .multiply(BigInteger.valueOf(radix).pow(low))
                .add(big(digits.substring(high), radix));
    }
}
