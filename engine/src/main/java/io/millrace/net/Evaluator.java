package io.millrace.net;

import io.millrace.data.Data;

/**
 * Computes expressions. Each front end brings the one for the expressions it makes: XQuery, goals. What cannot be
 * computed is an {@link EvaluationException}, which becomes an incident: a predicate that fails loses no token.
 */
public interface Evaluator {
    /**
     * The value of an expression.
     *
     * @param expression what to compute
     * @param root the name by which the expression calls its data: a net's name, or a task's for what its work gave back
     * @param data the variables of the net, or what the work gave back
     */
    Data value(Expression expression, String root, Data data);

    /** Whether a predicate holds. */
    boolean holds(Expression predicate, String root, Data data);
}
