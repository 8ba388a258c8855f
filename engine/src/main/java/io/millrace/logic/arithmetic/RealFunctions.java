package io.millrace.logic.arithmetic;

import io.millrace.logic.term.Big;
import io.millrace.logic.term.Cost;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Order;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Term;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * The arithmetic of floats, and of functions that take either kind of number.
 *
 * <p>{@link StrictMath} is used throughout, so that every machine computes the same bits.
 */
final class RealFunctions {
    /** Powers with whole exponents up to this are computed by multiplication, so that they are rounded once. */
    private static final int MOST_EXACT = 1_100;

    private static final java.math.MathContext PRECISE = new java.math.MathContext(40, RoundingMode.HALF_EVEN);
    private static final double NEARLY = 1e-9;

    private RealFunctions() {}

    static void register(
            Map<String, Term> constants, Map<String, Arithmetic.Unary> unary, Map<String, Arithmetic.Binary> binary) {
        constants.put("pi", Real.of(Math.PI));
        constants.put("e", Real.of(Math.E));
        constants.put("inf", Real.of(Double.POSITIVE_INFINITY));
        constants.put("infinite", Real.of(Double.POSITIVE_INFINITY));
        constants.put("nan", Real.of(Double.NaN));
        constants.put("epsilon", Real.of(Math.ulp(1.0)));
        function(unary, "sin", StrictMath::sin);
        function(unary, "cos", StrictMath::cos);
        function(unary, "tan", StrictMath::tan);
        function(unary, "atan", StrictMath::atan);
        function(unary, "exp", StrictMath::exp);
        function(unary, "sinh", StrictMath::sinh);
        function(unary, "cosh", StrictMath::cosh);
        function(unary, "tanh", StrictMath::tanh);
        function(unary, "asinh", x -> Double.isInfinite(x) ? x : StrictMath.signum(x) * StrictMath.log(StrictMath.abs(x) + StrictMath.sqrt(x * x + 1)));
        partial(unary, "acosh", x -> StrictMath.log(x + StrictMath.sqrt(x * x - 1)), x -> x >= 1);
        partial(unary, "atanh", x -> 0.5 * StrictMath.log((1 + x) / (1 - x)), x -> x > -1 && x < 1);
        partial(unary, "asin", StrictMath::asin, x -> x >= -1 && x <= 1);
        partial(unary, "acos", StrictMath::acos, x -> x >= -1 && x <= 1);
        partial(unary, "sqrt", StrictMath::sqrt, x -> x >= 0);
        partial(unary, "log2", x -> StrictMath.log(x) / StrictMath.log(2), x -> x > 0);
        partial(unary, "cot", x -> 1 / StrictMath.tan(x), x -> x != 0);
        partial(unary, "acot", x -> StrictMath.atan(1 / x), x -> true);
        unary.put("log", (x, meter) -> logarithm(x));
        binary.put("log", (b, x, meter) -> logarithm(x, b));
        unary.put("float", (x, meter) -> x instanceof Real ? x : Real.of(real(x)));
        unary.put("integer", (x, meter) -> whole(x, RoundingMode.HALF_UP));
        unary.put("round", (x, meter) -> whole(x, RoundingMode.HALF_UP));
        unary.put("truncate", (x, meter) -> whole(x, RoundingMode.DOWN));
        unary.put("floor", (x, meter) -> whole(x, RoundingMode.FLOOR));
        unary.put("ceiling", (x, meter) -> whole(x, RoundingMode.CEILING));
        unary.put("float_integer_part", (x, meter) -> x instanceof Real r ? Real.of(r.value() < 0 ? StrictMath.ceil(r.value()) : StrictMath.floor(r.value())) : x);
        unary.put("float_fractional_part", (x, meter) -> x instanceof Real r
                ? Real.of(r.value() - (r.value() < 0 ? StrictMath.ceil(r.value()) : StrictMath.floor(r.value()))) : Int.of(0));
        unary.put("+", (x, meter) -> x);
        unary.put("-", (x, meter) -> x instanceof Real r ? Real.of(-r.value()) : Arithmetic.subtract(Int.of(0), x, meter));
        unary.put("abs", (x, meter) -> x instanceof Real r ? Real.of(StrictMath.abs(r.value()))
                : Numbers.big(x).signum() < 0 ? Arithmetic.subtract(Int.of(0), x, meter) : x);
        unary.put("sign", (x, meter) -> x instanceof Real r ? Real.of(StrictMath.signum(r.value())) : Int.of(Numbers.big(x).signum()));
        binary.put("min", (x, y, meter) -> smaller(x, y, meter) ? x : y);
        binary.put("max", (x, y, meter) -> smaller(x, y, meter) ? y : x);
        binary.put("atan2", RealFunctions::angle);
        binary.put("atan", RealFunctions::angle);
        real(binary, "copysign", Math::copySign);
        binary.put("truncate", (x, y, meter) -> whole(x, RoundingMode.DOWN));
        binary.put("/", RealFunctions::divide);
        binary.put("**", RealFunctions::power);
        binary.put("^", (x, y, meter) -> x instanceof Real || y instanceof Real ? powerOfReals(x, y) : IntegerFunctions.power(x, y, meter));
    }

    private interface Domain {
        boolean has(double x);
    }

    private static void function(Map<String, Arithmetic.Unary> table, String name, DoubleUnaryOperator function) {
        table.put(name, (x, meter) -> checked(function.applyAsDouble(real(x)), x, x));
    }

    private static void real(Map<String, Arithmetic.Binary> table, String name, DoubleBinaryOperator function) {
        table.put(name, (x, y, meter) -> checked(function.applyAsDouble(real(x), real(y)), x, y));
    }

    private static void partial(
            Map<String, Arithmetic.Unary> table, String name, DoubleUnaryOperator function, Domain domain) {
        table.put(name, (x, meter) -> {
            double value = real(x);
            if (!domain.has(value) && !Double.isNaN(value)) {
                throw Errors.evaluation("undefined");
            }
            return checked(function.applyAsDouble(value), x, x);
        });
    }

    static double real(Term number) {
        return switch (number) {
            case Int i -> i.value();
            case Real r -> r.value();
            case Big b -> {
                double value = b.value().doubleValue();
                if (Double.isInfinite(value)) {
                    throw Errors.evaluation("float_overflow");
                }
                yield value;
            }
            default -> throw Errors.type("evaluable", number);
        };
    }

    /** The result as a term: infinite or undefined only if an operand was. */
    static Term checked(double result, Term a, Term b) {
        if (Double.isInfinite(result) && finite(a) && finite(b)) {
            throw Errors.evaluation("float_overflow");
        }
        if (Double.isNaN(result) && number(a) && number(b)) {
            throw Errors.evaluation("undefined");
        }
        return Real.of(result);
    }

    private static boolean finite(Term term) {
        return !(term instanceof Real r) || Double.isFinite(r.value());
    }

    private static boolean number(Term term) {
        return !(term instanceof Real r) || !Double.isNaN(r.value());
    }

    private static Term logarithm(Term x) {
        if (x instanceof Big b && b.value().signum() > 0) {
            int shift = Math.max(0, b.value().bitLength() - 1000);
            double scaled = b.value().shiftRight(shift).doubleValue();
            return Real.of(StrictMath.log(scaled) + shift * StrictMath.log(2));
        }
        double value = real(x);
        if (value <= 0) {
            throw Errors.evaluation("undefined");
        }
        return Real.of(StrictMath.log(value));
    }

    private static Term angle(Term y, Term x, Meter meter) {
        double a = real(y);
        double b = real(x);
        if (a == 0 && b == 0 && !(y instanceof Real) && !(x instanceof Real)) {
            throw Errors.evaluation("undefined");
        }
        return checked(StrictMath.atan2(a, b), y, x);
    }

    private static boolean smaller(Term x, Term y, Meter meter) {
        if (x instanceof Real r && Double.isNaN(r.value())) {
            return true;
        }
        int order = Order.values(x, y, meter);
        return order < 0 || order == 0 && Order.compare(x, y, meter) < 0;
    }

    private static Term divide(Term x, Term y, Meter meter) {
        if (x instanceof Real || y instanceof Real) {
            double divisor = real(y);
            double dividend = real(x);
            if (divisor == 0 && !Double.isNaN(dividend)) {
                throw dividend == 0 ? Errors.evaluation("undefined") : Errors.evaluation("zero_divisor");
            }
            return checked(dividend / divisor, x, y);
        }
        if (y instanceof Int i && i.value() == 0) {
            throw Errors.evaluation("zero_divisor");
        }
        if (x instanceof Int i && y instanceof Int j && j.value() != -1) {
            return i.value() % j.value() == 0 ? Int.of(i.value() / j.value()) : quotient(x, y);
        }
        BigInteger dividend = Numbers.big(x);
        BigInteger divisor = Numbers.big(y);
        IntegerFunctions.division(dividend, divisor, meter);
        BigInteger[] parts = dividend.divideAndRemainder(divisor);
        if (parts[1].signum() == 0) {
            return Numbers.integer(parts[0]);
        }
        meter.work(Cost.conversion(Cost.words(dividend)) + Cost.conversion(Cost.words(divisor)));
        return quotient(x, y);
    }

    private static Term quotient(Term x, Term y) {
        if (x instanceof Int i && y instanceof Int j && Math.abs(i.value()) < 1L << 53 && Math.abs(j.value()) < 1L << 53) {
            return Real.of((double) i.value() / j.value());
        }
        double value = new BigDecimal(Numbers.big(x))
                .divide(new BigDecimal(Numbers.big(y)), new java.math.MathContext(40, RoundingMode.HALF_EVEN))
                .doubleValue();
        return checked(value, x, y);
    }

    private static Term power(Term x, Term y, Meter meter) {
        if (x instanceof Real || y instanceof Real) {
            return powerOfReals(x, y);
        }
        if (Numbers.big(y).signum() < 0 && Numbers.big(x).abs().compareTo(BigInteger.ONE) > 0) {
            return powerOfReals(x, y);
        }
        return IntegerFunctions.power(x, y, meter);
    }

    /** The logarithm of a number to a base. */
    private static Term logarithm(Term x, Term base) {
        double divisor = real(logarithm(base));
        double dividend = real(logarithm(x));
        if (divisor == 0) {
            throw Errors.evaluation("zero_divisor");
        }
        double quotient = dividend / divisor;
        double whole = StrictMath.rint(quotient);
        // The quotient of two rounded logarithms misses whole numbers narrowly.
        boolean near = whole != 0 && StrictMath.abs(quotient - whole) < NEARLY && StrictMath.abs(whole) <= MOST_EXACT;
        boolean exact = near && powerOfReals(base, Int.of((long) whole)) instanceof Real power && power.value() == real(x);
        return Real.of(exact ? whole : quotient);
    }

    private static Term powerOfReals(Term x, Term y) {
        double a = real(x);
        double b = real(y);
        if (a == 0 && b < 0) {
            throw Errors.evaluation("zero_divisor");
        }
        if (a < 0 && Double.isFinite(a) && Double.isFinite(b) && b != StrictMath.rint(b)) {
            throw Errors.evaluation("undefined");
        }
        if (b == StrictMath.rint(b) && StrictMath.abs(b) <= MOST_EXACT && a != 0 && Double.isFinite(a)) {
            return checked(new BigDecimal(a).pow((int) b, PRECISE).doubleValue(), x, y);
        }
        return checked(StrictMath.pow(a, b), x, y);
    }

    private static Term whole(Term x, RoundingMode mode) {
        if (!(x instanceof Real r)) {
            return x;
        }
        if (!Double.isFinite(r.value())) {
            throw Errors.evaluation("undefined");
        }
        if (StrictMath.abs(r.value()) < 1e15) {
            double value = r.value();
            return Int.of((long) switch (mode) {
                case DOWN -> value < 0 ? StrictMath.ceil(value) : StrictMath.floor(value);
                case FLOOR -> StrictMath.floor(value);
                case CEILING -> StrictMath.ceil(value);
                default -> {
                    double floor = StrictMath.floor(StrictMath.abs(value));
                    double rounded = StrictMath.abs(value) - floor >= 0.5 ? floor + 1 : floor;
                    yield value < 0 ? -rounded : rounded;
                }
            });
        }
        return Numbers.integer(new BigDecimal(r.value()).setScale(0, mode).toBigInteger());
    }
}
