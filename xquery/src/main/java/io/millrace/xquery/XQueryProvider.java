package io.millrace.xquery;

import io.millrace.net.Evaluator;
import io.millrace.net.EvaluatorProvider;
import io.millrace.net.Expression;
import io.millrace.net.Specification;
import java.util.function.Consumer;

/** Provides the evaluator of XPath and XQuery; an engine finds it on the class path. */
public final class XQueryProvider implements EvaluatorProvider {
    private final Limits limits;

    public XQueryProvider() {
        this(Limits.USUAL);
    }

    public XQueryProvider(Limits limits) {
        this.limits = limits;
    }

    @Override
    public boolean evaluates(Expression expression) {
        return expression instanceof Expression.XQuery;
    }

    @Override
    public Evaluator compile(Specification specification, Consumer<String> complaints) {
        Queries queries = new Queries(new Sandbox(limits));
        queries.compileAll(specification, complaints);
        return new QueryEvaluator(queries, limits);
    }
}
