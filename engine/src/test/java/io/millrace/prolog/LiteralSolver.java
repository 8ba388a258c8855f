package io.millrace.prolog;

import static io.millrace.prolog.LiteralTerms.arg;
import static io.millrace.prolog.LiteralTerms.arity;
import static io.millrace.prolog.LiteralTerms.eval;
import static io.millrace.prolog.LiteralTerms.instance;
import static io.millrace.prolog.LiteralTerms.is;
import static io.millrace.prolog.LiteralTerms.name;
import static io.millrace.prolog.LiteralTerms.renamed;
import static io.millrace.prolog.LiteralTerms.unifier;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * SLD resolution as a textbook has it, with the suspendable goals of section 2.4: a resolvent is a list of goals to which
 * every substitution is applied at once. One solver is one level: the query, a guard, or a goal under a choice point.
 */
final class LiteralSolver {
    /** What became of a level: the instance of what was wanted, or what it is blocked on, or neither: failure. */
    record Outcome(@Nullable Term wanted, Set<Integer> variables, Set<Long> times) {
        static final Outcome FAILED = new Outcome(null, Set.of(), Set.of());

        boolean blocked() {
            return wanted == null && !(variables.isEmpty() && times.isEmpty());
        }
    }

    /** A goal, and how many alternatives a cut in its clause leaves. */
    private record Goal(Term term, int cut) {}

    private record Resolvent(@Nullable Resolvent rest, @Nullable Goal first, Term wanted) {}

    private final Literal literal;
    private final boolean guard;
    private final boolean underChoice;
    private final Deque<Resolvent> alternatives = new ArrayDeque<>();
    private List<Goal> goals = new ArrayList<>();
    private Term wanted;

    LiteralSolver(Literal literal, boolean guard, boolean underChoice, Term goal, Term wanted) {
        this.literal = literal;
        this.guard = guard;
        this.underChoice = underChoice;
        this.wanted = wanted;
        goals.add(new Goal(goal, 0));
    }

    /** The next solution. */
    Outcome solve() {
        while (!goals.isEmpty()) {
            Goal goal = goals.removeFirst();
            Set<Integer> variables = new TreeSet<>();
            Set<Long> times = new TreeSet<>();
            boolean holds = step(goal, variables, times);
            if (!variables.isEmpty() || !times.isEmpty()) {
                if (guard) {
                    return new Outcome(null, variables, times);
                }
                literal.suspend(goal.term(), variables, times);
            } else if (!holds && !backtrack()) {
                return Outcome.FAILED;
            }
        }
        return new Outcome(wanted, Set.of(), Set.of());
    }

    private boolean backtrack() {
        Resolvent next = alternatives.poll();
        if (next == null) {
            return false;
        }
        goals = new ArrayList<>();
        for (Resolvent at = next; at != null; at = at.rest()) {
            if (at.first() != null) {
                goals.add(at.first());
            }
        }
        wanted = next.wanted();
        return true;
    }

    private void alternative(List<Goal> instead) {
        Resolvent resolvent = null;
        for (Goal goal : instead.reversed()) {
            resolvent = new Resolvent(resolvent, goal, wanted);
        }
        alternatives.push(resolvent == null ? new Resolvent(null, null, wanted) : resolvent);
    }

    private void first(Term goal, int cut) {
        goals.addFirst(new Goal(goal, cut));
    }

    private void apply(Map<Var, Term> substitution) {
        goals.replaceAll(goal -> new Goal(instance(goal.term(), substitution), goal.cut()));
        wanted = instance(wanted, substitution);
    }

    private boolean unify(Term left, Term right) {
        Map<Var, Term> substitution = unifier(left, right);
        if (substitution != null) {
            apply(substitution);
        }
        return substitution != null;
    }

    boolean underChoicePoint() {
        return underChoice || !alternatives.isEmpty();
    }

    boolean inGuard() {
        return guard;
    }

    private boolean step(Goal goal, Set<Integer> variables, Set<Long> times) {
        Term term = goal.term();
        int height = alternatives.size();
        if (term instanceof Var) {
            throw new LiteralError("instantiation_error", term);
        }
        return switch (name(term) + "/" + arity(term)) {
            case "true/0" -> true;
            case "fail/0" -> false;
            case "!/0" -> cut(goal.cut());
            case "$cut/1" -> cut((int) eval(arg(term, 0), term).longValue());
            case ",/2" -> {
                first(arg(term, 1), goal.cut());
                first(arg(term, 0), goal.cut());
                yield true;
            }
            case ";/2" -> {
                List<Goal> otherwise = new ArrayList<>(goals);
                otherwise.addFirst(new Goal(arg(term, 1), goal.cut()));
                alternative(otherwise);
                if (is(arg(term, 0), "->", 2)) {
                    condition(arg(term, 0), goal.cut(), height);
                } else {
                    first(arg(term, 0), goal.cut());
                }
                yield true;
            }
            case "->/2" -> {
                // The condition counts as under a choice point; without another branch, the other branch fails.
                alternative(List.of(new Goal(Atom.of("fail"), 0)));
                condition(term, goal.cut(), height);
                yield true;
            }
            case "\\+/1" -> {
                first(Struct.of(";", Struct.of("->", arg(term, 0), Atom.of("fail")), Atom.of("true")), height);
                yield true;
            }
            case "once/1" -> {
                first(Struct.of("->", arg(term, 0), Atom.of("true")), height);
                yield true;
            }
            case "forall/2" -> {
                first(Struct.of("\\+", Struct.of(",", arg(term, 0), Struct.of("\\+", arg(term, 1)))), height);
                yield true;
            }
            case "call/1" -> {
                first(arg(term, 0), height);
                yield true;
            }
            case "findall/3" -> {
                LiteralSolver inner = new LiteralSolver(literal, guard, true, arg(term, 1), arg(term, 0));
                List<Term> found = new ArrayList<>();
                Outcome outcome = inner.solve();
                for (; outcome.wanted() != null; outcome = inner.backtrack() ? inner.solve() : Outcome.FAILED) {
                    found.add(renamed(outcome.wanted(), new HashMap<>()));
                }
                yield unify(arg(term, 2), Lists.of(found.toArray(new Term[0])));
            }
            case "=/2" -> unify(arg(term, 0), arg(term, 1));
            case "\\=/2" -> unifier(arg(term, 0), arg(term, 1)) == null;
            case "==/2" -> arg(term, 0).equals(arg(term, 1));
            case "is/2" -> unify(arg(term, 0), LiteralTerms.number(eval(arg(term, 1), term)));
            case "</2", ">/2", "=</2", ">=/2", "=:=/2" -> {
                int order = Double.compare(
                        eval(arg(term, 0), term).doubleValue(), eval(arg(term, 1), term).doubleValue());
                yield switch (name(term)) {
                    case "<" -> order < 0;
                    case ">" -> order > 0;
                    case "=<" -> order <= 0;
                    case ">=" -> order >= 0;
                    default -> order == 0;
                };
            }
            default -> {
                Term answer = literal.builtin(this, term, variables, times);
                yield answer == null ? resolve(term, variables, times) : !is(answer, "fail", 0) && unify(term, answer);
            }
        };
    }

    private boolean cut(int height) {
        while (alternatives.size() > height) {
            alternatives.pop();
        }
        return true;
    }

    private void condition(Term ifThen, int cut, int height) {
        first(arg(ifThen, 1), cut);
        first(Struct.of("$cut", io.millrace.logic.term.Int.of(height)), cut);
        first(arg(ifThen, 0), alternatives.size());
    }

    private boolean resolve(Term goal, Set<Integer> variables, Set<Long> times) {
        if (literal.program.clauses(goal).isEmpty()) {
            throw new LiteralError("unknown_procedure", goal);
        }
        return literal.program.isSuspendable(goal) ? commit(goal, variables, times) : choose(goal);
    }

    /** An ordinary goal: the clauses whose heads unify are its alternatives. */
    private boolean choose(Term goal) {
        int height = alternatives.size();
        List<Goal> rest = goals;
        Term before = wanted;
        List<Runnable> choices = new ArrayList<>();
        for (LiteralProgram.Clause clause : literal.program.clauses(goal)) {
            Map<Var, Term> names = new HashMap<>();
            Term head = renamed(clause.head(), names);
            // Here the guard is true in every clause.
            Term body = renamed(clause.body(), names);
            Map<Var, Term> substitution = unifier(head, goal);
            if (substitution != null) {
                choices.add(() -> {
                    goals = new ArrayList<>(rest);
                    wanted = before;
                    first(body, height);
                    apply(substitution);
                });
            }
        }
        for (int i = choices.size() - 1; i >= 0; i--) {
            choices.get(i).run();
            if (i > 0) {
                alternative(goals);
            }
        }
        return !choices.isEmpty();
    }

    /** Section 2.4: the guards are tried in turn; the first that succeeds commits; else the blocked ones' union counts. */
    private boolean commit(Term goal, Set<Integer> variables, Set<Long> times) {
        literal.checkSuspendable(this, goal);
        for (LiteralProgram.Clause clause : literal.program.clauses(goal)) {
            Map<Var, Term> names = new HashMap<>();
            Map<Var, Term> substitution = unifier(renamed(clause.head(), names), goal);
            if (substitution == null) {
                continue;
            }
            Term guard = instance(renamed(clause.guard(), names), substitution);
            Term body = instance(renamed(clause.body(), names), substitution);
            Term called = instance(goal, substitution);
            Outcome outcome =
                    new LiteralSolver(literal, true, false, guard, Struct.of("$", called, body)).solve();
            if (outcome.wanted() != null) {
                variables.clear();
                times.clear();
                int height = alternatives.size();
                Map<Var, Term> kept = unifier(goal, arg(outcome.wanted(), 0));
                apply(kept == null ? Map.of() : kept);
                first(kept == null ? arg(outcome.wanted(), 1) : instance(arg(outcome.wanted(), 1), kept), height);
                return true;
            }
            variables.addAll(outcome.variables());
            times.addAll(outcome.times());
        }
        return false;
    }
}
