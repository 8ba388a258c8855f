package io.millrace.simulate;

import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A term with variables, held against terms without. */
final class Pattern {
    private Pattern() {}

    /** The values that make a pattern the same as a term; null if none do. */
    static @Nullable Map<Var, Term> match(Term pattern, Term term) {
        Map<Var, Term> values = new HashMap<>();
        return matches(pattern, term, values) ? values : null;
    }

    private static boolean matches(Term given, Term other, Map<Var, Term> values) {
        Term pattern = given.deref();
        Term term = other.deref();
        if (pattern instanceof Var variable) {
            Term before = values.putIfAbsent(variable, term);
            return before == null || Terms.identical(before, term);
        }
        if (!(pattern instanceof Struct struct)) {
            return Terms.identical(pattern, term);
        }
        if (!(term instanceof Struct same) || !same.is(struct.name().name(), struct.arity())) {
            return false;
        }
        for (int i = 0; i < struct.arity(); i++) {
            if (!matches(struct.arg(i), same.arg(i), values)) {
                return false;
            }
        }
        return true;
    }

    /** The pattern with these values. */
    static Term with(Term given, Map<Var, Term> values) {
        Term pattern = given.deref();
        if (pattern instanceof Var variable) {
            return values.getOrDefault(variable, variable);
        }
        if (!(pattern instanceof Struct struct)) {
            return pattern;
        }
        Term[] arguments = new Term[struct.arity()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = with(struct.arg(i), values);
        }
        return Struct.of(struct.name(), arguments);
    }
}
