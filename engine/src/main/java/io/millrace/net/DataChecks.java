package io.millrace.net;

import io.millrace.data.Shape;
import io.millrace.net.text.Nearest;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a net says of data that is declared: its tasks give to variables that it has, and are given parameters that whatever
 * carries them out takes. A net that declares no variables keeps whatever it is given, and is not asked.
 */
final class DataChecks {
    private final Specification specification;
    private final Net net;
    private final Set<String> variables = new TreeSet<>();
    private final List<Fault> faults = new ArrayList<>();

    private DataChecks(Specification specification, Net net) {
        this.specification = specification;
        this.net = net;
        net.variables().forEach(variable -> variables.add(variable.name()));
    }

    static List<Fault> faults(Specification specification, Net net) {
        DataChecks checks = new DataChecks(specification, net);
        net.tasks().forEach(checks::task);
        return checks.faults;
    }

    private void task(NetTask task) {
        parameters(task);
        if (variables.isEmpty()) {
            return;
        }
        Set<String> wanted = new LinkedHashSet<>();
        task.outputs().forEach(mapping -> wanted.add(mapping.to()));
        Multiplicity multiplicity = task.multiplicity();
        if (multiplicity != null && multiplicity.join() != null) {
            wanted.add(multiplicity.join().variable());
        }
        if (task.event() != null && task.event().variable() != null) {
            wanted.add(task.event().variable());
        }
        if (task.decomposition() instanceof Decomposition.Atomic work) {
            wanted.addAll(work.resourcing().performersFrom());
        }
        task.inputs().forEach(mapping -> read(mapping.from(), wanted));
        net.flows().stream().filter(flow -> flow.from().equals(task.name())).forEach(flow -> read(flow.predicate(), wanted));
        if (multiplicity != null) {
            read(multiplicity.count(), wanted);
            read(multiplicity.split() == null ? null : multiplicity.split().from(), wanted);
            for (Bound bound : List.of(multiplicity.min(), multiplicity.max(), multiplicity.threshold())) {
                read(bound instanceof Bound.Computed computed ? computed.expression() : null, wanted);
            }
        }
        read(task.event() == null ? null : task.event().key(), wanted);
        read(task.timer() != null && task.timer().until() instanceof Timer.Told told ? told.expression() : null, wanted);
        for (String name : wanted) {
            if (!variables.contains(name)) {
                fault(task, Code.NET_UNKNOWN_VARIABLE, name, variables);
            }
        }
    }

    private static void read(@Nullable Expression expression, Set<String> wanted) {
        if (expression instanceof Expression.Variable variable) {
            wanted.add(variable.path().split("\\.", 2)[0]);
        }
    }

    private void parameters(NetTask task) {
        Set<String> known = new TreeSet<>();
        switch (task.decomposition()) {
            case Decomposition.Routing routing -> {
                return;
            }
            case Decomposition.SubNet sub -> {
                Net inner = specification.net(sub.net());
                if (inner == null || inner.variables().isEmpty()) {
                    return;
                }
                inner.variables().stream()
                        .filter(variable -> variable.use() == Variable.Use.INPUT || variable.use() == Variable.Use.BOTH)
                        .forEach(variable -> known.add(variable.name()));
            }
            case Decomposition.Atomic work -> {
                if (!(work.work().input() instanceof Shape.FieldsOf fields) || fields.open()) {
                    return;
                }
                fields.fields().forEach(field -> known.add(field.name()));
            }
        }
        Set<String> given = new LinkedHashSet<>();
        task.inputs().forEach(mapping -> given.add(mapping.to()));
        if (task.multiplicity() != null && task.multiplicity().split() != null) {
            given.add(task.multiplicity().split().parameter());
        }
        for (String name : given) {
            if (!known.contains(name)) {
                fault(task, Code.NET_UNKNOWN_PARAMETER, name, known);
            }
        }
    }

    private void fault(NetTask task, Code code, String name, Set<String> known) {
        faults.add(new Fault(code.with(task.name(), net.name(), name, Nearest.hint(name, known)), net.name(), task.name(), task.place()));
    }
}
