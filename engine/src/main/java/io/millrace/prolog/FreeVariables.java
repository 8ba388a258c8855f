package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The unbound variables of suspended goals between two phases: {@code '$free'(N)}, so that goals are ground while they wait
 * and still share their variables when they are woken.
 */
final class FreeVariables {
    private static final Atom NAME = Atom.of("$free");

    private final Map<Integer, Var> byNumber = new HashMap<>();
    private final IdentityHashMap<Var, Term> numbered = new IdentityHashMap<>();
    private int last;

    /** @param last the last number that the query has used */
    FreeVariables(int last) {
        this.last = last;
    }

    int last() {
        return last;
    }

    /** The goal with variables again. */
    Term thawed(Term goal) {
        return Rebuilt.of(goal, part -> {
            int number = number(part);
            return number == 0 ? part : variable(number);
        });
    }

    /**
     * A goal with variables again, to be shown.
     *
     * @param names takes what they are called, which is the same in every goal
     */
    static Term thawed(Term goal, Map<Var, String> names) {
        if (!TermParts.any(goal, part -> number(part) != 0)) {
            return goal;
        }
        FreeVariables free = new FreeVariables(0);
        Term thawed = free.thawed(goal);
        free.byNumber.forEach((number, variable) -> names.put(variable, "_" + number));
        return thawed;
    }

    private Var variable(int number) {
        return byNumber.computeIfAbsent(number, n -> {
            Var variable = Var.numbered(n);
            numbered.put(variable, term(n));
            return variable;
        });
    }

    /** The goal without variables. */
    Term frozen(Term goal) {
        return Rebuilt.of(goal, part -> part instanceof Var variable
                ? numbered.computeIfAbsent(variable, v -> term(++last))
                : part);
    }

    private static Term term(int number) {
        return Struct.of(NAME, Int.of(number));
    }

    /** The number of a free variable, or 0 if the term is none. */
    static int number(Term term) {
        return term instanceof Struct struct && struct.arity() == 1 && struct.name().equals(NAME)
                        && struct.arg(0) instanceof Int number
                ? (int) number.value()
                : 0;
    }
}
