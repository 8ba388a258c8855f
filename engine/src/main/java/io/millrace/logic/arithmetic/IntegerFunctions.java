package io.millrace.logic.arithmetic;

import io.millrace.logic.term.Big;
import io.millrace.logic.term.Cost;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Term;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.BinaryOperator;

/** The arithmetic of unbounded integers. */
final class IntegerFunctions {
    /** The longest integer that may come into being: a megabyte. Whatever needs more is a mistake or an attack. */
    private static final long MOST_BITS = 8L << 20;

    /** Numbers below this length count as the cells that hold them. */
    private static final int LONG_BITS = 1024;

    private IntegerFunctions() {}

    static void register(Map<String, Arithmetic.Unary> unary, Map<String, Arithmetic.Binary> binary) {
        binary.put("//", (a, b, meter) -> divide(a, b, true, meter));
        binary.put("div", (a, b, meter) -> divide(a, b, false, meter));
        binary.put("rem", IntegerFunctions::remainder);
        binary.put("mod", IntegerFunctions::modulo);
        binary.put("gcd", IntegerFunctions::commonDivisor);
        binary.put(">>", (a, b, meter) -> shift(a, b, -1, meter));
        binary.put("<<", (a, b, meter) -> shift(a, b, 1, meter));
        binary.put("/\\", (a, b, meter) -> a instanceof Int i && b instanceof Int j
                ? Int.of(i.value() & j.value()) : bitwise(a, b, BigInteger::and, meter));
        binary.put("\\/", (a, b, meter) -> a instanceof Int i && b instanceof Int j
                ? Int.of(i.value() | j.value()) : bitwise(a, b, BigInteger::or, meter));
        binary.put("xor", (a, b, meter) -> a instanceof Int i && b instanceof Int j
                ? Int.of(i.value() ^ j.value()) : bitwise(a, b, BigInteger::xor, meter));
        unary.put("\\", (a, meter) -> a instanceof Int i ? Int.of(~i.value()) : bitwise(a, Int.of(-1), BigInteger::xor, meter));
        unary.put("msb", IntegerFunctions::mostSignificantBit);
        unary.put("succ", (a, meter) -> Arithmetic.add(Numbers.integer(integer(a)), Int.of(1), meter));
        unary.put("plus", (a, meter) -> a);
        binary.put("plus", Arithmetic::add);
        unary.put("popcount", (a, meter) -> {
            BigInteger x = integer(a);
            if (x.signum() < 0) {
                throw Errors.type("not_less_than_zero", a);
            }
            meter.work(Cost.linear(Cost.words(x)));
            return Int.of(x.bitCount());
        });
    }

    static BigInteger integer(Term term) {
        return switch (term) {
            case Int i -> BigInteger.valueOf(i.value());
            case Big b -> b.value();
            default -> throw Errors.type("integer", term);
        };
    }

    /** Announces a number of so many bits, unless it is absurdly long. */
    private static void room(long bits, Meter meter) {
        if (bits > MOST_BITS) {
            throw Errors.resource("memory");
        }
        if (bits >= LONG_BITS) {
            meter.bytes(bits / Byte.SIZE);
        }
    }

    /** Announces a sum or a difference. */
    public static void sum(BigInteger a, BigInteger b, Meter meter) {
        int bits = Math.max(a.bitLength(), b.bitLength()) + 1;
        meter.work(Cost.linear(bits / Integer.SIZE));
        room(bits, meter);
    }

    static Term product(BigInteger a, BigInteger b, Meter meter) {
        room((long) a.bitLength() + b.bitLength(), meter);
        meter.work(Cost.product(Cost.words(a), Cost.words(b)));
        return Numbers.integer(a.multiply(b));
    }

    private static Term bitwise(Term a, Term b, BinaryOperator<BigInteger> operation, Meter meter) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        sum(x, y, meter);
        return Numbers.integer(operation.apply(x, y));
    }

    private static Term commonDivisor(Term a, Term b, Meter meter) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        room(Math.min(x.bitLength(), y.bitLength()), meter);
        meter.work(Cost.commonDivisor(Cost.words(x), Cost.words(y)));
        return Numbers.integer(x.gcd(y));
    }

    /** Announces a division, whose quotient and remainder together are as long as the dividend. */
    static void division(BigInteger dividend, BigInteger divisor, Meter meter) {
        room(dividend.bitLength(), meter);
        meter.work(Cost.quotient(Cost.words(dividend), Cost.words(divisor)));
    }

    private static Term divide(Term a, Term b, boolean towardsZero, Meter meter) {
        if (a instanceof Int i && b instanceof Int j && j.value() != 0 && !(i.value() == Long.MIN_VALUE && j.value() == -1)) {
            return Int.of(towardsZero ? i.value() / j.value() : Math.floorDiv(i.value(), j.value()));
        }
        BigInteger x = integer(a);
        BigInteger y = divisor(b);
        division(x, y, meter);
        BigInteger[] parts = x.divideAndRemainder(y);
        boolean down = !towardsZero && parts[1].signum() != 0 && parts[1].signum() != y.signum();
        return Numbers.integer(down ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    }

    private static BigInteger divisor(Term term) {
        BigInteger divisor = integer(term);
        if (divisor.signum() == 0) {
            throw Errors.evaluation("zero_divisor");
        }
        return divisor;
    }

    private static Term remainder(Term a, Term b, Meter meter) {
        if (a instanceof Int i && b instanceof Int j && j.value() != 0) {
            return Int.of(j.value() == -1 ? 0 : i.value() % j.value());
        }
        BigInteger x = integer(a);
        BigInteger y = divisor(b);
        division(x, y, meter);
        return Numbers.integer(x.remainder(y));
    }

    private static Term modulo(Term a, Term b, Meter meter) {
        if (a instanceof Int i && b instanceof Int j && j.value() != 0) {
            return Int.of(j.value() == -1 ? 0 : Math.floorMod(i.value(), j.value()));
        }
        BigInteger x = integer(a);
        BigInteger y = divisor(b);
        division(x, y, meter);
        BigInteger rest = x.remainder(y);
        return Numbers.integer(rest.signum() != 0 && rest.signum() != y.signum() ? rest.add(y) : rest);
    }

    private static Term shift(Term a, Term b, int direction, Meter meter) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        BigInteger left = direction > 0 ? y : y.negate();
        if (left.signum() > 0) {
            room(x.signum() == 0 ? 0 : left.bitLength() > 40 ? Long.MAX_VALUE : x.bitLength() + left.longValue(), meter);
            return x.signum() == 0 ? Int.of(0) : Numbers.integer(x.shiftLeft(left.intValue()));
        }
        room(x.bitLength(), meter);
        return left.bitLength() > 31
                ? Int.of(x.signum() < 0 ? -1 : 0)
                : Numbers.integer(x.shiftRight(-left.intValue()));
    }

    private static Term mostSignificantBit(Term a, Meter meter) {
        BigInteger x = integer(a);
        if (x.signum() <= 0) {
            throw Errors.type("not_less_than_one", a);
        }
        return Int.of(x.bitLength() - 1L);
    }

    /** An integer to the power of an integer, exactly. */
    static Term power(Term a, Term b, Meter meter) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        if (x.equals(BigInteger.ONE)) {
            return a;
        }
        if (x.equals(BigInteger.ONE.negate())) {
            return Int.of(y.testBit(0) ? -1 : 1);
        }
        if (y.signum() < 0) {
            if (x.signum() == 0) {
                throw Errors.evaluation("zero_divisor");
            }
            throw Errors.type("float", a);
        }
        if (x.signum() == 0) {
            return Int.of(y.signum() == 0 ? 1 : 0);
        }
        long bits = y.bitLength() > 40 ? Long.MAX_VALUE : x.bitLength() * y.longValue();
        room(bits, meter);
        meter.work(Cost.power(bits / Integer.SIZE + 1));
        return Numbers.integer(x.pow(y.intValue()));
    }
}
