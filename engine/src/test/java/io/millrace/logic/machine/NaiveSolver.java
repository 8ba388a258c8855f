package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Order;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolution as a textbook has it: substitutions that are never undone because each is a new one, goals as a list, the
 * Java stack for everything. Slow and small, to be compared with the machine.
 *
 * <p>{@link #solve} returns the level down to which a cut has pruned; each predicate call is a level.
 */
@SuppressWarnings({"ReferenceEquality", "RefactorSwitch"}) // a variable is only itself; each case is a rule of its own
final class NaiveSolver {
    private static final int MOST_STEPS = 3000;
    private static final int NO_CUT = Integer.MAX_VALUE;

    private final List<Struct> clauses;
    private final int most;
    private final List<Term> found = new ArrayList<>();
    private int renamed;
    private int steps;

    NaiveSolver(List<Struct> clauses, int most) {
        this.clauses = clauses;
        this.most = most;
    }

    private record Goals(Term goal, int level, @Nullable Goals next) {}

    /** A step that only the solver makes: the end of a catch, of a soft condition, or of a search. */
    private interface Mark {
        int run(Map<Var, Term> bindings, @Nullable Goals next, int depth);
    }

    private final IdentityHashMap<Term, Mark> marks = new IdentityHashMap<>();

    private static final class Ball extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Term term;

        Ball(Term term) {
            super(null, null, false, false);
            this.term = term;
        }
    }

    private static final class Passing extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Object owner;
        final transient Ball ball;

        Passing(Object owner, Ball ball) {
            super(null, null, false, false);
            this.owner = owner;
            this.ball = ball;
        }
    }

    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient @Nullable Map<Var, Term> bindings;

        Enough(@Nullable Map<Var, Term> bindings) {
            super(null, null, false, false);
            this.bindings = bindings;
        }
    }

    /** The instances of the goal for its solutions; an uncaught ball comes last as {@code ball(B)}. */
    List<Term> all(Term goal) {
        Term mark = mark((bindings, next, depth) -> {
            found.add(resolve(goal, bindings));
            if (found.size() == most) {
                throw new Enough(null);
            }
            return NO_CUT;
        });
        try {
            solve(new Goals(goal, 0, new Goals(mark, 0, null)), new HashMap<>(), 1);
        } catch (Ball ball) {
            found.add(Struct.of("ball", ball.term));
        } catch (Enough enough) {
            // As many as were asked for.
        }
        return found;
    }

    private Term mark(Mark mark) {
        Term term = Struct.of("mark", Int.of(marks.size()));
        marks.put(term, mark);
        return term;
    }

    private int solve(@Nullable Goals goals, Map<Var, Term> s, int depth) {
        if (goals == null) {
            return NO_CUT;
        }
        if (++steps > MOST_STEPS) {
            throw new Endless();
        }
        Term goal = walk(goals.goal, s);
        Goals next = goals.next;
        Mark mark = marks.get(goal);
        if (mark != null) {
            return mark.run(s, next, depth);
        }
        if (goal instanceof Var) {
            throw new Ball(Atom.of("variable_goal"));
        }
        Struct g = goal instanceof Struct struct ? struct : Struct.of("atom", goal);
        String name = goal instanceof Struct struct ? struct.name().name() + struct.arity() : goal.toString();
        switch (name) {
            case "true" -> {
                return solve(next, s, depth);
            }
            case "fail" -> {
                return NO_CUT;
            }
            case "!" -> {
                return Math.min(solve(next, s, depth), goals.level);
            }
            case ",2" -> {
                return solve(new Goals(g.arg(0), goals.level, new Goals(g.arg(1), goals.level, next)), s, depth);
            }
            case ";2" -> {
                return either(g, goals, s, depth);
            }
            case "->2" -> {
                Map<Var, Term> first = first(g.arg(0), s, depth);
                return first == null ? NO_CUT : solve(new Goals(g.arg(1), goals.level, next), first, depth);
            }
            case "\\+1" -> {
                return first(g.arg(0), s, depth) == null ? solve(next, s, depth) : NO_CUT;
            }
            case "call1" -> {
                int result = solve(new Goals(g.arg(0), depth, next), s, depth + 1);
                return result == depth ? NO_CUT : result;
            }
            case "throw1" -> {
                Term ball = resolve(g.arg(0), s);
                throw new Ball(ball instanceof Var ? Struct.of("error", Atom.of("instantiation_error"), new Var()) : ball);
            }
            case "catch3" -> {
                return catching(g, next, s, depth);
            }
            case "=2" -> {
                Map<Var, Term> unified = unify(g.arg(0), g.arg(1), s);
                return unified == null ? NO_CUT : solve(next, unified, depth);
            }
            case "==2" -> {
                return Order.compare(resolve(g.arg(0), s), resolve(g.arg(1), s)) == 0 ? solve(next, s, depth) : NO_CUT;
            }
            case "var1" -> {
                return walk(g.arg(0), s) instanceof Var ? solve(next, s, depth) : NO_CUT;
            }
            case "findall3" -> {
                Term result = resolve(g.arg(2), s);
                if (!(Lists.end(result) instanceof Var) && !Lists.end(result).equals(Atom.NIL)) {
                    throw new Ball(Struct.of("error", Struct.of("type_error", Atom.of("list"), result), new Var()));
                }
                List<Term> collected = new ArrayList<>();
                Term collect = mark((b, n, d) -> {
                    collected.add(rename(resolve(g.arg(0), b), new HashMap<>()));
                    return NO_CUT;
                });
                int unused = solve(new Goals(g.arg(1), depth, new Goals(collect, depth, null)), s, depth + 1);
                Map<Var, Term> unified = unify(g.arg(2), Lists.of(collected), s);
                return unified == null ? NO_CUT : solve(next, unified, depth);
            }
            default -> {
                return predicate(goal, next, s, depth);
            }
        }
    }

    private int either(Struct g, Goals goals, Map<Var, Term> s, int depth) {
        Term left = walk(g.arg(0), s);
        if (left instanceof Struct condition && condition.is("->", 2)) {
            Map<Var, Term> first = first(condition.arg(0), s, depth);
            Term branch = first == null ? g.arg(1) : condition.arg(1);
            return solve(new Goals(branch, goals.level, goals.next), first == null ? s : first, depth);
        }
        if (left instanceof Struct condition && condition.is("*->", 2)) {
            boolean[] any = {false};
            Term then = mark((b, n, d) -> {
                any[0] = true;
                return solve(new Goals(condition.arg(1), goals.level, n), b, d);
            });
            int result = solve(new Goals(condition.arg(0), depth, new Goals(then, depth, goals.next)), s, depth + 1);
            if (result < depth) {
                return result;
            }
            return any[0] ? NO_CUT : solve(new Goals(g.arg(1), goals.level, goals.next), s, depth);
        }
        int result = solve(new Goals(left, goals.level, goals.next), s, depth);
        return result != NO_CUT ? result : solve(new Goals(g.arg(1), goals.level, goals.next), s, depth);
    }

    private @Nullable Map<Var, Term> first(Term goal, Map<Var, Term> s, int depth) {
        Term stop = mark((b, n, d) -> {
            throw new Enough(b);
        });
        try {
            solve(new Goals(goal, depth, new Goals(stop, depth, null)), s, depth + 1);
            return null;
        } catch (Enough enough) {
            if (enough.bindings == null) {
                throw enough;
            }
            return enough.bindings;
        }
    }

    private int catching(Struct g, @Nullable Goals next, Map<Var, Term> s, int depth) {
        Object owner = new Object();
        Term exit = mark((b, n, d) -> {
            try {
                return solve(n, b, d);
            } catch (Ball ball) {
                throw new Passing(owner, ball);
            }
        });
        try {
            int result = solve(new Goals(g.arg(0), depth, new Goals(exit, depth, next)), s, depth + 1);
            return result == depth ? NO_CUT : result;
        } catch (Passing passing) {
            if (passing.owner == owner) {
                throw passing.ball;
            }
            throw passing;
        } catch (Ball ball) {
            Map<Var, Term> unified = unify(g.arg(1), rename(ball.term, new HashMap<>()), s);
            if (unified == null) {
                throw ball;
            }
            int result = solve(new Goals(g.arg(2), depth, next), unified, depth + 1);
            return result == depth ? NO_CUT : result;
        }
    }

    private int predicate(Term goal, @Nullable Goals next, Map<Var, Term> s, int depth) {
        for (Struct clause : clauses) {
            Struct copy = (Struct) rename(clause, new HashMap<>());
            Map<Var, Term> unified = unify(goal, copy.arg(0), s);
            if (unified != null) {
                int result = solve(new Goals(copy.arg(1), depth, next), unified, depth + 1);
                if (result <= depth) {
                    return result == depth ? NO_CUT : result;
                }
            }
        }
        return NO_CUT;
    }

    private Term rename(Term term, Map<Var, Term> map) {
        return switch (term) {
            case Var v -> map.computeIfAbsent(v, x -> Var.numbered(1_000_000 + renamed++));
            case Struct g -> {
                Term[] args = new Term[g.arity()];
                for (int i = 0; i < args.length; i++) {
                    args[i] = rename(g.arg(i), map);
                }
                yield Struct.of(g.name(), args);
            }
            default -> term;
        };
    }

    private static Term walk(Term term, Map<Var, Term> s) {
        Term at = term;
        while (at instanceof Var v && s.containsKey(v)) {
            at = s.get(v);
        }
        return at;
    }

    private static Term resolve(Term term, Map<Var, Term> s) {
        Term at = walk(term, s);
        if (!(at instanceof Struct g)) {
            return at;
        }
        Term[] args = new Term[g.arity()];
        for (int i = 0; i < args.length; i++) {
            args[i] = resolve(g.arg(i), s);
        }
        return Struct.of(g.name(), args);
    }

    /** A term would have become part of itself, which no textbook allows, or the search takes too long. */
    static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static boolean occurs(Var variable, Term term, Map<Var, Term> s) {
        Term at = walk(term, s);
        if (at instanceof Struct g) {
            for (int i = 0; i < g.arity(); i++) {
                if (occurs(variable, g.arg(i), s)) {
                    return true;
                }
            }
        }
        return at == variable;
    }

    private static @Nullable Map<Var, Term> unify(Term left, Term right, Map<Var, Term> s) {
        Term a = walk(left, s);
        Term b = walk(right, s);
        if (a == b) {
            return s;
        }
        if (a instanceof Var || b instanceof Var) {
            Var variable = a instanceof Var v ? v : (Var) b;
            if (occurs(variable, a instanceof Var ? b : a, s)) {
                throw new Endless();
            }
            Map<Var, Term> more = new HashMap<>(s);
            more.put(variable, a instanceof Var ? b : a);
            return more;
        }
        if (!(a instanceof Struct g) || !(b instanceof Struct h)) {
            return a.equals(b) ? s : null;
        }
        if (!g.name().equals(h.name()) || g.arity() != h.arity()) {
            return null;
        }
        Map<Var, Term> at = s;
        for (int i = 0; i < g.arity() && at != null; i++) {
            at = unify(g.arg(i), h.arg(i), at);
        }
        return at;
    }
}
