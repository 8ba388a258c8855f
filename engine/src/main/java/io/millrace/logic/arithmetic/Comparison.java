package io.millrace.logic.arithmetic;

import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Order;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Term;

/** Comparison of numbers: which of three orders a predicate accepts. */
public final class Comparison {
    /** Accepts a first number that is smaller. The constants are bits and can be combined with {@code |}. */
    public static final int LESS = 1;
    /** Accepts two numbers of the same value. */
    public static final int EQUAL = 2;
    /** Accepts a first number that is larger. */
    public static final int GREATER = 4;

    private Comparison() {}

    /** Whether the order of two numbers is among those accepted; a NaN is unequal to everything. */
    public static boolean holds(Term a, Term b, int accepted, Meter meter) {
        if (a instanceof Real x && Double.isNaN(x.value()) || b instanceof Real y && Double.isNaN(y.value())) {
            return accepted == (LESS | GREATER);
        }
        int order = Order.values(a, b, meter);
        return ((order < 0 ? LESS : order == 0 ? EQUAL : GREATER) & accepted) != 0;
    }
}
