package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Delayed;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Goals that wait: {@code freeze/2}, {@code dif/2} and {@code when/2}, and what shows them.
 *
 * <p>Each delays itself as a goal; when a variable that it waits for is bound, it is called again and decides anew. So what
 * is delayed is at the same time what is shown.
 */
final class DelayPredicates {
    private DelayPredicates() {}

    static void register(Library.Builder library) {
        library.control("freeze", 2, DelayPredicates::freeze);
        library.det("$delay", 2, DelayPredicates::delay);
        library.det("$decides", 3, DelayPredicates::decides);
        library.det("dif", 2, (machine, args) -> dif(machine, args[0], args[1]));
        library.pure("\\=", 2, (machine, args) -> differ(machine, args[0], args[1]));
        library.pure("unifiable", 3, DelayPredicates::unifiable);
        library.det("frozen", 2, (machine, args) -> machine.unify(args[1], Delays.conjunction(shown(machine, args[0]))));
        library.pure("attvar", 1, (machine, args) -> args[0] instanceof Watched);
        library.det("term_attvars", 2, (machine, args) -> machine.unify(args[1], Lists.of(watched(machine, args[0]))));
        library.det("copy_term_nat", 2, (machine, args) -> machine.unify(args[1], machine.copier().plain(args[0])));
        library.det("copy_term", 3, DelayPredicates::copyWithGoals);
    }

    private static Goal freeze(Machine machine, Term[] args) {
        if (Var.deref(args[0]) instanceof Var variable) {
            machine.bindings.delays.delay(Struct.of("freeze", variable, args[1]), List.of(variable));
            return Goal.RETURN;
        }
        return Meta.call(machine, args[1]);
    }

    /** {@code '$decides'(A, B, Vs)}: the variables of which one must be bound before it is decided whether two terms are equal. */
    private static boolean decides(Machine machine, Term[] args) {
        List<Equation> unifier = Unification.unifier(machine, args[0], args[1]);
        return machine.unify(args[2], Lists.of(unifier == null ? List.of() : variables(unifier)));
    }

    private static boolean delay(Machine machine, Term[] args) {
        machine.bindings.delays.delay(args[0], TermWalks.variables(args[1], machine.meter));
        return true;
    }

    /** What would have to be bound for two terms to be the same. */
    record Equation(Var variable, Term value) {}

    private static boolean dif(Machine machine, Term a, Term b) {
        List<Equation> unifier = Unification.unifier(machine, a, b);
        if (unifier == null) {
            return true;
        }
        if (unifier.isEmpty()) {
            return false;
        }
        machine.bindings.delays.delay(dif(unifier), variables(unifier));
        return true;
    }

    /** The equations of which one must never hold, as a goal. */
    private static Term dif(List<Equation> unifier) {
        if (unifier.size() == 1) {
            Equation only = unifier.get(0);
            // Of two variables the older one stands first, so that the same inequality looks the same.
            return only.value instanceof Var older
                    ? Struct.of("dif", older, only.variable)
                    : Struct.of("dif", only.variable, only.value);
        }
        Term left = Struct.of("f", unifier.stream().map(Equation::variable).toArray(Term[]::new));
        Term right = Struct.of("f", unifier.stream().map(Equation::value).toArray(Term[]::new));
        return Struct.of("dif", left, right);
    }

    private static List<Var> variables(List<Equation> unifier) {
        List<Var> all = new ArrayList<>();
        for (Equation equation : unifier) {
            if (equation.value instanceof Var older) {
                all.add(older);
            }
            all.add(equation.variable);
        }
        return all;
    }

    /** {@code unifiable(X, Y, L)}: what would make two terms equal, the last binding first. */
    private static boolean unifiable(Machine machine, Term[] args) {
        List<Equation> unifier = Unification.unifier(machine, args[0], args[1]);
        if (unifier == null) {
            return false;
        }
        List<Term> equations = new ArrayList<>();
        for (Equation equation : unifier) {
            equations.add(Struct.of("=", equation.variable, equation.value));
        }
        Collections.reverse(equations);
        return machine.unify(args[2], Lists.of(equations));
    }

    /** {@code \=}. Where making the terms equal would wake goals, it depends on them, so they are asked next. */
    private static boolean differ(Machine machine, Term a, Term b) {
        Delays delays = machine.bindings.delays;
        Unification.Outcome outcome = Unification.tried(machine, a, b);
        if (outcome == Unification.Outcome.WAKES) {
            Term equal = Struct.of("\\+", Struct.of("=", a, b));
            delays.next(new Delayed(equal, machine.bindings.serial++));
        }
        return outcome != Unification.Outcome.EQUAL;
    }

    /** The goals that wait at the variables of a term; the same inequality stands once. */
    static List<Term> shown(Machine machine, Term term) {
        List<Term> goals = new ArrayList<>();
        for (Term goal : machine.bindings.delays.of(term)) {
            boolean known = goal instanceof Struct struct
                    && struct.is("dif", 2)
                    && goals.stream().anyMatch(other -> machine.compare(other, goal) == 0);
            if (!known) {
                goals.add(goal);
            }
        }
        return goals;
    }

    private static List<Term> watched(Machine machine, Term term) {
        List<Term> all = new ArrayList<>();
        Term withGoals = Struct.of("-", term, Lists.of(machine.bindings.delays.of(term)));
        for (Var variable : TermWalks.variables(withGoals, machine.meter)) {
            if (variable instanceof Watched) {
                all.add(variable);
            }
        }
        return all;
    }

    private static boolean copyWithGoals(Machine machine, Term[] args) {
        Term goals = Lists.of(shown(machine, args[0]), Atom.NIL);
        Term copy = machine.copier().plain(Struct.of("-", args[0], goals));
        Struct pair = (Struct) copy;
        return machine.unify(args[1], pair.first()) && machine.unify(args[2], pair.second());
    }
}
