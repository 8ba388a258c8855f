package io.millrace.logic.term;

import java.math.BigInteger;

/** Numbers as terms. */
public final class Numbers {
    /** What it takes to find the shortest digits of a float. */
    private static final int FLOAT_STEPS = 20;

    private Numbers() {}

    /** The integer, as an {@link Int} whenever it fits. */
    public static Term integer(BigInteger value) {
        return value.bitLength() < 64 ? Int.of(value.longValue()) : new Big(value);
    }

    /** The integer. */
    public static Term integer(long value) {
        return Int.of(value);
    }

    /** The shortest text that reads back to the same float. */
    public static String text(double value) {
        return FloatText.of(value);
    }

    /** {@link #text(double)} for a run. */
    public static String text(double value, Meter meter) {
        meter.work(FLOAT_STEPS);
        return text(value);
    }

    /** The digits of a number in some base, for a run. */
    public static String digits(BigInteger number, int radix, Meter meter) {
        meter.work(Cost.conversion(Cost.words(number)));
        meter.text(number.bitLength() / bitsPerDigit(radix) + 1L);
        return number.toString(radix);
    }

    /** A digit stands for at least so many bits. */
    private static int bitsPerDigit(int radix) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(radix);
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
