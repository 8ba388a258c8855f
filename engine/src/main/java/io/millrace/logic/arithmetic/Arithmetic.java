package io.millrace.logic.arithmetic;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of arithmetic terms, and the table of what can be evaluated.
 *
 * <p>The functions of integers are in {@link IntegerFunctions}, those of floats in {@link RealFunctions}. Expressions
 * written in a clause are compiled to {@code Expression}s and come here only for terms met at run time.
 */
public final class Arithmetic {
    /** A function of one number; the meter hears of what long numbers cost before it is computed. */
    public interface Unary {
        /** The value for an evaluated number. Throws an error of {@link Errors} if the function has no value there. */
        Term of(Term x, Meter meter);
    }

    /** A function of two numbers. */
    public interface Binary {
        /** The value for two evaluated numbers. Throws an error of {@link Errors} if the function has no value there. */
        Term of(Term x, Term y, Meter meter);
    }

    static final Map<String, Term> CONSTANTS = new HashMap<>();
    /** The functions of one argument by name. Complete once this class is loaded; callers must not change it. */
    public static final Map<String, Unary> UNARY = new HashMap<>();
    /** The functions of two arguments by name. Complete once this class is loaded; callers must not change it. */
    public static final Map<String, Binary> BINARY = new HashMap<>();

    static {
        IntegerFunctions.register(UNARY, BINARY);
        RealFunctions.register(CONSTANTS, UNARY, BINARY);
        BINARY.put("+", Arithmetic::add);
        BINARY.put("-", Arithmetic::subtract);
        BINARY.put("*", Arithmetic::multiply);
        CONSTANTS.put("max_tagged_integer", Int.of((1L << 60) - 1));
        CONSTANTS.put("min_tagged_integer", Int.of(-(1L << 60)));
        CONSTANTS.put("max_integer", Int.of(Long.MAX_VALUE));
        CONSTANTS.put("min_integer", Int.of(Long.MIN_VALUE));
    }

    private Arithmetic() {}

    /** Whether arithmetic has a constant or a function of this name and arity. */
    public static boolean evaluable(Functor functor) {
        String name = functor.name.name();
        return switch (functor.arity) {
            case 0 -> CONSTANTS.containsKey(name);
            case 1 -> UNARY.containsKey(name);
            case 2 -> BINARY.containsKey(name);
            default -> false;
        };
    }

    /** The value of a term. Compounds in evaluation wait on a stack with the values of their arguments so far. */
    public static Term evaluate(Term term, Meter meter) {
        Term at = Var.deref(term);
        if (at instanceof Int || at instanceof Real || at instanceof Big) {
            return at;
        }
        Deque<Waiting> stack = new ArrayDeque<>();
        for (;;) {
            Term value;
            if (at instanceof Struct struct && !single(struct)) {
                check(struct.functor());
                meter.work(1);
                stack.push(new Waiting(struct));
                at = Var.deref(struct.first());
                continue;
            }
            value = leaf(at);
            for (;;) {
                Waiting waiting = stack.peek();
                if (waiting == null) {
                    return value;
                }
                String name = waiting.struct.functor().name.name();
                if (waiting.struct.functor().arity == 1) {
                    value = known(UNARY.get(name)).of(value, meter);
                } else if (waiting.left == null) {
                    waiting.left = value;
                    at = Var.deref(waiting.struct.second());
                    break;
                } else {
                    value = known(BINARY.get(name)).of(waiting.left, value, meter);
                }
                stack.pop();
            }
        }
    }

    private static final class Waiting {
        final Struct struct;
        @Nullable Term left;

        Waiting(Struct struct) {
            this.struct = struct;
        }
    }

    private static <T> T known(@Nullable T function) {
        if (function == null) {
            throw new IllegalStateException("the function was looked up before");
        }
        return function;
    }

    private static void check(Functor functor) {
        if (!evaluable(functor)) {
            throw Errors.type("evaluable", functor.indicator());
        }
    }

    /** A list of one element stands for its element. */
    private static boolean single(Struct struct) {
        return struct.functor().is(Functor.LIST);
    }

    private static Term leaf(Term term) {
        return switch (term) {
            case Int i -> i;
            case Real r -> r;
            case Big b -> b;
            case Var v -> throw Errors.instantiation();
            case Atom a -> {
                Term value = CONSTANTS.get(a.name());
                if (value == null) {
                    throw Errors.type("evaluable", new Functor(a, 0).indicator());
                }
                yield value;
            }
            case Str s -> {
                if (Str.single(s.value())) {
                    yield Int.of(s.value().codePointAt(0));
                }
                throw Errors.type("character", s);
            }
            case Struct s -> {
                if (!Var.deref(s.second()).equals(Atom.NIL)) {
                    throw Errors.type("evaluable", s.functor().indicator());
                }
                Term element = Var.deref(s.first());
                if (element instanceof Struct) {
                    throw Errors.type("evaluable", s.functor().indicator());
                }
                yield element instanceof Atom a && Str.single(a.name())
                        ? Int.of(a.name().codePointAt(0))
                        : leaf(element);
            }
        };
    }

    /**
     * The sum of two numbers: an integer of any length, or a float if one of them is a float. Throws an {@code evaluation_error} if a float
     * overflows or is undefined.
     */
    public static Term add(Term a, Term b, Meter meter) {
        if (a instanceof Int i && b instanceof Int j) {
            long sum = i.value() + j.value();
            if (((i.value() ^ sum) & (j.value() ^ sum)) >= 0) {
                return Int.of(sum);
            }
        }
        if (a instanceof Real || b instanceof Real) {
            return RealFunctions.checked(RealFunctions.real(a) + RealFunctions.real(b), a, b);
        }
        BigInteger x = Numbers.big(a);
        BigInteger y = Numbers.big(b);
        IntegerFunctions.sum(x, y, meter);
        return Numbers.integer(x.add(y));
    }

    /**
     * The difference of two numbers: an integer of any length, or a float if one of them is a float. Throws an {@code evaluation_error} if
     * a float overflows or is undefined.
     */
    public static Term subtract(Term a, Term b, Meter meter) {
        if (a instanceof Int i && b instanceof Int j) {
            long difference = i.value() - j.value();
            if (((i.value() ^ j.value()) & (i.value() ^ difference)) >= 0) {
                return Int.of(difference);
            }
        }
        if (a instanceof Real || b instanceof Real) {
            return RealFunctions.checked(RealFunctions.real(a) - RealFunctions.real(b), a, b);
        }
        BigInteger x = Numbers.big(a);
        BigInteger y = Numbers.big(b);
        IntegerFunctions.sum(x, y, meter);
        return Numbers.integer(x.subtract(y));
    }

    static Term multiply(Term a, Term b, Meter meter) {
        if (a instanceof Int i && b instanceof Int j) {
            long high = Math.multiplyHigh(i.value(), j.value());
            long low = i.value() * j.value();
            if (high == low >> 63) {
                return Int.of(low);
            }
        }
        if (a instanceof Real || b instanceof Real) {
            return RealFunctions.checked(RealFunctions.real(a) * RealFunctions.real(b), a, b);
        }
        return IntegerFunctions.product(Numbers.big(a), Numbers.big(b), meter);
    }
}
