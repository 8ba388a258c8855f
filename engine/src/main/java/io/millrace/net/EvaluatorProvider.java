package io.millrace.net;

import java.util.function.Consumer;

/** Provides the evaluator for one kind of expression; found by {@link java.util.ServiceLoader}, so that its library is optional. */
public interface EvaluatorProvider {
    /** Whether it can evaluate this kind of expression. */
    boolean evaluates(Expression expression);

    /**
     * Creates an evaluator for the expressions of one specification, and compiles them. An expression that does not compile is reported as
     * a sentence, and fails when it is evaluated.
     */
    Evaluator compile(Specification specification, Consumer<String> complaints);
}
