package io.millrace.logic.term;

import java.math.BigInteger;

/**
 * What operations on long integers cost in steps, estimated from the lengths of their operands before they begin.
 *
 * <p>The estimates follow the algorithms of {@link BigInteger}: digit by digit for short numbers, Karatsuba from
 * {@value #KARATSUBA} words on, Toom-Cook from {@value #TOOM_COOK} words on, and for a division of long numbers the
 * products into which Burnikel and Ziegler divide it. A word has 32 bits.
 */
public final class Cost {
    private static final int KARATSUBA = 80;
    private static final int TOOM_COOK = 240;

    /** So many products of two words take about as long as a step. */
    private static final long PRODUCTS_PER_STEP = 32;

    /** The number of words that are added, shifted or compared in about the time of a step. */
    private static final long WORDS_PER_STEP = 16;

    /** A division of long numbers takes about so many products of the same length. */
    private static final long QUOTIENT = 4;

    /** A conversion to or from decimal digits takes about so many products of the same length. */
    private static final long CONVERSION = 4;

    private static final int BITS_PER_WORD = 32;
    private static final long BITS_PER_DIGIT_TIMES_100 = 333;

    private Cost() {}

    /** The length of a number in words of 32 bits; at least 1. */
    public static long words(BigInteger number) {
        return number.bitLength() / BITS_PER_WORD + 1L;
    }

    /** The words of a number with so many decimal digits. */
    public static long wordsOfDigits(long digits) {
        return digits * BITS_PER_DIGIT_TIMES_100 / 100 / BITS_PER_WORD + 1;
    }

    /** Work that looks at each word once: sums, shifts, comparisons. */
    public static long linear(long words) {
        return words / WORDS_PER_STEP;
    }

    /** The steps of a multiplication; both lengths are in words. */
    public static long product(long a, long b) {
        return products(a, b) / PRODUCTS_PER_STEP;
    }

    private static long products(long a, long b) {
        long shorter = Math.min(a, b);
        long longer = Math.max(a, b);
        return shorter < KARATSUBA ? bounded(shorter, longer) : Math.min(bounded(shorter, longer), square(longer));
    }

    /** The products of two numbers of the same length. */
    private static long square(long words) {
        long length = words;
        long factor = 1;
        while (length >= TOOM_COOK && factor < Meter.MOST_STEPS / 5) {
            length = length / 3 + 1;
            factor *= 5;
        }
        while (length >= KARATSUBA) {
            length = length / 2 + 1;
            factor *= 3;
        }
        return bounded(factor, length * length);
    }

    /** The steps of a division; both lengths are in words. */
    public static long quotient(long dividend, long divisor) {
        if (dividend < divisor) {
            return linear(dividend);
        }
        long digitByDigit = bounded(divisor, dividend - divisor + 1);
        if (divisor < KARATSUBA || dividend - divisor < KARATSUBA / 2) {
            return digitByDigit / PRODUCTS_PER_STEP;
        }
        long blocks = dividend / divisor + 1;
        return bounded(blocks * QUOTIENT, square(divisor)) / PRODUCTS_PER_STEP;
    }

    /** The greatest common divisor, which is found bit by bit. */
    public static long commonDivisor(long a, long b) {
        long shorter = Math.min(a, b);
        return bounded(shorter * BITS_PER_WORD / 2, shorter) / PRODUCTS_PER_STEP + quotient(Math.max(a, b), shorter);
    }

    /** A power whose result has so many words: its last square costs as much as all before it. */
    public static long power(long words) {
        return products(words, words) / PRODUCTS_PER_STEP;
    }

    /** A number to digits, or digits to a number. */
    public static long conversion(long words) {
        return bounded(CONVERSION, products(words, words)) / PRODUCTS_PER_STEP;
    }

    private static long bounded(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Meter.MOST_STEPS : Math.min(a * b, Meter.MOST_STEPS);
    }
}
