package io.millrace.net;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import java.time.Instant;
import java.util.List;

/**
 * Evaluates expressions of one kind: XQuery, goals. If an evaluation fails, it throws an {@link EvaluationException}, which becomes an
 * incident, so that no token is lost. Must be safe for use by several threads.
 */
public interface Evaluator {
    /**
     * The data that an expression can read.
     *
     * @param root the name of its data: a net's name, or {@link Decomposition#root()} for the result of a task
     * @param data the variables of the net, or the result of a task
     * @param fluents the fluents that hold now, for goals
     * @param now the instant of the turn
     * @param budget what the evaluation may cost
     */
    record Scope(String root, Data data, List<String> fluents, Instant now, Budget budget) {
        public Scope {
            fluents = List.copyOf(fluents);
        }

        /** Outside of a turn: no fluents, and no budget but the evaluator's own limit. */
        public Scope(String root, Data data, Instant now) {
            this(root, data, List.of(), now, Budget.NONE);
        }

        /** The same scope over other data, such as one element or the list of all results. */
        public Scope with(Data other) {
            return new Scope(root, other, fluents, now, budget);
        }
    }

    /**
     * The remaining steps of a turn for an evaluation. An evaluator counts its work and reports it here, so that limits do not depend on a
     * clock: the same turn takes the same steps on every machine.
     */
    @FunctionalInterface
    interface Budget {
        /** Counts nothing. */
        Budget NONE = count -> {};

        /** Takes steps from the budget. An exhausted budget throws; an evaluator must not catch that exception. */
        void steps(int count);
    }

    /** The value of an expression as one that has a shape, where the language of the expression leaves a choice. */
    Data value(Expression expression, Shape shape, Scope scope);

    /** Whether a predicate holds. */
    boolean holds(Expression predicate, Scope scope);

    /** The share of each instance of a task, in order. */
    default List<Data> split(Multiplicity.Split split, Shape each, Scope scope) {
        Data whole = value(split.from(), Shape.any(), scope);
        Data shares = split.by() == null ? whole : value(split.by(), Shape.any(), scope.with(whole));
        if (!(shares instanceof Data.Items items)) {
            throw new EvaluationException("What is split for '" + split.parameter() + "' is not a list: " + shares);
        }
        return items.asList();
    }

    /** The contribution of one instance to the join, in a form that {@link #join} of the same evaluator reads. */
    default Data contribution(Multiplicity.Join join, Scope scope) {
        return value(join.each(), Shape.any(), scope);
    }

    /** The value of the joined variable, from what each completed instance gave, in the order of the instances. */
    default Data join(Multiplicity.Join join, List<Data> contributions, Shape shape, Scope scope) {
        Data all = Data.of(contributions);
        return join.by() == null ? all : value(join.by(), shape, scope.with(all));
    }
}
