package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Bag.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/** A case as an owner of markings runs it: a marking for each net instance, sub-nets for the instances of composite tasks. */
final class World {
    /** Where an instance of a task is between its entering and its completion. */
    enum Phase {
        ENTERED,
        EXECUTING,
        COMPLETED
    }

    /** A net with an identity; the same identity can be that of several sub-nets. */
    record Key(String net, List<Integer> id) {}

    /** A step that can be taken: of a task as a whole, or of its child with this number. */
    record Step(Paper.Kind kind, Instance instance, int task, int child) {
        @Override
        public String toString() {
            return kind + " " + instance.graph.task(task).name() + " of " + instance.key + (child > 0 ? " child " + child : "");
        }
    }

    /** One net instance. */
    static final class Instance {
        final Key key;
        final NetGraph graph;
        final Semantics semantics;
        final Marking marking;
        final Enabling enabling;
        final List<List<Phase>> children = new ArrayList<>();

        Instance(Key key, Semantics semantics) {
            this.key = key;
            this.graph = semantics.graph();
            this.semantics = semantics;
            this.marking = Marking.initial(graph);
            this.enabling = new Enabling(semantics, marking);
            for (int task = 0; task < graph.tasks(); task++) {
                children.add(new ArrayList<>());
            }
            enabling.settle();
        }
    }

    private final Map<String, Semantics> semantics = new HashMap<>();
    private final Map<Key, Instance> instances = new LinkedHashMap<>();

    World(Specification specification) {
        for (Net net : specification.nets()) {
            semantics.put(net.name(), new Semantics(new NetGraph(net), specification.orJoin()));
        }
        begin(new Key(specification.root(), List.of(1)));
    }

    private void begin(Key key) {
        instances.put(key, new Instance(key, Objects.requireNonNull(semantics.get(key.net()))));
    }

    Collection<Instance> instances() {
        return instances.values();
    }

    boolean has(Key key) {
        return instances.containsKey(key);
    }

    /** What can happen: if something has to happen at once, only that. */
    List<Step> steps() {
        List<Step> urgent = new ArrayList<>();
        List<Step> free = new ArrayList<>();
        for (Instance instance : instances.values()) {
            for (int task = 0; task < instance.graph.tasks(); task++) {
                steps(instance, task, urgent, free);
            }
        }
        return urgent.isEmpty() ? free : urgent;
    }

    /** What can happen to one task. */
    List<Step> steps(Instance instance, int task) {
        List<Step> steps = new ArrayList<>();
        steps(instance, task, steps, steps);
        return steps;
    }

    private void steps(Instance instance, int task, List<Step> urgent, List<Step> free) {
        if (Steps.mayExit(instance.marking, task)) {
            urgent.add(new Step(Paper.Kind.EXIT, instance, task, 0));
            return;
        }
        if (instance.enabling.isEnabled(task)) {
            free.add(new Step(Paper.Kind.ENTER, instance, task, 0));
        }
        if (Steps.mayAdd(instance.marking, task)) {
            free.add(new Step(Paper.Kind.ADD, instance, task, 0));
        }
        List<Phase> children = instance.children.get(task);
        for (int child = 1; child <= children.size(); child++) {
            Phase phase = children.get(child - 1);
            if (phase == Phase.ENTERED && Steps.mayStart(instance.marking, task)) {
                free.add(new Step(Paper.Kind.START, instance, task, child));
            } else if (phase == Phase.EXECUTING && Steps.mayComplete(instance.marking, task)) {
                Step complete = new Step(Paper.Kind.COMPLETE, instance, task, child);
                if (!instance.graph.task(task).isComposite()) {
                    free.add(complete);
                } else {
                    Instance sub = Objects.requireNonNull(instances.get(sub(instance, task, child)));
                    if (sub.marking.tokens(sub.graph.output()) > 0) {
                        urgent.add(complete);
                    }
                }
            }
        }
    }

    void take(Step step, Random random) {
        Instance at = step.instance();
        List<Phase> children = at.children.get(step.task());
        switch (step.kind()) {
            case ENTER -> {
                int min = at.graph.min(step.task());
                int n = min + random.nextInt(Math.min(3, at.graph.max(step.task()) - min + 1));
                Steps.enter(at.marking, step.task(), n);
                at.enabling.entered(step.task());
                IntStream.range(0, n).forEach(each -> children.add(Phase.ENTERED));
            }
            case START -> {
                Steps.start(at.marking, step.task());
                children.set(step.child() - 1, Phase.EXECUTING);
                if (at.graph.task(step.task()).isComposite()) {
                    begin(sub(at, step.task(), step.child()));
                }
            }
            case COMPLETE -> {
                Steps.complete(at.marking, step.task());
                children.set(step.child() - 1, Phase.COMPLETED);
                end(at, step.task(), step.child());
            }
            case ADD -> {
                Steps.add(at.marking, step.task());
                children.add(Phase.ENTERED);
            }
            case EXIT -> exit(at, step.task(), random);
        }
        at.enabling.settle();
    }

    private void exit(Instance at, int task, Random random) {
        Removal removal = Steps.removal(at.marking, task);
        int[] outputs = outputs(at.graph, task, random);
        assertThat(Steps.maySplit(at.graph, task, outputs)).isTrue();
        Steps.exit(at.marking, task, outputs);
        at.enabling.exited(task);
        for (int aborted : removal.tasks()) {
            abort(at, aborted);
        }
        abort(at, task);
    }

    private void abort(Instance at, int task) {
        List<Phase> children = at.children.get(task);
        for (int child = 1; child <= children.size(); child++) {
            end(at, task, child);
        }
        children.clear();
    }

    private static int[] outputs(NetGraph graph, int task, Random random) {
        int size = graph.post(task).length;
        return switch (graph.split(task)) {
            case AND -> graph.everyOutput(task);
            case XOR -> new int[] {random.nextInt(size)};
            case OR -> {
                int bits = 1 + random.nextInt((1 << size) - 1);
                yield IntStream.range(0, size).filter(each -> (bits >> each & 1) == 1).toArray();
            }
        };
    }

    private static Key sub(Instance instance, int task, int child) {
        return new Key(((Decomposition.SubNet) instance.graph.task(task).decomposition()).net(), Paper.child(instance.key.id(), child));
    }

    private void end(Instance instance, int task, int child) {
        if (instance.graph.task(task).isComposite()) {
            Instance sub = instances.remove(sub(instance, task, child));
            if (sub != null) {
                for (int inner = 0; inner < sub.graph.tasks(); inner++) {
                    abort(sub, inner);
                }
            }
        }
    }

    /** This state as the paper writes it. */
    Bag bag() {
        Map<Token, Integer> counts = new HashMap<>();
        for (Instance instance : instances.values()) {
            for (int condition = 0; condition < instance.graph.conditions(); condition++) {
                int tokens = instance.marking.tokens(condition);
                if (tokens > 0) {
                    counts.put(new Token(Paper.place(instance.graph.net(), instance.graph.condition(condition)), instance.key.id()), tokens);
                }
            }
            for (int task = 0; task < instance.graph.tasks(); task++) {
                bag(instance, task, counts);
            }
        }
        return new Bag(counts);
    }

    private static void bag(Instance instance, int task, Map<Token, Integer> counts) {
        List<Phase> children = instance.children.get(task);
        Paper.TaskOf of = new Paper.TaskOf(instance.graph.net(), instance.graph.task(task));
        int[] phases = new int[Phase.values().length];
        for (int child = 1; child <= children.size(); child++) {
            List<Integer> id = Paper.child(instance.key.id(), child);
            String state = switch (children.get(child - 1)) {
                case ENTERED -> "mi_e";
                case EXECUTING -> "exec";
                case COMPLETED -> "mi_c";
            };
            phases[children.get(child - 1).ordinal()]++;
            counts.put(new Token(of.place("mi_a"), id), 1);
            counts.put(new Token(of.place(state), id), 1);
        }
        assertThat(new int[] {instance.marking.entered(task), instance.marking.executing(task), instance.marking.completed(task)})
                .as("counters of %s, %s", of, Arrays.toString(phases)).isEqualTo(phases);
    }
}
