package io.millrace.logic.library;

import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Term;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers with a given number of digits, as C's {@code printf} writes them: from the exact value, ties to even. */
final class Decimals {
    private Decimals() {}

    /** {@code %.Nf}. */
    static String fixed(Term number, int digits) {
        if (number instanceof Real real && !Double.isFinite(real.value())) {
            return special(real.value());
        }
        return sign(number) + exact(number).abs().setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** {@code %.Ne}. */
    static String exponential(Term number, int digits) {
        if (number instanceof Real real && !Double.isFinite(real.value())) {
            return special(real.value());
        }
        BigDecimal value = rounded(number, digits + 1);
        int exponent = value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
        String mantissa = value.signum() == 0 ? "0".repeat(digits + 1) : value.unscaledValue().toString();
        mantissa += "0".repeat(digits + 1 - mantissa.length());
        return sign(number) + mantissa.charAt(0) + (digits > 0 ? "." + mantissa.substring(1) : "") + exponent(exponent);
    }

    /** {@code %.Ng}: whichever of the two is shorter, without zeros at the end. */
    static String general(Term number, int precision) {
        if (number instanceof Real real && !Double.isFinite(real.value())) {
            return special(real.value());
        }
        int digits = Math.max(precision, 1);
        BigDecimal value = rounded(number, digits);
        int exponent = value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
        if (exponent >= digits || exponent < -4) {
            String text = exponential(number, digits - 1);
            int e = text.indexOf('e');
            return trimmed(text.substring(0, e)) + text.substring(e);
        }
        return trimmed(fixed(number, digits - 1 - exponent));
    }

    /** An integer with a point inserted before its last digits and, if asked for, commas between thousands. */
    static String pointed(BigInteger value, int digits, boolean grouped) {
        String text = value.abs().toString();
        if (text.length() <= digits) {
            text = "0".repeat(digits + 1 - text.length()) + text;
        }
        int point = text.length() - digits;
        StringBuilder whole = new StringBuilder(text.length() * 4 / 3 + 1);
        for (int at = 0; at < point; at++) {
            if (grouped && at > 0 && (point - at) % 3 == 0) {
                whole.append(',');
            }
            whole.append(text.charAt(at));
        }
        String fraction = digits > 0 ? "." + text.substring(text.length() - digits) : "";
        return (value.signum() < 0 ? "-" : "") + whole + fraction;
    }

    private static BigDecimal exact(Term number) {
        return number instanceof Real real ? new BigDecimal(real.value()) : new BigDecimal(Numbers.big(number));
    }

    private static BigDecimal rounded(Term number, int digits) {
        return exact(number).abs().round(new MathContext(digits, RoundingMode.HALF_EVEN)).stripTrailingZeros();
    }

    private static String sign(Term number) {
        boolean negative = number instanceof Real real
                ? Double.doubleToRawLongBits(real.value()) < 0 : Numbers.big(number).signum() < 0;
        return negative ? "-" : "";
    }

    private static String exponent(int exponent) {
        return String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static String special(double value) {
        return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }

    private static String trimmed(String text) {
        if (text.indexOf('.') < 0) {
            return text;
        }
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }
}
