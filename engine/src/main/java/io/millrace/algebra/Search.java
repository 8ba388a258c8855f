package io.millrace.algebra;

import io.millrace.algebra.Expr.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Decides whether some admissible trace satisfies a conjunction, for clusters that are too large for {@link Graph}. It takes the
 * disjunction with the fewest alternatives, tries one after the other, and lets {@link Simplifier} draw the consequences; what is
 * left without a disjunction is a set of literals and sequences that agree, and has a trace.
 */
final class Search {
    /** How many conjuncts are looked at before it is given up; a step looks at all of them. */
    private static final int MOST_CONJUNCTS = 4_000_000;

    private static final int MOST_DEPTH = 600;

    /** It was given up. */
    static final class GivenUpException extends RuntimeException {
        GivenUpException() {
            super("too many alternatives", null, false, false);
        }
    }

    private int seen;

    static boolean satisfiable(Collection<Expr> conjuncts) {
        return new Search().satisfiable(Simplifier.and(conjuncts), 0);
    }

    private boolean satisfiable(Expr all, int depth) {
        seen += all.operands(Kind.AND).size();
        if (seen > MOST_CONJUNCTS || depth > MOST_DEPTH) {
            throw new GivenUpException();
        }
        if (all.is(Kind.FALSE)) {
            return false;
        }
        Expr chosen = null;
        for (Expr each : all.operands(Kind.AND)) {
            if (each.is(Kind.OR) && (chosen == null || each.parts().size() < chosen.parts().size())) {
                chosen = each;
            }
        }
        if (chosen == null) {
            return true;
        }
        List<Expr> rest = new ArrayList<>(all.operands(Kind.AND));
        rest.remove(chosen);
        for (Expr alternative : chosen.parts()) {
            List<Expr> tried = new ArrayList<>(rest);
            tried.add(alternative);
            if (satisfiable(Simplifier.and(tried), depth + 1)) {
                return true;
            }
            // What was tried in vain does not hold in the alternatives that remain.
            rest.add(Simplifier.not(alternative));
        }
        return false;
    }
}
