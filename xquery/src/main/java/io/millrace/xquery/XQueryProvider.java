package io.millrace.xquery;

import io.millrace.net.Evaluator;
import io.millrace.net.EvaluatorProvider;
import io.millrace.net.Expression;
import io.millrace.net.Specification;
import java.time.Duration;
import java.util.function.Consumer;

/** Finds its way into an engine by being on the class path. */
public final class XQueryProvider implements EvaluatorProvider {
    /** How long one expression may take. */
    public static final Duration USUAL_LIMIT = Duration.ofSeconds(5);

    private final Duration limit;

    public XQueryProvider() {
        this(USUAL_LIMIT);
    }

    public XQueryProvider(Duration limit) {
        this.limit = limit;
    }

    @Override
    public boolean evaluates(Expression expression) {
        return expression instanceof Expression.XQuery;
    }

    @Override
    public Evaluator compile(Specification specification, Consumer<String> complaints) {
        Queries queries = new Queries(new Sandbox());
        queries.compileAll(specification, complaints);
        return new QueryEvaluator(queries, new Guard(limit));
    }
}
