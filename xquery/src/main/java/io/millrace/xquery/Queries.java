package io.millrace.xquery;

import io.millrace.net.Bound;
import io.millrace.net.EvaluationException;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import net.sf.saxon.s9api.SaxonApiException;
import org.jspecify.annotations.Nullable;

/** The compiled expressions of a deployment, by their text: many flows and mappings say the same. */
final class Queries {
    /** An expression that compiled, or why it did not. */
    private record Compiled(Sandbox.@Nullable Query query, String why) {}

    private final Sandbox sandbox;
    private final Map<String, Compiled> compiled = new ConcurrentHashMap<>();

    Queries(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    Sandbox sandbox() {
        return sandbox;
    }

    /** A predicate is asked for its effective boolean value. */
    static String predicate(String text) {
        return "boolean((\n" + text + "\n))";
    }

    Sandbox.Query get(String query) {
        Compiled found = compiled.computeIfAbsent(query, this::compile);
        if (found.query() == null) {
            throw new EvaluationException("The expression cannot be compiled: " + found.why());
        }
        return found.query();
    }

    private Compiled compile(String query) {
        try {
            return new Compiled(sandbox.compile(query), "");
        } catch (SaxonApiException | EvaluationException e) {
            return new Compiled(null, String.valueOf(e.getMessage()).strip());
        } catch (StackOverflowError e) {
            return new Compiled(null, "it nests too deeply");
        }
    }

    void compileAll(Specification specification, Consumer<String> complaints) {
        for (Net net : specification.nets()) {
            String where = "Net '" + net.name() + "'";
            for (Variable variable : net.variables()) {
                check(variable.initial(), false, where + ", initial value of '" + variable.name() + "'", complaints);
            }
            for (Flow flow : net.flows()) {
                check(flow.predicate(), true, where + ", predicate from '" + flow.from() + "' to '" + flow.to() + "'", complaints);
            }
            for (NetTask task : net.tasks()) {
                task(task, "Task '" + task.name() + "' of net '" + net.name() + "'", complaints);
            }
        }
    }

    private void task(NetTask task, String where, Consumer<String> complaints) {
        for (Mapping mapping : task.inputs()) {
            check(mapping.from(), false, where + ", input '" + mapping.to() + "'", complaints);
        }
        for (Mapping mapping : task.outputs()) {
            check(mapping.from(), false, where + ", output '" + mapping.to() + "'", complaints);
        }
        if (task.timer() != null && task.timer().until() instanceof Timer.Told told) {
            check(told.expression(), false, where + ", timer", complaints);
        }
        if (task.event() != null) {
            check(task.event().key(), false, where + ", key of its event", complaints);
        }
        Multiplicity multiplicity = task.multiplicity();
        if (multiplicity == null) {
            return;
        }
        bound(multiplicity.min(), where + ", minimum", complaints);
        bound(multiplicity.max(), where + ", maximum", complaints);
        bound(multiplicity.threshold(), where + ", threshold", complaints);
        check(multiplicity.count(), false, where + ", number of instances", complaints);
        if (multiplicity.split() != null) {
            check(multiplicity.split().from(), false, where + ", what is split", complaints);
            check(multiplicity.split().by(), false, where + ", how it is split", complaints);
        }
        if (multiplicity.join() != null) {
            check(multiplicity.join().each(), false, where + ", what each instance gives", complaints);
            check(multiplicity.join().by(), false, where + ", how it is joined", complaints);
        }
    }

    private void bound(Bound bound, String where, Consumer<String> complaints) {
        if (bound instanceof Bound.Computed computed) {
            check(computed.expression(), false, where, complaints);
        }
    }

    private void check(@Nullable Expression expression, boolean predicate, String where, Consumer<String> complaints) {
        if (expression instanceof Expression.XQuery query) {
            Compiled found = compiled.computeIfAbsent(predicate ? predicate(query.text()) : query.text(), this::compile);
            if (found.query() == null) {
                String place = query.place() == null ? "" : " (" + query.place() + ")";
                complaints.accept(where + ": '" + query.text() + "' cannot be compiled: " + found.why() + place);
            }
        }
    }
}
