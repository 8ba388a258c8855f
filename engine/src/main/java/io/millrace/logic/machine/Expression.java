package io.millrace.logic.machine;

import io.millrace.logic.arithmetic.Arithmetic;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;

/** An arithmetic expression of a clause, compiled. Its depth is bounded by the compiler. */
abstract class Expression {
    static final int OTHER = 0;
    static final int VARIABLE = 1;
    static final int NUMBER = 2;

    final int kind;

    Expression(int kind) {
        this.kind = kind;
    }

    /** The value, a number. */
    abstract Term evaluate(Machine machine, Term[] vars);

    /** {@link #evaluate} with variables and numbers inlined. */
    static Term value(Expression expression, Machine machine, Term[] vars) {
        if (expression.kind == VARIABLE) {
            Term value = Var.deref(vars[((Variable) expression).slot]);
            return value instanceof Int ? value : Arithmetic.evaluate(value, machine.meter);
        }
        return expression.kind == NUMBER ? ((Number) expression).value : expression.evaluate(machine, vars);
    }

    /** A variable that has a value when the expression is evaluated. */
    static final class Variable extends Expression {
        final int slot;

        Variable(int slot) {
            super(VARIABLE);
            this.slot = slot;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            return Arithmetic.evaluate(vars[slot], machine.meter);
        }
    }

    /** A number. */
    static final class Number extends Expression {
        final Term value;

        Number(Term value) {
            super(NUMBER);
            this.value = value;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            return value;
        }
    }

    /** Any other term, evaluated as it stands when the time has come. */
    static final class General extends Expression {
        private final Node node;

        General(Node node) {
            super(OTHER);
            this.node = node;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            return Arithmetic.evaluate(Node.value(node, machine.bindings, vars), machine.meter);
        }
    }

    /** A sum. */
    static final class Sum extends Expression {
        private final Expression left;
        private final Expression right;

        Sum(Expression left, Expression right) {
            super(OTHER);
            this.left = left;
            this.right = right;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            Term a = value(left, machine, vars);
            Term b = value(right, machine, vars);
            if (a instanceof Int i && b instanceof Int j) {
                long sum = i.value() + j.value();
                if (((i.value() ^ sum) & (j.value() ^ sum)) >= 0) {
                    return Int.of(sum);
                }
            }
            return Arithmetic.add(a, b, machine.meter);
        }
    }

    /** A difference. */
    static final class Difference extends Expression {
        private final Expression left;
        private final Expression right;

        Difference(Expression left, Expression right) {
            super(OTHER);
            this.left = left;
            this.right = right;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            Term a = value(left, machine, vars);
            Term b = value(right, machine, vars);
            if (a instanceof Int i && b instanceof Int j) {
                long difference = i.value() - j.value();
                if (((i.value() ^ j.value()) & (i.value() ^ difference)) >= 0) {
                    return Int.of(difference);
                }
            }
            return Arithmetic.subtract(a, b, machine.meter);
        }
    }

    /** Any function of two arguments. */
    static final class Binary extends Expression {
        private final Arithmetic.Binary function;
        private final Expression left;
        private final Expression right;

        Binary(Arithmetic.Binary function, Expression left, Expression right) {
            super(OTHER);
            this.function = function;
            this.left = left;
            this.right = right;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            Term a = value(left, machine, vars);
            return function.of(a, value(right, machine, vars), machine.meter);
        }
    }

    /** Any function of one argument. */
    static final class Unary extends Expression {
        private final Arithmetic.Unary function;
        private final Expression argument;

        Unary(Arithmetic.Unary function, Expression argument) {
            super(OTHER);
            this.function = function;
            this.argument = argument;
        }

        @Override
        Term evaluate(Machine machine, Term[] vars) {
            return function.of(value(argument, machine, vars), machine.meter);
        }
    }
}
