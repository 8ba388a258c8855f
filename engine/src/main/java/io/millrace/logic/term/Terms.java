package io.millrace.logic.term;

import java.util.List;

/** Questions about whole terms, answered without recursion. A run asks {@link TermWalks}, which accounts for the work. */
public final class Terms {
    private Terms() {}

    /** The unbound variables of a term, each once, in the order of their first occurrence from left to right. */
    public static List<Var> variables(Term term) {
        return TermWalks.variables(term, null);
    }

    /** Whether no unbound variable occurs in a term. */
    public static boolean ground(Term term) {
        return TermWalks.all(term, part -> !(part instanceof Var));
    }

    /** Whether two terms are the same, as {@code ==} tells it. */
    public static boolean identical(Term a, Term b) {
        return Order.identical(a, b);
    }

    /** The standard order of terms. */
    public static int compare(Term a, Term b) {
        return Order.compare(a, b);
    }
}
