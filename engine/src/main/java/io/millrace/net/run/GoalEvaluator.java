package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.fact.Facts;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.EvaluatorProvider;
import io.millrace.net.Expression;
import io.millrace.net.Specification;
import java.util.function.Consumer;

/**
 * Evaluates goals: the predicates and expressions of a net written as facts. A goal reads the case's data with {@code data(Name, Value)}
 * and calls the predicates that the file defines. A predicate holds when its goal has a solution; the value of {@code X^Goal} is {@code X}
 * in the first one, that of a goal with a single variable is that variable, and a goal without variables is true or false.
 */
public final class GoalEvaluator implements EvaluatorProvider {
    @Override
    public boolean evaluates(Expression expression) {
        return expression instanceof Expression.Goal;
    }

    @Override
    public Evaluator compile(Specification specification, Consumer<String> complaints) {
        return new Compiled(Fluents.goals(specification, complaints));
    }

    private static final class Compiled implements Evaluator {
        private final Goals goals;

        Compiled(Goals goals) {
            this.goals = goals;
        }

        @Override
        public boolean holds(Expression predicate, Scope scope) {
            return goals.run(((Expression.Goal) predicate).text(), scope, (machine, read) -> machine.once(read.term()));
        }

        @Override
        public Data value(Expression expression, Shape shape, Scope scope) {
            return goals.run(((Expression.Goal) expression).text(), scope, (machine, read) -> {
                Term goal = read.term();
                Term wanted = null;
                if (goal instanceof Struct struct && struct.is("^", 2)) {
                    wanted = struct.arg(0);
                    goal = struct.arg(1);
                } else if (read.variables().size() == 1) {
                    wanted = read.variables().getFirst();
                } else if (!read.variables().isEmpty()) {
                    throw new EvaluationException("it has several variables; write X^Goal to say which is meant");
                }
                boolean found = machine.once(goal);
                if (wanted == null) {
                    return Data.of(found);
                }
                if (!found) {
                    throw new EvaluationException("it has no solution");
                }
                return Facts.data(wanted);
            });
        }
    }
}
