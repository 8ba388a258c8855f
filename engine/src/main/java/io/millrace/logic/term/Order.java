package io.millrace.logic.term;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The standard order of terms of ISO 7.2: {@code Var < Real < integer < Str < Atom < compound}.
 *
 * <p>Loops over an explicit stack of pairs still to be compared; the last argument of a compound is compared in place of
 * the compound itself, so that lists need no stack.
 */
public final class Order {
    /** After so many compounds it is worth asking whether the terms have an end at all. */
    private static final int SUSPICIOUS = 1 << 15;

    /** No finite float has as many bits before its point. */
    private static final int LONGEST_REAL = 1024;

    private static final int CHARACTERS_PER_STEP = 32;

    private Order() {}

    /** Whether {@code a == b} holds. */
    static boolean identical(Term a, Term b) {
        return compare(a, b) == 0;
    }

    /** Negative, zero or positive, as the standard order has it. Nothing limits the work; see the variant with a meter. */
    public static int compare(Term left, Term right) {
        return compare(left, right, null);
    }

    /** The order, with fuel burnt for every compound, since a term that contains itself has no end. */
    @SuppressWarnings("ReferenceEquality") // the same object needs no look inside
    public static int compare(Term left, Term right, @Nullable Meter meter) {
        Term a = Var.deref(left);
        Term b = Var.deref(right);
        if (a == b) {
            return 0;
        }
        return a instanceof Struct s && b instanceof Struct t ? compounds(s, t, meter) : simple(a, b, meter);
    }

    /** Goes into the last argument by looping; a pair of compounds among the others lets the rest wait on a stack. */
    @SuppressWarnings("ReferenceEquality")
    private static int compounds(Struct left, Struct right, @Nullable Meter meter) {
        Deque<Pending> pending = new ArrayDeque<>(0);
        Set<Pair> met = null;
        int looked = 0;
        Struct s = left;
        Struct t = right;
        int from = 0;
        for (;;) {
            if (from == 0) {
                if (meter != null) {
                    meter.work(1);
                }
                int order = s.functor == t.functor ? 0 : functors(s.functor, t.functor);
                if (order != 0) {
                    return order;
                }
                if (++looked == SUSPICIOUS && !(TermWalks.acyclic(left, meter) && TermWalks.acyclic(right, meter))) {
                    met = new HashSet<>();
                }
                if (met != null && !met.add(new Pair(s, t))) {
                    // Terms that contain themselves: nothing but what is being compared already would come.
                    from = s.functor.arity;
                }
            }
            int last = s.functor.arity - 1;
            Struct inner = null;
            Struct other = null;
            while (inner == null && from <= last) {
                Term a = Var.deref(s.arg(from));
                Term b = Var.deref(t.arg(from));
                from++;
                if (a == b) {
                    continue;
                }
                if (a instanceof Struct x && b instanceof Struct y) {
                    inner = x;
                    other = y;
                } else {
                    int order = a instanceof Int i && b instanceof Int j ? Long.compare(i.value, j.value) : simple(a, b, meter);
                    if (order != 0) {
                        return order;
                    }
                }
            }
            if (inner != null && other != null) {
                if (from <= last) {
                    pending.push(new Pending(s, t, from));
                }
                s = inner;
                t = other;
                from = 0;
                continue;
            }
            Pending next = pending.poll();
            if (next == null) {
                return 0;
            }
            s = next.left();
            t = next.right();
            from = next.index();
        }
    }

    /** Two compounds that were compared with each other; the same two objects, not two that look alike. */
    private record Pair(Struct left, Struct right) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof Pair pair && left == pair.left && right == pair.right;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(left) * 31 + System.identityHashCode(right);
        }
    }

    /** Two compounds of which the arguments from an index on are still to be compared. */
    private record Pending(Struct left, Struct right, int index) {}

    private static int functors(Functor a, Functor b) {
        if (a.is(b)) {
            return 0;
        }
        return a.arity != b.arity ? Integer.compare(a.arity, b.arity) : texts(a.name.name(), b.name.name());
    }

    private static int simple(Term a, Term b, @Nullable Meter meter) {
        if (meter != null) {
            meter.work(length(a, b));
        }
        int ra = rank(a);
        int rb = rank(b);
        if (ra != rb) {
            return Integer.compare(ra, rb);
        }
        return switch (a) {
            case Var v -> Long.compare(v.serial, ((Var) b).serial);
            case Int i when b instanceof Int j -> Long.compare(i.value, j.value);
            case Int i -> values(i, b, meter);
            case Big big -> values(big, b, meter);
            case Real real -> Double.compare(real.value, ((Real) b).value);
            case Atom atom -> atom.equals(b) ? 0 : texts(atom.name(), ((Atom) b).name());
            case Str string -> texts(string.value(), ((Str) b).value());
            case Struct struct -> throw new IllegalStateException("a compound is compared by its parts: " + struct.functor);
        };
    }

    /** What comparing two atomic terms costs: nothing, unless both are long. */
    private static long length(Term a, Term b) {
        return switch (a) {
            case Atom x when b instanceof Atom y -> Math.min(x.name().length(), y.name().length()) / CHARACTERS_PER_STEP;
            case Str x when b instanceof Str y -> Math.min(x.value().length(), y.value().length()) / CHARACTERS_PER_STEP;
            case Big x -> Cost.linear(Cost.words(x.value()));
            default -> 0;
        };
    }

    private static int rank(Term term) {
        return switch (term) {
            case Var v -> 0;
            case Real r -> 1;
            case Int i -> 2;
            case Big b -> 2;
            case Str s -> 3;
            case Atom a -> 4;
            case Struct s -> 5;
        };
    }

    /** The order of the values of two numbers, exactly. A NaN lies below everything. */
    public static int values(Term a, Term b, @Nullable Meter meter) {
        if (a instanceof Int i && b instanceof Int j) {
            return Long.compare(i.value, j.value);
        }
        if (a instanceof Real x && b instanceof Real y) {
            return x.value < y.value ? -1 : x.value > y.value ? 1 : 0;
        }
        if (meter != null) {
            meter.work(length(a, b));
        }
        if (a instanceof Real x) {
            return realAndInteger(x.value, Numbers.big(b));
        }
        if (b instanceof Real y) {
            return -realAndInteger(y.value, Numbers.big(a));
        }
        return Numbers.big(a).compareTo(Numbers.big(b));
    }

    private static int realAndInteger(double real, BigInteger integer) {
        if (Double.isNaN(real) || real == Double.NEGATIVE_INFINITY) {
            return -1;
        }
        if (real == Double.POSITIVE_INFINITY) {
            return 1;
        }
        if (integer.bitLength() > LONGEST_REAL) {
            return -integer.signum();
        }
        return new BigDecimal(real).compareTo(new BigDecimal(integer));
    }

    /** By code points, as the characters are ordered, not by UTF-16 units. */
    private static int texts(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean high = Character.isSurrogate(x);
                return high == Character.isSurrogate(y) ? Character.compare(x, y) : high ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** A hash that is equal for identical terms; looks at a bounded part of the term. */
    static int hash(Term term) {
        int hash = 17;
        int budget = 64;
        Deque<Term> pending = new ArrayDeque<>();
        pending.push(term);
        while (!pending.isEmpty() && budget-- > 0) {
            Term at = Var.deref(pending.pop());
            switch (at) {
                case Struct struct -> {
                    hash = hash * 31 + struct.functor.hashCode();
                    for (int i = Math.min(struct.functor.arity, 64) - 1; i >= 0; i--) {
                        pending.push(struct.arg(i));
                    }
                }
                case Var v -> hash = hash * 31 + System.identityHashCode(v);
                case Atom a -> hash = hash * 31 + a.hashCode();
                case Int i -> hash = hash * 31 + i.hashCode();
                case Big b -> hash = hash * 31 + b.hashCode();
                case Real r -> hash = hash * 31 + r.hashCode();
                case Str s -> hash = hash * 31 + s.hashCode();
            }
        }
        return hash;
    }
}
