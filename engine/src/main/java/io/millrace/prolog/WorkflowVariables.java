package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Workflow variables as terms: {@code '$wv'(N)}, which is ground and unifies with itself and with unbound variables only.
 * Nothing that comes from outside may contain one.
 */
final class WorkflowVariables {
    private static final Atom NAME = Atom.of("$wv");

    private WorkflowVariables() {}

    static Term term(int number) {
        return Struct.of(NAME, Int.of(number));
    }

    /** The number of a workflow variable, or 0 if the term is none. */
    static int number(Term term) {
        return term instanceof Struct struct && struct.arity() == 1 && struct.name().equals(NAME)
                        && struct.arg(0).deref() instanceof Int number
                ? (int) number.value()
                : 0;
    }

    /** The numbers of all workflow variables in a term. */
    static SortedSet<Integer> in(Term term) {
        SortedSet<Integer> numbers = new TreeSet<>();
        TermParts.any(term, part -> {
            int number = number(part);
            if (number != 0) {
                numbers.add(number);
            }
            return false;
        });
        return numbers;
    }

    static boolean anyIn(Term term) {
        return TermParts.any(term, part -> number(part) != 0);
    }
}
