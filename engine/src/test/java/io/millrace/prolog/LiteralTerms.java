package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Substitutions as a textbook has them: maps from variables to terms, applied by building the instance. */
final class LiteralTerms {
    /** Variables are told apart by their numbers; those of program texts are small. */
    private static long last = 1_000_000;

    private LiteralTerms() {}

    static Term instance(Term term, Map<Var, Term> substitution) {
        return switch (term) {
            case Var variable -> {
                Term value = substitution.get(variable);
                yield value == null ? variable : instance(value, substitution);
            }
            case Struct struct -> rebuilt(struct, argument -> instance(argument, substitution));
            case Term constant -> constant;
        };
    }

    /** The term with fresh variables. */
    static Term renamed(Term term, Map<Var, Term> names) {
        return switch (term) {
            case Var variable -> names.computeIfAbsent(variable, old -> Var.numbered(++last));
            case Struct struct -> rebuilt(struct, argument -> renamed(argument, names));
            case Term constant -> constant;
        };
    }

    static Term rebuilt(Struct struct, Function<Term, Term> change) {
        Term[] arguments = new Term[struct.arity()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = change.apply(struct.arg(i));
        }
        return Struct.of(struct.name(), arguments);
    }

    /** A most general unifier, or null. */
    static @Nullable Map<Var, Term> unifier(Term left, Term right) {
        Map<Var, Term> substitution = new HashMap<>();
        return unify(left, right, substitution) ? substitution : null;
    }

    private static boolean unify(Term left, Term right, Map<Var, Term> substitution) {
        Term a = value(left, substitution);
        Term b = value(right, substitution);
        if (a.equals(b)) {
            return true;
        }
        if (a instanceof Var variable) {
            substitution.put(variable, b);
            return true;
        }
        if (b instanceof Var variable) {
            substitution.put(variable, a);
            return true;
        }
        if (!(a instanceof Struct f && b instanceof Struct g) || !f.name().equals(g.name()) || f.arity() != g.arity()) {
            return false;
        }
        for (int i = 0; i < f.arity(); i++) {
            if (!unify(f.arg(i), g.arg(i), substitution)) {
                return false;
            }
        }
        return true;
    }

    private static Term value(Term term, Map<Var, Term> substitution) {
        Term at = term;
        while (at instanceof Var variable && substitution.get(variable) != null) {
            at = substitution.get(variable);
        }
        return at;
    }

    static boolean isGround(Term term) {
        if (term instanceof Struct struct) {
            for (int i = 0; i < struct.arity(); i++) {
                if (!isGround(struct.arg(i))) {
                    return false;
                }
            }
        }
        return !(term instanceof Var);
    }

    /** The workflow variables that a term mentions. */
    static void mentioned(Term term, Set<Integer> into) {
        if (term instanceof Struct struct) {
            Integer variable = workflowVariable(struct);
            if (variable != null) {
                into.add(variable);
            }
            for (int i = 0; i < struct.arity(); i++) {
                mentioned(struct.arg(i), into);
            }
        }
    }

    static Term workflowVariable(int number) {
        return Struct.of("$wv", Int.of(number));
    }

    static @Nullable Integer workflowVariable(Term term) {
        return is(term, "$wv", 1) && ((Struct) term).arg(0) instanceof Int number ? (Integer) (int) number.value() : null;
    }

    static boolean is(Term term, String name, int arity) {
        return arity == 0
                ? term instanceof Atom atom && atom.name().equals(name)
                : term instanceof Struct struct && struct.arity() == arity && struct.name().name().equals(name);
    }

    static String name(Term goal) {
        return goal instanceof Struct struct ? struct.name().name() : goal instanceof Atom atom ? atom.name() : "";
    }

    static int arity(Term goal) {
        return goal instanceof Struct struct ? struct.arity() : 0;
    }

    static Term arg(Term goal, int index) {
        return ((Struct) goal).arg(index);
    }

    /** Arithmetic, as far as the programs of the tests need it. */
    static Number eval(Term term, Term goal) {
        if (term instanceof Var) {
            throw new LiteralError("instantiation_error", goal);
        }
        if (term instanceof Int number) {
            return number.value();
        }
        if (term instanceof Real number) {
            return number.value();
        }
        if (!(term instanceof Struct struct) || struct.arity() != 2 || !"+-*//".contains(struct.name().name())) {
            throw new LiteralError("type_error", goal);
        }
        Number a = eval(struct.arg(0), goal);
        Number b = eval(struct.arg(1), goal);
        boolean whole = a instanceof Long && b instanceof Long;
        return switch (struct.name().name()) {
            case "+" -> whole ? (Number) (a.longValue() + b.longValue()) : (Number) (a.doubleValue() + b.doubleValue());
            case "-" -> whole ? (Number) (a.longValue() - b.longValue()) : (Number) (a.doubleValue() - b.doubleValue());
            case "*" -> whole ? (Number) (a.longValue() * b.longValue()) : (Number) (a.doubleValue() * b.doubleValue());
            case "//" -> {
                if (b.longValue() == 0) {
                    throw new LiteralError("evaluation_error", goal);
                }
                yield a.longValue() / b.longValue();
            }
            default -> throw new LiteralError("type_error", goal);
        };
    }

    static Term number(Number value) {
        return value instanceof Long whole ? Int.of(whole) : Real.of(value.doubleValue());
    }
}
