package io.millrace.net.choice;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Expression;
import io.millrace.net.Net;
import io.millrace.net.Variable;
import java.util.List;

/** Predicates of splits as formulas. */
final class Predicates {
    private Predicates() {}

    static Formula formula(Expression predicate, Net net) {
        return switch (predicate) {
            case Expression.Constant constant ->
                constant.value() instanceof Data.Truth truth ? new Formula.Known(truth.value()) : new Formula.Fact(constant);
            case Expression.Variable variable -> new Formula.Compares("data " + variable.path(), Formula.Relation.EQUAL, Formula.Constant.of("true"));
            case Expression.Lambda lambda -> new Formula.Fact(lambda.function());
            case Expression.Goal goal -> GoalFormulas.of(goal.text());
            case Expression.XQuery query -> new QueryFormulas(net).of(query.text());
        };
    }

    /** Whether a path into the variables of a net leads to at most one simple value. */
    static boolean isSingle(Net net, List<String> path) {
        for (Variable variable : net.variables()) {
            if (variable.name().equals(path.getFirst())) {
                Shape shape = variable.shape();
                for (String name : path.subList(1, path.size())) {
                    shape = shape instanceof Shape.OrNothing optional ? optional.shape() : shape;
                    if (!(shape instanceof Shape.FieldsOf)) {
                        return false;
                    }
                    shape = shape.under(name);
                }
                shape = shape instanceof Shape.OrNothing optional ? optional.shape() : shape;
                return !shape.equals(Shape.any()) && (shape instanceof Shape.Simple || shape instanceof Shape.OneOf);
            }
        }
        return false;
    }
}
