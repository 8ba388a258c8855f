package io.millrace.net.run;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is missing in a process of facts so that a case of it would wait for ever: a condition of a choice or a loop that nothing
 * initiates, a varying activity that no event ends. Looked for in nets that speak of events; in others a condition is over data.
 */
final class FactChecks {
    private static final Set<String> EVENTFUL =
            Set.of("initiates/2", "varying_activity/1", "fixed_activity/1", "end_event/2", "starts/2", "agent/1");

    private final Goals goals;
    private final List<Term> heads;
    private final Set<String> missing = new LinkedHashSet<>();

    private FactChecks(Goals goals, List<Term> heads) {
        this.goals = goals;
        this.heads = heads;
    }

    /** Whether a process is one of events, whose conditions are made true and false by them. */
    static boolean isEventful(Specification specification) {
        return isEventful(Fluents.heads(specification));
    }

    private static boolean isEventful(List<Term> heads) {
        return heads.stream().anyMatch(head -> EVENTFUL.contains(indicator(head)));
    }

    /** What is missing, a clause of a sentence each. */
    static List<String> of(Specification specification) {
        List<Term> heads = Fluents.heads(specification);
        if (!isEventful(heads)) {
            return List.of();
        }
        FactChecks checks = new FactChecks(Fluents.goals(specification, complaint -> {}), heads);
        for (Net net : specification.nets()) {
            for (Flow flow : net.flows()) {
                if (flow.predicate() instanceof Expression.Goal goal) {
                    checks.condition(checks.goals.read(goal.text()).term().deref(), flow.from());
                }
            }
            net.tasks().forEach(checks::varying);
        }
        return new ArrayList<>(checks.missing);
    }

    private void condition(Term goal, String task) {
        if (goal instanceof Struct control && Fluents.isControl(control)) {
            IntStream.range(0, control.arity()).forEach(i -> condition(control.arg(i).deref(), task));
            return;
        }
        List<Term> initiated = heads.stream()
                .filter(head -> indicator(head).equals("initiates/2"))
                .map(head -> ((Struct) head).arg(1).deref())
                .filter(fluent -> indicator(fluent).equals(indicator(goal)))
                .toList();
        boolean unknown = initiated.isEmpty() && !isDefined(goal);
        if (unknown || !initiated.isEmpty() && initiated.stream().noneMatch(fluent -> mayBeSame(fluent, goal))) {
            missing.add("nothing initiates " + Writer.quoted().write(named(goal)) + ", for which '" + task + "' waits");
        }
    }

    private boolean isDefined(Term goal) {
        return switch (goal) {
            case Atom atom -> goals.defines(atom.name(), 0);
            case Struct struct -> goals.defines(struct.name().name(), struct.arity());
            default -> true;
        };
    }

    /** Variables as people write them. */
    private static Term named(Term goal) {
        return goal instanceof Struct struct
                ? Struct.of(struct.name(), IntStream.range(0, struct.arity())
                        .mapToObj(i -> struct.arg(i).deref() instanceof Var ? Atom.of("_") : struct.arg(i).deref())
                        .toArray(Term[]::new))
                : goal;
    }

    /** Whether two terms can be the same; a variable can be anything. */
    private static boolean mayBeSame(Term one, Term other) {
        Term a = one.deref();
        Term b = other.deref();
        if (a instanceof Var || b instanceof Var) {
            return true;
        }
        if (!(a instanceof Struct left) || !(b instanceof Struct right)) {
            return a.equals(b);
        }
        return left.is(right.name().name(), right.arity())
                && IntStream.range(0, left.arity()).allMatch(i -> mayBeSame(left.arg(i), right.arg(i)));
    }

    private void varying(NetTask task) {
        if (heads.stream().anyMatch(head -> isOf(head, "varying_activity/1", task)) && heads.stream().noneMatch(head -> isOf(head, "end_event/2", task))) {
            missing.add("no event ends the varying activity '" + task.name() + "'");
        }
    }

    /** Whether a fact of this name speaks of a task first, by its name or as an execution. */
    private static boolean isOf(Term head, String indicator, NetTask task) {
        if (!indicator(head).equals(indicator)) {
            return false;
        }
        Term activity = ((Struct) head).arg(0).deref();
        Term name = activity instanceof Struct act && act.is("act", 2) ? act.arg(0).deref() : activity;
        return name instanceof Var || name.equals(Atom.of(task.name()));
    }

    private static String indicator(Term term) {
        return switch (term) {
            case Atom atom -> atom.name() + "/0";
            case Struct struct -> struct.name().name() + "/" + struct.arity();
            default -> "";
        };
    }
}
