package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.net.Bound;
import io.millrace.net.Decomposition;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Event;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.Timer;
import io.millrace.net.Variable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the data of a case says at each point of a task: evaluates, decides nothing, changes nothing. Whatever cannot be
 * evaluated is an {@link EvaluationException}.
 *
 * <p>A net that declares no variables keeps whatever it is given; a task of it that has no mappings is given all of it, and
 * what comes back is merged into it.
 */
final class DataFlow {
    /** What follows from leaving a task: values for variables, and the conditions that get a token. */
    record Outcome(Map<String, Data> assigned, List<String> to) {}

    /** The instances of a task that is entered: what each is given, and the bounds as data gives them. */
    record Instances(List<Data> inputs, int max, int threshold) {}

    /** What a task waits for: an instant, a signal with this key, both, or nothing. */
    record Arming(@Nullable Instant due, @Nullable String key) {
        private static final Arming NONE = new Arming(null, null);
    }

    private final NetProcess process;
    private final NetGraph graph;
    private final NetState state;
    private final Instant now;
    private final Evaluator.Budget budget;
    private final Evaluator evaluator;

    DataFlow(NetProcess process, NetState state, Instant now, Evaluator.Budget budget) {
        this.process = process;
        this.graph = process.graph();
        this.state = state;
        this.now = now;
        this.budget = budget;
        this.evaluator = process.evaluator();
    }

    private boolean isLoose() {
        return graph.net().variables().isEmpty();
    }

    private Evaluator.Scope scope(Data data) {
        return new Evaluator.Scope(graph.net().name(), data, List.copyOf(state.fluents), now, budget);
    }

    /** What a task gave back, which knows no fluents. */
    private Evaluator.Scope back(String root, Data data) {
        return new Evaluator.Scope(root, data, List.of(), now, budget);
    }

    Evaluator.Scope scope() {
        return scope(state.data());
    }

    Map<String, Data> atStart(Data input) {
        Map<String, Data> values = new LinkedHashMap<>();
        if (isLoose()) {
            merge(values, input);
        }
        for (Variable variable : graph.net().variables()) {
            boolean given = variable.use() == Variable.Use.INPUT || variable.use() == Variable.Use.BOTH;
            Data value = given ? input.at(variable.name()) : Data.nothing();
            if (value.isNothing() && variable.initial() != null) {
                value = evaluator.value(variable.initial(), variable.shape(), scope(input));
            }
            values.put(variable.name(), value);
        }
        return values;
    }

    private static void merge(Map<String, Data> values, Data data) {
        if (data instanceof Data.Fields fields) {
            values.putAll(fields.asMap());
        }
    }

    Data atEnd() {
        if (isLoose()) {
            return state.data();
        }
        Map<String, Data> result = new TreeMap<>();
        for (Variable variable : graph.net().variables()) {
            if (variable.use() == Variable.Use.OUTPUT || variable.use() == Variable.Use.BOTH) {
                result.put(variable.name(), state.variables.getOrDefault(variable.name(), Data.nothing()));
            }
        }
        return Data.of(result);
    }

    /** What an instance is given, before its own share of a split is added. */
    Data atOffer(int task) {
        NetTask definition = graph.task(task);
        if (definition.inputs().isEmpty()) {
            return isLoose() ? state.data() : process.takesFields(task) ? Data.fields() : Data.nothing();
        }
        Map<String, Data> input = new TreeMap<>();
        for (Mapping mapping : definition.inputs()) {
            input.put(mapping.to(), evaluator.value(mapping.from(), process.inputShape(task, mapping.to()), scope()));
        }
        return Data.of(input);
    }

    /** @param offered whether the first instance has its input already */
    Instances atEntry(int task, boolean offered) {
        Multiplicity multiplicity = graph.task(task).multiplicity();
        if (multiplicity == null) {
            return new Instances(List.of(offered ? Data.nothing() : atOffer(task)), 1, Bound.INFINITY);
        }
        int min = bound(multiplicity.min(), "minimum");
        int max = bound(multiplicity.max(), "maximum");
        int threshold = bound(multiplicity.threshold(), "threshold");
        List<Data> inputs = instances(task, multiplicity, min);
        if (inputs.size() < min || inputs.size() > max) {
            throw new EvaluationException("it would have " + inputs.size() + " instances, not " + min + " to "
                    + (max == Bound.INFINITY ? "any number" : max));
        }
        return new Instances(inputs, max, threshold);
    }

    private List<Data> instances(int task, Multiplicity multiplicity, int min) {
        Data common = atOffer(task);
        if (multiplicity.split() != null) {
            Multiplicity.Split split = multiplicity.split();
            List<Data> shares = evaluator.split(split, process.inputShape(task, split.parameter()), scope());
            return shares.stream().map(share -> with(common, split.parameter(), share)).toList();
        }
        int count = multiplicity.count() == null ? Math.max(1, min) : number(multiplicity.count(), "number of instances");
        return IntStream.range(0, count).mapToObj(instance -> common).toList();
    }

    private static Data with(Data common, String name, Data share) {
        return common.isNothing() ? Data.fields(name, share) : common.with(name, share);
    }

    /** What an instance is given that is added to a running task. */
    Data atAddition(int task, Data input) {
        Multiplicity multiplicity = graph.task(task).multiplicity();
        Data common = atOffer(task);
        if (multiplicity != null && multiplicity.split() != null) {
            return with(common, multiplicity.split().parameter(), input);
        }
        Map<String, Data> all = new TreeMap<>();
        merge(all, common);
        merge(all, input);
        return all.isEmpty() ? input : Data.of(all);
    }

    private int bound(Bound bound, String what) {
        return switch (bound) {
            case Bound.Exactly exactly -> exactly.number();
            case Bound.Infinite infinite -> Bound.INFINITY;
            case Bound.Computed computed -> number(computed.expression(), what);
        };
    }

    private int number(Expression expression, String what) {
        Data value = evaluator.value(expression, Shape.integer(), scope());
        if (value instanceof Data.Num number
                && number.isWhole()
                && number.decimal().signum() >= 0
                && number.decimal().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0) {
            return value.asInt();
        }
        throw new EvaluationException("its " + what + " is not a number: " + value);
    }

    /** What a task waits for, counted from now. */
    Arming arming(int task, Timer.Trigger trigger) {
        NetTask definition = graph.task(task);
        Timer timer = definition.timer();
        if (timer == null && definition.event() == null) {
            return Arming.NONE;
        }
        Instant due = timer != null && (timer.trigger() == trigger || process.onlyWaits(task))
                ? Due.of(timer.until(), now, this::value)
                : null;
        Event event = definition.event();
        String key = event == null
                ? null
                : event.key() == null ? "" : text(evaluator.value(event.key(), Shape.any(), scope()));
        return new Arming(due, key);
    }

    private Data value(Expression expression) {
        return evaluator.value(expression, Shape.any(), scope());
    }

    private static String text(Data value) {
        return value instanceof Data.Text text ? text.value() : value.toString();
    }

    /** Leaving a task that had no work, or whose work is taken back. */
    Outcome atEvent(int task, Data content) {
        Map<String, Data> assigned = new LinkedHashMap<>();
        Event event = graph.task(task).event();
        if (event != null && event.variable() != null) {
            assigned.put(event.variable(), content);
        }
        if (graph.task(task).decomposition() instanceof Decomposition.Routing routing && !graph.task(task).outputs().isEmpty()) {
            Data given = content.isNothing() ? atOffer(task) : content;
            map(graph.task(task).outputs(), back(routing.root(), given), assigned);
        }
        return new Outcome(assigned, ways(task, assigned));
    }

    /** What the completed instances of a task give to variables. */
    Map<String, Data> results(int task) {
        NetTask definition = graph.task(task);
        TaskState known = state.task(task);
        if (known.outputs.isEmpty() && (definition.multiplicity() == null || definition.multiplicity().join() == null)) {
            return Map.of();
        }
        Map<String, Data> assigned = new LinkedHashMap<>();
        List<Data> outputs = new ArrayList<>();
        known.outputs.forEach((instance, output) -> outputs.add(output));
        for (Data output : outputs) {
            if (definition.outputs().isEmpty() && isLoose()) {
                merge(assigned, output);
            } else {
                map(definition.outputs(), back(definition.decomposition().root(), output), assigned);
            }
        }
        Multiplicity.Join join = definition.multiplicity() == null || known.taken ? null : definition.multiplicity().join();
        if (join != null) {
            List<Data> contributions = outputs.stream()
                    .map(output -> evaluator.contribution(
                            join, back(definition.decomposition().root(), output)))
                    .toList();
            assigned.put(
                    join.variable(),
                    evaluator.join(join, contributions, process.variableShape(join.variable()), scope(after(assigned))));
        }
        return assigned;
    }

    private void map(List<Mapping> mappings, Evaluator.Scope scope, Map<String, Data> assigned) {
        for (Mapping mapping : mappings) {
            assigned.put(mapping.to(), evaluator.value(mapping.from(), process.variableShape(mapping.to()), scope));
        }
    }

    /** The data as it will be. */
    private Data after(Map<String, Data> assigned) {
        Map<String, Data> all = new TreeMap<>(state.variables);
        all.putAll(assigned);
        return Data.of(all);
    }

    /** Which conditions get a token once these values are assigned; none if a choice has to wait until one of its ways is open. */
    List<String> ways(int task, Map<String, Data> assigned) {
        int[] post = graph.post(task);
        if (post.length == 1 || graph.split(task) == Junction.AND) {
            return process.everyWay(task);
        }
        List<Integer> positions = IntStream.range(0, post.length).boxed().toList();
        boolean one = graph.split(task) == Junction.XOR;
        return chosen(task, one ? ordered(task, positions) : positions, assigned, one).stream()
                .map(position -> graph.condition(post[position]))
                .toList();
    }

    private List<Integer> ordered(int task, List<Integer> positions) {
        return positions.stream()
                .sorted(Comparator.comparingInt(position -> graph.flow(task, position).ordering()))
                .toList();
    }

    /**
     * The ways whose predicates hold; a way without one is open unless it is the default. The default is taken if no way is
     * open, its own predicate included.
     */
    private List<Integer> chosen(int task, List<Integer> positions, Map<String, Data> assigned, boolean one) {
        Evaluator.Scope scope = scope(after(assigned));
        List<Integer> chosen = new ArrayList<>();
        List<Integer> defaults = new ArrayList<>();
        for (int position : positions) {
            Flow flow = graph.flow(task, position);
            if (flow.isDefault()) {
                defaults.add(position);
            }
            Expression predicate = process.timers().filled(flow.predicate(), graph.task(task).name(), state.fluents);
            boolean open = predicate == null ? !flow.isDefault() : evaluator.holds(predicate, scope);
            if (open) {
                chosen.add(position);
                if (one) {
                    return chosen;
                }
            }
        }
        if (chosen.isEmpty() && defaults.isEmpty() && positions.stream().anyMatch(position -> isOfFluents(task, position))) {
            return chosen;
        }
        if (chosen.isEmpty() && defaults.isEmpty()) {
            throw new EvaluationException("no predicate of its " + graph.split(task) + "-split holds, and it has no default");
        }
        return chosen.isEmpty() ? defaults.subList(0, 1) : chosen;
    }

    private boolean isOfFluents(int task, int position) {
        return process.fluents().concern(graph.flow(task, position).predicate());
    }
}
