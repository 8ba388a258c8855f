package io.millrace.logic;

import java.math.BigInteger;
import java.util.Map;

/** The arithmetic of unbounded integers. */
final class IntegerFunctions {
    /** The longest integer that may come into being: a megabyte. Whatever needs more is a mistake or an attack. */
    private static final long MOST_BITS = 8L << 20;

    private IntegerFunctions() {}

    static void register(Map<String, Arithmetic.Unary> unary, Map<String, Arithmetic.Binary> binary) {
        binary.put("//", (a, b) -> divide(a, b, true));
        binary.put("div", (a, b) -> divide(a, b, false));
        binary.put("rem", IntegerFunctions::remainder);
        binary.put("mod", IntegerFunctions::modulo);
        binary.put("gcd", (a, b) -> Numbers.integer(integer(a).gcd(integer(b))));
        binary.put(">>", (a, b) -> shift(a, b, -1));
        binary.put("<<", (a, b) -> shift(a, b, 1));
        binary.put("/\\", (a, b) -> a instanceof Int i && b instanceof Int j
                ? Int.of(i.value & j.value) : Numbers.integer(integer(a).and(integer(b))));
        binary.put("\\/", (a, b) -> a instanceof Int i && b instanceof Int j
                ? Int.of(i.value | j.value) : Numbers.integer(integer(a).or(integer(b))));
        binary.put("xor", (a, b) -> a instanceof Int i && b instanceof Int j
                ? Int.of(i.value ^ j.value) : Numbers.integer(integer(a).xor(integer(b))));
        unary.put("\\", a -> a instanceof Int i ? Int.of(~i.value) : Numbers.integer(integer(a).not()));
        unary.put("msb", IntegerFunctions::mostSignificantBit);
        unary.put("succ", a -> Arithmetic.add(Numbers.integer(integer(a)), Int.of(1)));
        unary.put("plus", a -> a);
        binary.put("plus", Arithmetic::add);
        unary.put("popcount", a -> {
            if (integer(a).signum() < 0) {
                throw Errors.type("not_less_than_zero", a);
            }
            return Int.of(integer(a).bitCount());
        });
    }

    static BigInteger integer(Term term) {
        return switch (term) {
            case Int i -> BigInteger.valueOf(i.value);
            case Big b -> b.value();
            default -> throw Errors.type("integer", term);
        };
    }

    /** The product, if it is not absurdly long. */
    static Term bounded(BigInteger a, BigInteger b) {
        room((long) a.bitLength() + b.bitLength());
        return Numbers.integer(a.multiply(b));
    }

    private static void room(long bits) {
        if (bits > MOST_BITS) {
            throw Errors.resource("memory");
        }
    }

    private static Term divide(Term a, Term b, boolean towardsZero) {
        if (a instanceof Int i && b instanceof Int j && j.value != 0 && !(i.value == Long.MIN_VALUE && j.value == -1)) {
            return Int.of(towardsZero ? i.value / j.value : Math.floorDiv(i.value, j.value));
        }
        BigInteger x = integer(a);
        BigInteger[] parts = x.divideAndRemainder(divisor(b));
        boolean down = !towardsZero && parts[1].signum() != 0 && parts[1].signum() != integer(b).signum();
        return Numbers.integer(down ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    }

    private static BigInteger divisor(Term term) {
        BigInteger divisor = integer(term);
        if (divisor.signum() == 0) {
            throw Errors.evaluation("zero_divisor");
        }
        return divisor;
    }

    private static Term remainder(Term a, Term b) {
        if (a instanceof Int i && b instanceof Int j && j.value != 0) {
            return Int.of(j.value == -1 ? 0 : i.value % j.value);
        }
        BigInteger x = integer(a);
        return Numbers.integer(x.remainder(divisor(b)));
    }

    private static Term modulo(Term a, Term b) {
        if (a instanceof Int i && b instanceof Int j && j.value != 0) {
            return Int.of(j.value == -1 ? 0 : Math.floorMod(i.value, j.value));
        }
        BigInteger x = integer(a);
        BigInteger y = divisor(b);
        BigInteger rest = x.remainder(y);
        return Numbers.integer(rest.signum() != 0 && rest.signum() != y.signum() ? rest.add(y) : rest);
    }

    private static Term shift(Term a, Term b, int direction) {
        BigInteger x = integer(a);
        BigInteger y = integer(b);
        BigInteger left = direction > 0 ? y : y.negate();
        if (left.signum() > 0) {
            room(x.signum() == 0 ? 0 : left.bitLength() > 40 ? Long.MAX_VALUE : x.bitLength() + left.longValue());
            return x.signum() == 0 ? Int.of(0) : Numbers.integer(x.shiftLeft(left.intValue()));
        }
        return left.bitLength() > 31
                ? Int.of(x.signum() < 0 ? -1 : 0)
                : Numbers.integer(x.shiftRight(-left.intValue()));
    }

    private static Term mostSignificantBit(Term a) {
        BigInteger x = integer(a);
        if (x.signum() <= 0) {
            throw Errors.type("not_less_than_one", a);
        }
        return Int.of(x.bitLength() - 1L);
    }

    /** An integer to the power of an integer, exactly. */
    static Term power(Term a, Term b) {
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
        room(y.bitLength() > 40 ? Long.MAX_VALUE : x.bitLength() * y.longValue());
        return Numbers.integer(x.pow(y.intValue()));
    }
}
