package io.millrace.net.choice;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goals as formulas. {@code data(Name, Value)} has one solution at most, so a conjunction of such goals and comparisons of their
 * values is a formula over them. Any other goal is a fact, the same for goals that differ in the names of variables only.
 */
final class GoalFormulas {
    private static final Set<String> WORDS = Set.of("true", "fail", "false");

    private GoalFormulas() {}

    static Formula of(String text) {
        try {
            return of(Reader.term(text, Operators.iso(), Flags.iso().withDoubleQuotes(Flags.DoubleQuotes.STRING)).term().deref());
        } catch (SyntaxError e) {
            return new Formula.Fact("goal " + text);
        }
    }

    private static Formula of(Term goal) {
        if (goal instanceof Atom atom && WORDS.contains(atom.name())) {
            return new Formula.Known(atom.name().equals("true"));
        }
        if (goal instanceof Struct not && (not.is("\\+", 1) || not.is("not", 1))) {
            return new Formula.Not(of(not.arg(0).deref()));
        }
        if (goal instanceof Struct either && either.is(";", 2) && !(either.arg(0).deref() instanceof Struct then && (then.is("->", 2) || then.is("*->", 2)))) {
            return new Formula.Joined(false, List.of(of(either.arg(0).deref()), of(either.arg(1).deref())));
        }
        List<Term> goals = new ArrayList<>();
        Term rest = goal;
        while (rest instanceof Struct both && both.is(",", 2)) {
            goals.add(both.arg(0).deref());
            rest = both.arg(1).deref();
        }
        goals.add(rest);
        Formula understood = conjunction(goals);
        return understood != null ? understood : fact(goal);
    }

    private static Formula fact(Term goal) {
        Map<Var, String> names = new HashMap<>();
        for (Var variable : Terms.variables(goal)) {
            names.put(variable, "V" + names.size());
        }
        return new Formula.Fact("goal " + Writer.quoted().withNames(names).write(goal));
    }

    /** Null if a part is not understood, since parts may share variables. */
    private static @Nullable Formula conjunction(List<Term> goals) {
        Map<Var, String> values = new HashMap<>();
        List<Formula> formulas = new ArrayList<>();
        for (Term goal : goals) {
            Formula formula = part(goal, values);
            if (formula == null) {
                return null;
            }
            formulas.add(formula);
        }
        return Formula.all(formulas);
    }

    private static @Nullable Formula part(Term goal, Map<Var, String> values) {
        if (!(goal instanceof Struct struct) || struct.arity() != 2) {
            // A goal without variables shares none.
            return goal instanceof Struct other && !Terms.variables(other).isEmpty() || goal instanceof Var ? null : alone(goal);
        }
        if (struct.is("data", 2) && struct.arg(0).deref() instanceof Atom name) {
            String value = "data " + name.name();
            Term given = struct.arg(1).deref();
            if (given instanceof Var variable) {
                // Said twice of one variable it would be a comparison of two values.
                return values.putIfAbsent(variable, value) == null ? new Formula.Fact("known " + value) : null;
            }
            Formula.Constant constant = constant(given, true);
            return constant == null ? null : new Formula.Compares(value, Formula.Relation.EQUAL, constant);
        }
        Formula.Relation relation = relation(struct);
        if (relation == null) {
            return Terms.variables(struct).isEmpty() ? alone(struct) : null;
        }
        Term left = struct.arg(0).deref();
        Term right = struct.arg(1).deref();
        boolean turned = !(left instanceof Var);
        String value = (turned ? right : left) instanceof Var variable ? values.get(variable) : null;
        Formula.Constant constant = constant(turned ? left : right, isOfTerms(struct));
        if (value == null || constant == null || constant.number() == null && relation != Formula.Relation.EQUAL && relation != Formula.Relation.OTHER) {
            return null;
        }
        return new Formula.Compares(value, turned ? relation.mirrored() : relation, constant);
    }

    private static Formula alone(Term goal) {
        boolean understood = goal instanceof Struct nested && (nested.is("\\+", 1) || nested.is("not", 1) || nested.is(";", 2))
                || goal instanceof Atom atom && WORDS.contains(atom.name());
        return understood ? of(goal) : fact(goal);
    }

    private static Formula.@Nullable Relation relation(Struct goal) {
        return switch (goal.name().name()) {
            case "=:=", "==", "=" -> Formula.Relation.EQUAL;
            case "=\\=", "\\==", "\\=" -> Formula.Relation.OTHER;
            case "<" -> Formula.Relation.BELOW;
            case ">" -> Formula.Relation.ABOVE;
            case "=<" -> Formula.Relation.AT_MOST;
            case ">=" -> Formula.Relation.AT_LEAST;
            default -> null;
        };
    }

    /** Whether terms are compared, to which 5 and 5.0 are different, and not numbers. */
    private static boolean isOfTerms(Struct goal) {
        return List.of("==", "=", "\\==", "\\=").contains(goal.name().name());
    }

    private static Formula.@Nullable Constant constant(Term term, boolean asTerm) {
        if (term instanceof Var || !Terms.variables(term).isEmpty()) {
            return null;
        }
        if (asTerm) {
            return Formula.Constant.of(Writer.canonical().write(term));
        }
        try {
            Data data = Facts.data(term);
            return Formula.Constant.of(data);
        } catch (NoDataException e) {
            return null;
        }
    }
}
