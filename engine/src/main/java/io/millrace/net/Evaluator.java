package io.millrace.net;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import java.time.Instant;
import java.util.List;

/**
 * Computes expressions. Each front end brings the one for the expressions it makes: XQuery, goals. What cannot be
 * computed is an {@link EvaluationException}, which becomes an incident: a predicate that fails loses no token.
 */
public interface Evaluator {
    /**
     * What an expression can see.
     *
     * @param root the name by which it calls its data: a net's name, or {@link Decomposition#root()} for what was given back
     * @param data the variables of the net, or what was given back
     * @param fluents what events have made true and is true now, as goals see it
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

        public Scope with(Data other) {
            return new Scope(root, other, fluents, now, budget);
        }
    }

    /**
     * What a turn may still spend on an evaluation, in steps. An evaluator counts its work and reports it here, so that no clock
     * decides how a turn ends: the same turn takes the same steps on every machine.
     */
    @FunctionalInterface
    interface Budget {
        /** Counts nothing. */
        Budget NONE = count -> {};

        /** Takes so many steps from the budget. A budget that is used up throws; an evaluator lets that pass through. */
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

    /** What one instance gives to the join, in a form that {@link #join} of the same evaluator understands. */
    default Data contribution(Multiplicity.Join join, Scope scope) {
        return value(join.each(), Shape.any(), scope);
    }

    /** The value of the joined variable, from what each completed instance gave, in the order of the instances. */
    default Data join(Multiplicity.Join join, List<Data> contributions, Shape shape, Scope scope) {
        Data all = Data.of(contributions);
        return join.by() == null ? all : value(join.by(), shape, scope.with(all));
    }
}
