package io.millrace.logic.machine;

import io.millrace.logic.arithmetic.Arithmetic;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;

/** Turns arithmetic terms into {@link Expression}s; what cannot be evaluated is left to fail when it runs. */
final class ExpressionCompiler {
    private static final int DEEPEST = 60;

    private final Compiler compiler;

    ExpressionCompiler(Compiler compiler) {
        this.compiler = compiler;
    }

    /** Whether a term is shallow enough to be compiled. */
    boolean shallow(Term term) {
        return shallow(Var.deref(term), 0);
    }

    private boolean shallow(Term term, int depth) {
        compiler.spend();
        if (!(term instanceof Struct struct)) {
            return true;
        }
        if (depth == DEEPEST) {
            return false;
        }
        for (int i = 0; i < struct.functor().arity; i++) {
            if (!shallow(Var.deref(struct.arg(i)), depth + 1)) {
                return false;
            }
        }
        return true;
    }

    /** The expression for a term that is shallow enough. */
    Expression compile(Term term) {
        return expression(Var.deref(term));
    }

    private Expression expression(Term term) {
        return switch (term) {
            case Int i -> new Expression.Number(i);
            case Real r -> new Expression.Number(r);
            case Big b -> new Expression.Number(b);
            case Struct struct -> function(struct);
            default -> operand(compiler.node(term));
        };
    }

    private static Expression operand(Node node) {
        return node.kind == Node.NEXT ? new Expression.Variable(node.slot) : new Expression.General(node);
    }

    private Expression function(Struct struct) {
        String name = struct.functor().name.name();
        Arithmetic.Unary unary = Arithmetic.UNARY.get(name);
        Arithmetic.Binary binary = Arithmetic.BINARY.get(name);
        if (struct.functor().arity == 1 && unary != null) {
            return new Expression.Unary(unary, expression(Var.deref(struct.first())));
        }
        if (struct.functor().arity != 2 || binary == null) {
            return new Expression.General(compiler.node(struct));
        }
        Expression left = expression(Var.deref(struct.first()));
        Expression right = expression(Var.deref(struct.second()));
        return switch (name) {
            case "+" -> new Expression.Sum(left, right);
            case "-" -> new Expression.Difference(left, right);
            default -> new Expression.Binary(binary, left, right);
        };
    }
}
