package io.millrace.net;

import java.util.function.Consumer;

/** Brings the evaluator for one kind of expression; found by {@link java.util.ServiceLoader}, so that its library stays apart. */
public interface EvaluatorProvider {
    /** Whether this is the kind of expression that it is for. */
    boolean evaluates(Expression expression);

    /**
     * An evaluator for the expressions of one specification, compiled here once. An expression that does not compile is told
     * as a sentence, and fails whenever it is evaluated.
     */
    Evaluator compile(Specification specification, Consumer<String> complaints);
}
