package io.millrace.algebra;

import io.millrace.algebra.Expr.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** How much may be looked at for several questions together; each that is asked after it is spent is given up at once. */
    static final class Effort {
        private long left;

        Effort(long conjuncts) {
            left = conjuncts;
        }

        boolean isSpent() {
            return left <= 0;
        }

        /** @throws GivenUpException if nothing is left */
        void spend(long conjuncts) {
            left -= conjuncts;
            if (left <= 0) {
                throw new GivenUpException();
            }
        }
    }

    private final Effort effort;

    private Search(Effort effort) {
        this.effort = effort;
    }

    static boolean satisfiable(Collection<Expr> conjuncts) {
        return model(conjuncts) != null;
    }

    /** The same, with an effort that is shared with other questions. */
    static boolean satisfiable(Collection<Expr> conjuncts, Effort shared) {
        shared.spend(conjuncts.size());
        Effort own = new Effort(Math.min(MOST_CONJUNCTS, shared.left));
        long before = own.left;
        try {
            return new Search(own).model(Simplifier.and(conjuncts), 0) != null;
        } finally {
            shared.left -= before - own.left;
        }
    }

    /** Literals and sequences of which every trace satisfies the conjunction, as one conjunction; null if no trace does. */
    static @Nullable Expr model(Collection<Expr> conjuncts) {
        return new Search(new Effort(MOST_CONJUNCTS)).model(Simplifier.and(conjuncts), 0);
    }

    private @Nullable Expr model(Expr all, int depth) {
        effort.spend(cost(all.operands(Kind.AND)));
        if (depth > MOST_DEPTH) {
            throw new GivenUpException();
        }
        if (all.is(Kind.FALSE)) {
            return null;
        }
        Expr chosen = null;
        for (Expr each : all.operands(Kind.AND)) {
            if (each.is(Kind.OR) && (chosen == null || each.parts().size() < chosen.parts().size())) {
                chosen = each;
            }
        }
        if (chosen == null) {
            return all;
        }
        List<Expr> rest = new ArrayList<>(all.operands(Kind.AND));
        rest.remove(chosen);
        for (Expr alternative : chosen.parts()) {
            List<Expr> tried = new ArrayList<>(rest);
            tried.add(alternative);
            Expr model = model(Simplifier.and(tried), depth + 1);
            if (model != null) {
                return model;
            }
            // What was tried in vain does not hold in the alternatives that remain.
            rest.add(Simplifier.not(alternative));
        }
        return null;
    }

    /** Each conjunct is looked at, and each sequence is followed through the others. */
    private static long cost(Collection<Expr> conjuncts) {
        long sequences = conjuncts.stream().filter(each -> each.is(Kind.PAIR)).count();
        return conjuncts.size() + sequences * sequences / 4;
    }
}
