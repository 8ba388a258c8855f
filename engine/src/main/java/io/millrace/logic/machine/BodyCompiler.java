package io.millrace.logic.machine;

import io.millrace.logic.arithmetic.Comparison;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Kind;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a clause body into linked {@link Goal}s.
 *
 * <p>First the goals are drafted in the order in which they run; then they are linked from the end, which tells which
 * calls are last calls. Control constructs nested deeper than {@link #DEEPEST} are left to the moment they run.
 */
final class BodyCompiler {
    private static final int DEEPEST = 100;
    private static final Functor CONJUNCTION = Functor.of(",", 2);
    private static final Functor CUT = Functor.of("!", 0);
    private static final Term TRUE = Atom.TRUE;
    private static final Term FAIL = Atom.of("fail");

    private final Compiler compiler;
    private final Goal.@Nullable Place place;

    BodyCompiler(Compiler compiler, Goal.@Nullable Place place) {
        this.compiler = compiler;
        this.place = place;
    }

    /** A goal with the drafts of its branches. */
    private record Part(Goal goal, @Nullable Draft one, @Nullable Draft two, @Nullable Draft three) {
        Goal first(Goal after) {
            return linked(one, after);
        }

        Goal second(Goal after) {
            return linked(two, after);
        }

        Goal third(Goal after) {
            return linked(three, after);
        }

        private static Goal linked(@Nullable Draft draft, Goal after) {
            return draft == null ? Goal.FAILURE : draft.link(after);
        }
    }

    /** Whether a goal of this name is compiled in place, rather than called. */
    static boolean control(Functor functor) {
        return Construct.BY_FUNCTOR.containsKey(functor) || CONJUNCTION.is(functor) || CUT.is(functor);
    }

    /** The names of all goals that are compiled in place. */
    static java.util.Set<Functor> constructs() {
        java.util.Set<Functor> all = new java.util.LinkedHashSet<>(Construct.BY_FUNCTOR.keySet());
        all.add(CONJUNCTION);
        all.add(CUT);
        return all;
    }

    /** Goals in order, not yet linked; a control construct carries the drafts of its branches. */
    final class Draft {
        private final List<Part> parts = new ArrayList<>();


        void add(Goal goal) {
            parts.add(new Part(goal, null, null, null));
        }

        /** Takes away the tests at the beginning. */
        List<Det> leadingTests() {
            List<Det> tests = new ArrayList<>();
            while (!parts.isEmpty() && parts.get(0).goal instanceof Det det && det.pure()) {
                det.place = place;
                tests.add(det);
                parts.remove(0);
            }
            return tests;
        }

        /** Takes away a cut at the beginning, and says whether there was one. */
        boolean dropCut() {
            boolean cut = !parts.isEmpty() && parts.get(0).goal.op == Goal.CUT;
            if (cut) {
                parts.remove(0);
            }
            return cut;
        }

        boolean testsOnly() {
            return parts.stream().allMatch(part -> part.goal instanceof Det det && det.pure());
        }

        Goal link(Goal next) {
            Goal after = next;
            for (int i = parts.size() - 1; i >= 0; i--) {
                Part part = parts.get(i);
                Goal goal = part.goal;
                goal.next = after;
                goal.place = place;
                switch (goal) {
                    case Goal.Call call -> call.op = after.op == Goal.PROCEED ? Goal.EXECUTE : Goal.CALL;
                    case Goal.Try fork -> {
                        fork.left = part.first(after);
                        fork.right = part.second(after);
                    }
                    case Goal.If fork -> {
                        fork.then = part.second(after);
                        fork.otherwise = part.third(after);
                    }
                    case Goal.Test fork -> {
                        fork.then = part.second(after);
                        fork.otherwise = part.third(after);
                        fork.stepwise.then = fork.then;
                        fork.stepwise.otherwise = fork.otherwise;
                        fork.stepwise.place = place;
                    }
                    default -> {}
                }
                after = goal;
            }
            return after;
        }
    }

    /** Compiles a body; the goals of a conjunction are taken from a stack, so that its length is no depth. */
    Draft body(Term body) {
        return body(body, 0);
    }

    private Draft body(Term body, int depth) {
        Draft draft = new Draft();
        Deque<Term> pending = new ArrayDeque<>();
        pending.push(body);
        while (!pending.isEmpty()) {
            compiler.spend();
            Term goal = Var.deref(pending.pop());
            if (goal instanceof Struct pair && pair.is(",", 2)) {
                pending.push(pair.second());
                pending.push(pair.first());
            } else {
                goal(goal, draft, depth);
            }
        }
        return draft;
    }

    private void goal(Term goal, Draft draft, int depth) {
        switch (goal) {
            case Var variable -> call(Struct.of("call", variable), draft);
            case Atom atom -> {
                switch (atom.name()) {
                    case "true" -> {}
                    case "!" -> draft.add(new Goal.Plain(Goal.CUT));
                    case "fail", "false" -> draft.add(new Goal.Plain(Goal.FAIL));
                    default -> call(atom, draft);
                }
            }
            case Struct struct -> {
                if (!control(struct, draft, depth) && !inline(struct, draft)) {
                    call(struct, draft);
                }
            }
            default -> throw Errors.type("callable", goal);
        }
    }

    private boolean control(Struct goal, Draft draft, int depth) {
        Term first = Var.deref(goal.first());
        Term second = goal.functor().arity > 1 ? Var.deref(goal.second()) : TRUE;
        Construct construct = Construct.BY_FUNCTOR.get(goal.functor());
        if (construct == null) {
            return false;
        }
        switch (construct) {
            case OR -> {
                if (first instanceof Struct condition && condition.is("->", 2)) {
                    conditional(condition.first(), condition.second(), second, Goal.COMMIT, goal, draft, depth);
                } else if (first instanceof Struct condition && condition.is("*->", 2)) {
                    conditional(condition.first(), condition.second(), second, Goal.SOFT_COMMIT, goal, draft, depth);
                } else {
                    disjunction(first, second, goal, draft, depth);
                }
            }
            case IF -> conditional(first, second, FAIL, Goal.COMMIT, goal, draft, depth);
            case SOFT_IF -> {
                // Without an else side a soft cut is a conjunction whose condition is opaque to cuts.
                conditional(first, second, FAIL, Goal.SOFT_COMMIT, goal, draft, depth);
            }
            case NOT, ONCE, IGNORE, FORALL -> called(construct, first, second, goal, draft, depth);
        }
        return true;
    }

    /** Goals whose arguments are called: one that cannot be is an error of this goal when it runs, and not of the whole body. */
    private void called(Construct construct, Term first, Term second, Struct goal, Draft draft, int depth) {
        Term wrong = !Bodies.callable(first, compiler.meter()) ? first : Bodies.callable(second, compiler.meter()) ? null : second;
        if (wrong != null) {
            fresh(compiler.slots.unseen(wrong), draft);
            draft.add(new Wrong(compiler.arguments(Struct.of("wrong", wrong), new ArrayList<>())[0]));
            return;
        }
        switch (construct) {
            case NOT -> conditional(first, FAIL, TRUE, Goal.COMMIT, goal, draft, depth);
            case ONCE -> conditional(first, TRUE, FAIL, Goal.COMMIT, goal, draft, depth);
            case IGNORE -> conditional(first, TRUE, TRUE, Goal.COMMIT, goal, draft, depth);
            case FORALL -> {
                Term search = Struct.of(",", first, Struct.of("\\+", second));
                conditional(search, FAIL, TRUE, Goal.COMMIT, goal, draft, depth);
            }
            default -> throw new IllegalStateException("not called: " + construct);
        }
    }

    /** Raises the error that a term cannot be called. */
    private static final class Wrong extends Det {
        private final Node culprit;

        Wrong(Node culprit) {
            this.culprit = culprit;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            throw Errors.type("callable", Node.value(culprit, machine.bindings, vars));
        }

        @Override
        boolean pure() {
            return false;
        }
    }

    /** The control constructs that are compiled in place. */
    private enum Construct {
        OR,
        IF,
        SOFT_IF,
        NOT,
        ONCE,
        IGNORE,
        FORALL;

        static final Map<Functor, Construct> BY_FUNCTOR = Map.of(
                Functor.of(";", 2), OR,
                Functor.of("->", 2), IF,
                Functor.of("*->", 2), SOFT_IF,
                Functor.of("\\+", 1), NOT,
                Functor.of("not", 1), NOT,
                Functor.of("once", 1), ONCE,
                Functor.of("ignore", 1), IGNORE,
                Functor.of("forall", 2), FORALL);
    }

    private void disjunction(Term left, Term right, Term goal, Draft draft, int depth) {
        if (depth == DEEPEST) {
            later(goal, draft);
            return;
        }
        fresh(compiler.slots.shared(left, right), draft);
        Draft first = body(left, depth + 1);
        Draft second = body(right, depth + 1);
        draft.parts.add(new Part(new Goal.Try(), first, second, null));
    }

    private void conditional(
            Term condition, Term then, Term otherwise, int commit, Term goal, Draft draft, int depth) {
        if (depth == DEEPEST) {
            later(goal, draft);
            return;
        }
        fresh(compiler.slots.shared(Struct.of(",", condition, then), otherwise), draft);
        Draft test = body(condition, depth + 1);
        Draft second = body(then, depth + 1);
        Draft third = body(otherwise, depth + 1);
        if (test.testsOnly()) {
            Det[] tests = test.parts.stream().map(part -> (Det) part.goal).toArray(Det[]::new);
            Goal.Test fork = new Goal.Test(tests);
            fork.stepwise.condition = test.link(new Goal.Plain(commit));
            draft.parts.add(new Part(fork, null, second, third));
            return;
        }
        Goal.If fork = new Goal.If();
        fork.condition = test.link(new Goal.Plain(commit));
        draft.parts.add(new Part(fork, null, second, third));
    }

    private static void fresh(int[] slots, Draft draft) {
        if (slots.length > 0) {
            draft.add(new Goal.Fresh(slots));
        }
    }

    /** A control construct to be compiled when it runs, transparent to cuts. */
    private void later(Term goal, Draft draft) {
        fresh(compiler.slots.unseen(goal), draft);
        List<Goal> before = new ArrayList<>();
        Node[] node = compiler.arguments(Struct.of("later", goal), before);
        before.forEach(draft::add);
        draft.add(new Meta.Later(node[0]));
    }

    private boolean inline(Struct goal, Draft draft) {
        if (goal.functor().arity > 2) {
            return false;
        }
        String name = goal.functor().name.name();
        if (goal.functor().arity == 1) {
            Kind kind = Kind.named(name);
            if (kind == null || kind == Kind.GROUND) {
                return false;
            }
            if (Var.deref(goal.first()) instanceof Struct) {
                return false;
            }
            draft.add(new Det.Check(kind, compiler.node(goal.first())));
            return true;
        }
        ExpressionCompiler expressions = new ExpressionCompiler(compiler);
        return switch (name) {
            case "=" -> unification(Var.deref(goal.first()), Var.deref(goal.second()), draft);
            case "is" -> evaluation(goal, expressions, draft);
            case "<" -> comparison(goal, Comparison.LESS, expressions, draft);
            case ">" -> comparison(goal, Comparison.GREATER, expressions, draft);
            case "=<" -> comparison(goal, Comparison.LESS | Comparison.EQUAL, expressions, draft);
            case ">=" -> comparison(goal, Comparison.GREATER | Comparison.EQUAL, expressions, draft);
            case "=:=" -> comparison(goal, Comparison.EQUAL, expressions, draft);
            case "=\\=" -> comparison(goal, Comparison.LESS | Comparison.GREATER, expressions, draft);
            default -> false;
        };
    }

    private boolean evaluation(Struct goal, ExpressionCompiler expressions, Draft draft) {
        if (Var.deref(goal.first()) instanceof Struct || !expressions.shallow(goal.second())) {
            return false;
        }
        Node shown = shown(goal);
        Expression expression = expressions.compile(goal.second());
        draft.add(new Det.Is(compiler.node(goal.first()), expression).shown(shown));
        return true;
    }

    private boolean comparison(Struct goal, int accepted, ExpressionCompiler expressions, Draft draft) {
        if (!expressions.shallow(goal.first()) || !expressions.shallow(goal.second())) {
            return false;
        }
        Node shown = shown(goal);
        Expression left = expressions.compile(goal.first());
        Expression right = expressions.compile(goal.second());
        draft.add(new Det.Compare(left, right, accepted).shown(shown));
        return true;
    }

    /** A goal as a term, with new variables for those that have no value yet. */
    private Node shown(Term term) {
        return switch (Var.deref(term)) {
            case Var variable -> compiler.slots.seen(variable) ? compiler.slots.node(variable) : Node.Void.ONLY;
            case Struct struct -> {
                Node[] args = new Node[struct.functor().arity];
                for (int i = 0; i < args.length; i++) {
                    args[i] = shown(struct.arg(i));
                }
                yield new Node.Compound(struct.functor(), args);
            }
            case Term atomic -> new Node.Constant(atomic);
        };
    }

    /**
     * A unification in place. When it runs, the value is built before the pattern is unified with it, so the nodes are
     * made in that order; only a variable that is new here, and not part of the other side, just takes the other side.
     */
    private boolean unification(Term left, Term right, Draft draft) {
        boolean swap = !(left instanceof Var) && right instanceof Var
                || left instanceof Var v && compiler.slots.seen(v) && right instanceof Var w && !compiler.slots.seen(w);
        Term value = swap ? right : left;
        Term pattern = swap ? left : right;
        List<Goal> before = new ArrayList<>();
        if (value instanceof Var variable && !compiler.slots.seen(variable)) {
            if (!Terms.variables(pattern).contains(variable)) {
                Node built = compiler.arguments(Struct.of("=", pattern), before)[0];
                before.forEach(draft::add);
                draft.add(new Det.Unify(compiler.node(variable), built));
                return true;
            }
            fresh(compiler.slots.unseen(variable), draft);
        }
        Node[] nodes = compiler.arguments(Struct.of("=", value, pattern), before);
        before.forEach(draft::add);
        draft.add(new Det.Unify(nodes[0], nodes[1]));
        return true;
    }

    /** A call of a procedure, or of a deterministic built-in in place. */
    private void call(Term goal, Draft draft) {
        Functor functor = goal instanceof Struct struct ? struct.functor() : new Functor((Atom) goal, 0);
        Procedure procedure = compiler.procedures.apply(functor);
        List<Goal> before = new ArrayList<>();
        Node[] args = compiler.arguments(goal, before);
        before.forEach(draft::add);
        Library.Entry entry = procedure.entry;
        if (entry != null && entry.function() instanceof Library.Det function) {
            draft.add(new Det.Builtin(procedure, function, args, entry.pure()));
        } else {
            draft.add(new Goal.Call(procedure, args));
        }
    }
}
