package io.millrace.logic;

import java.math.BigInteger;

/** Numbers as terms. */
public final class Numbers {
    private Numbers() {}

    /** The integer, as an {@link Int} whenever it fits. */
    public static Term integer(BigInteger value) {
        return value.bitLength() < 64 ? Int.of(value.longValue()) : new Big(value);
    }

    /** The integer. */
    public static Term integer(long value) {
        return Int.of(value);
    }

    /**
     * The number that a text stands for, as {@code number_codes/2} takes it: layout may come before it, a sign may stand
     * directly before the digits, nothing may follow. Throws {@link SyntaxError} with {@code illegal_number}.
     */
    public static Term parse(String text) {
        return NumberText.parse(text);
    }

    /** The shortest text that reads back to the same float. */
    public static String text(double value) {
        return NumberText.of(value);
    }

    /** The value of an {@link Int} or {@link Big}. */
    public static BigInteger big(Term integer) {
        return switch (integer) {
            case Int small -> BigInteger.valueOf(small.value);
            case Big big -> big.value();
            default -> throw new IllegalArgumentException("not an integer");
        };
    }
}
