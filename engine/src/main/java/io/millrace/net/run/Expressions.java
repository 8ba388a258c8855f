package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.language.UserCode;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.EvaluatorProvider;
import io.millrace.net.Expression;
import io.millrace.net.Multiplicity;
import io.millrace.net.Specification;
import io.millrace.problem.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Evaluates the expressions of one specification: the plain ones itself, the others by whoever provides for their kind. */
final class Expressions implements Evaluator {
    private final String process;
    private final Map<EvaluatorProvider, Evaluator> compiled = new LinkedHashMap<>();

    Expressions(String process, Specification specification, Consumer<String> complaints) {
        this.process = process;
        for (EvaluatorProvider provider : ServiceLoader.load(EvaluatorProvider.class, Expressions.class.getClassLoader())) {
            compiled.put(provider, provider.compile(specification, complaints));
        }
    }

    private Evaluator of(Expression expression) {
        for (Map.Entry<EvaluatorProvider, Evaluator> each : compiled.entrySet()) {
            if (each.getKey().evaluates(expression)) {
                return each.getValue();
            }
        }
        throw new EvaluationException("nothing here evaluates " + expression);
    }

    @Override
    public Data value(Expression expression, Shape shape, Scope scope) {
        return switch (expression) {
            case Expression.Constant constant -> constant.value();
            case Expression.Variable variable -> at(scope.data(), variable.path());
            case Expression.Lambda lambda -> call(lambda, scope);
            case Expression other -> of(other).value(other, shape, scope);
        };
    }

    private static Data at(Data data, String path) {
        Data at = data;
        for (String name : path.split("\\.", -1)) {
            at = at.at(name);
        }
        return at;
    }

    private Data call(Expression.Lambda lambda, Scope scope) {
        try {
            return UserCode.call(process, lambda.title() + " of '" + scope.root() + "'", () -> lambda.function().apply(scope.data()));
        } catch (RefusedException e) {
            throw new EvaluationException(e.problem().message(), e);
        }
    }

    @Override
    public boolean holds(Expression predicate, Scope scope) {
        return switch (predicate) {
            case Expression.Constant constant -> truth(constant.value(), predicate);
            case Expression.Variable variable -> truth(at(scope.data(), variable.path()), predicate);
            case Expression.Lambda lambda -> truth(call(lambda, scope), predicate);
            case Expression other -> of(other).holds(other, scope);
        };
    }

    private static boolean truth(Data value, Expression predicate) {
        if (value instanceof Data.Truth truth) {
            return truth.value();
        }
        throw new EvaluationException("a predicate is neither true nor false but " + value + ": " + predicate);
    }

    @Override
    public List<Data> split(Multiplicity.Split split, Shape each, Scope scope) {
        return isPlain(split.from())
                ? Evaluator.super.split(split, each, scope)
                : of(split.from()).split(split, each, scope);
    }

    @Override
    public Data contribution(Multiplicity.Join join, Scope scope) {
        return isPlain(join.each()) ? Evaluator.super.contribution(join, scope) : of(join.each()).contribution(join, scope);
    }

    @Override
    public Data join(Multiplicity.Join join, List<Data> contributions, Shape shape, Scope scope) {
        return isPlain(join.each())
                ? Evaluator.super.join(join, contributions, shape, scope)
                : of(join.each()).join(join, contributions, shape, scope);
    }

    private static boolean isPlain(Expression expression) {
        return expression instanceof Expression.Constant
                || expression instanceof Expression.Variable
                || expression instanceof Expression.Lambda;
    }
}
