package io.millrace.logic.machine;

import io.millrace.logic.arithmetic.Comparison;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Kind;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import org.jspecify.annotations.Nullable;

/** A step that succeeds at most once and calls nothing: a built-in, or a test compiled in place. */
abstract class Det extends Goal {
    /** The goal as a term, for an error that it raises; null if it raises none. */
    private @Nullable Node shown;

    Det() {
        super(DET);
    }

    Det shown(Node goal) {
        shown = goal;
        return this;
    }

    /** The goal as it was called, if that is known. */
    @Nullable Term goal(Bindings bindings, Term[] vars) {
        return shown == null ? null : shown.build(bindings, vars);
    }

    abstract boolean test(Machine machine, Term[] vars);

    /** Whether it has no effect but bindings and never looks at the machine's state, so it may run before a choice point is made. */
    abstract boolean pure();

    /** A deterministic built-in with its arguments; the registers are written back for one that may look at them. */
    static final class Builtin extends Det {
        final Procedure procedure;
        final Library.Det function;
        private final Node[] args;
        private final boolean pure;

        Builtin(Procedure procedure, Library.Det function, Node[] args, boolean pure) {
            this.procedure = procedure;
            this.function = function;
            this.args = args;
            this.pure = pure;
            this.op = pure ? DET : HOST;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            Term[] values = new Term[args.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = Node.value(args[i], machine.bindings, vars);
            }
            return function.call(machine, values);
        }

        @Override
        Term goal(Bindings bindings, Term[] vars) {
            Functor functor = procedure.functor;
            return functor.arity == 0 ? functor.name : new Node.Compound(functor, args).build(bindings, vars);
        }

        @Override
        boolean pure() {
            return pure;
        }
    }

    /** {@code Left = Right}, where the left side is a variable or the more compound of the two. */
    static final class Unify extends Det {
        private final Node value;
        private final Node pattern;

        Unify(Node value, Node pattern) {
            this.value = value;
            this.pattern = pattern;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            Bindings bindings = machine.bindings;
            if (value.kind == Node.FIRST) {
                vars[value.slot] = Node.value(pattern, bindings, vars);
                return true;
            }
            Term built = Node.value(value, bindings, vars);
            return pattern.unify(bindings, vars, built) && (!bindings.occursCheck || TermWalks.acyclic(built, bindings.meter));
        }

        @Override
        boolean pure() {
            return true;
        }
    }

    /** {@code Result is Expression}. */
    static final class Is extends Det {
        private final Node result;
        private final Expression expression;

        Is(Node result, Expression expression) {
            this.result = result;
            this.expression = expression;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            Term value = expression.evaluate(machine, vars);
            if (result.kind == Node.FIRST) {
                vars[result.slot] = value;
                return true;
            }
            return result.unify(machine.bindings, vars, value);
        }

        @Override
        boolean pure() {
            return true;
        }
    }

    /** {@code Left < Right} and its relatives. */
    static final class Compare extends Det {
        private final Expression left;
        private final Expression right;
        private final int accepted;

        Compare(Expression left, Expression right, int accepted) {
            this.left = left;
            this.right = right;
            this.accepted = accepted;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            Term a = Expression.value(left, machine, vars);
            Term b = Expression.value(right, machine, vars);
            if (a instanceof Int i && b instanceof Int j) {
                int order = i.value() < j.value() ? Comparison.LESS : i.value() == j.value() ? Comparison.EQUAL : Comparison.GREATER;
                return (order & accepted) != 0;
            }
            return Comparison.holds(a, b, accepted, machine.meter);
        }

        @Override
        boolean pure() {
            return true;
        }
    }

    /** A question about one argument, such as {@code var(X)}. */
    static final class Check extends Det {
        private final Kind kind;
        private final Node value;

        Check(Kind kind, Node value) {
            this.kind = kind;
            this.value = value;
        }

        @Override
        boolean test(Machine machine, Term[] vars) {
            return kind.holds(Node.value(value, machine.bindings, vars));
        }

        @Override
        boolean pure() {
            return true;
        }
    }
}
