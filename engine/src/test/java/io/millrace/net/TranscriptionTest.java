package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Bag.Token;
import io.millrace.net.Paper.Binding;
import io.millrace.net.Paper.Kind;
import io.millrace.net.Paper.TaskOf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The engine and the transcription of Definitions 6 to 17 agree on generated specifications at every step of random runs:
 * the same tasks can be entered, the same instances can start, complete, be added, exit, and the states are the same.
 *
 * <p>The engine does at once what the paper allows to be delayed: an exit, and the completion of a composite task whose
 * net has a token in its output condition. What is left in such a net is dropped by the engine then, and by the paper when
 * the task exits; until then it is not compared.
 */
class TranscriptionTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 30);
    private static final int STEPS = 60;
    private static final int LIMIT = 1_500;

    @Test
    void engine_and_transcription_agree_at_every_step_of_random_runs() {
        int steps = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                steps += new Run(seed, 7).play();
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + new NetGenerator(seed, 7).specification(), failure);
            }
        }
        assertThat(steps).as("steps compared").isGreaterThan(SEEDS * 4);
    }

    @Test
    void an_or_join_decides_as_an_exploration_does_in_any_marking() {
        int decided = 0;
        for (long seed = 1; seed <= 3L * SEEDS; seed++) {
            Net net = new NetGenerator(seed, 6).flat();
            Random random = new Random(seed);
            for (OrJoin reading : OrJoin.values()) {
                decided += compare(net, reading, random, seed);
            }
        }
        assertThat(decided).as("decisions compared").isGreaterThan(SEEDS);
    }

    private static int compare(Net net, OrJoin reading, Random random, long seed) {
        Specification specification = Specification.of("generated", net.name(), List.of(net));
        Paper paper = new Paper(specification, reading == OrJoin.PAPER ? Paper.Reading.REPAIRED : Paper.Reading.OPTIMISTIC, LIMIT);
        NetGraph graph = new NetGraph(net);
        Semantics semantics = new Semantics(graph, reading);
        int decided = 0;
        for (int round = 0; round < 3; round++) {
            Marking marking = Marking.empty(graph);
            Map<Token, Integer> tokens = new HashMap<>();
            for (int condition = 0; condition < graph.conditions(); condition++) {
                int count = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
                marking.tokens(condition, count);
                if (count > 0) {
                    tokens.put(new Token(Paper.place(net, graph.condition(condition)), List.of(1)), count);
                }
            }
            for (int task = 0; task < graph.tasks(); task++) {
                if (random.nextInt(5) == 0) {
                    marking.entered(task, 1);
                    TaskOf of = new TaskOf(net, graph.task(task));
                    tokens.put(new Token(of.place("mi_a"), List.of(1, 1)), 1);
                    tokens.put(new Token(of.place("mi_e"), List.of(1, 1)), 1);
                }
            }
            for (int task = 0; task < graph.tasks(); task++) {
                if (graph.join(task) == Junction.OR && Steps.mayEnter(marking, task)) {
                    try {
                        boolean expected = !paper.enabled(new TaskOf(net, graph.task(task)), new Bag(tokens)).isEmpty();
                        assertThat(semantics.isEnabled(marking, task))
                                .as("seed %s, %s, %s at %s in %s", seed, reading, graph.task(task).name(), marking, net)
                                .isEqualTo(expected);
                        decided++;
                    } catch (Paper.TooLarge unknown) {
                        // The exploration has no answer; the engine's cannot be checked here.
                    }
                }
            }
        }
        return decided;
    }

    /** One run on both. */
    private static final class Run {
        private final Specification specification;
        private final Random random;
        private final World world;
        private final Paper paper;
        private final Map<String, TaskOf> parents = new HashMap<>();
        private Bag state;

        Run(long seed, int size) {
            specification = new NetGenerator(seed, size).specification();
            assertThat(Checks.faults(specification)).isEmpty();
            random = new Random(seed);
            world = new World(specification);
            paper = new Paper(specification, specification.orJoin() == OrJoin.PAPER ? Paper.Reading.REPAIRED : Paper.Reading.OPTIMISTIC, LIMIT);
            state = paper.initial(List.of(1));
            for (TaskOf task : paper.tasks()) {
                if (task.task().decomposition() instanceof Decomposition.SubNet(String net)) {
                    parents.put(net, task);
                }
            }
        }

        int play() {
            List<String> trace = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                try {
                    compare();
                    List<World.Step> steps = world.steps();
                    if (steps.isEmpty() || state.size() > 40) {
                        return step;
                    }
                    World.Step next = steps.get(random.nextInt(steps.size()));
                    trace.add(next.toString());
                    List<Bag> successors = successors(next);
                    world.take(next, random);
                    Bag reached = world.bag();
                    state = successors.stream().filter(each -> compared(each).equals(reached)).findFirst()
                            .orElseThrow(() -> new AssertionError(reached + " is none of " + successors));
                } catch (Paper.TooLarge unknown) {
                    return step;
                } catch (AssertionError failure) {
                    throw new AssertionError("after " + trace, failure);
                }
            }
            return STEPS;
        }

        private List<Bag> successors(World.Step step) {
            TaskOf task = new TaskOf(step.instance().graph.net(), step.instance().graph.task(step.task()));
            List<Integer> id = step.child() == 0 ? step.instance().key.id() : Paper.child(step.instance().key.id(), step.child());
            List<Binding> bindings = step.kind() == Kind.ENTER ? paper.enabled(task, state) : paper.others(task, state);
            return bindings.stream()
                    .filter(each -> each.kind() == step.kind() && each.id().equals(id))
                    .map(each -> each.applied(state))
                    .toList();
        }

        private void compare() {
            assertThat(world.bag()).isEqualTo(compared(state));
            Set<String> enabled = new TreeSet<>();
            Set<String> exits = new TreeSet<>();
            Map<String, Set<String>> inner = new HashMap<>();
            for (TaskOf task : paper.tasks()) {
                paper.enabled(task, state).stream().filter(each -> isCompared(task.net(), each.id(), state))
                        .forEach(each -> enabled.add(task + "" + each.id()));
                for (Binding binding : paper.others(task, state)) {
                    boolean whole = binding.kind() == Kind.EXIT || binding.kind() == Kind.ADD;
                    List<Integer> id = whole ? binding.id() : binding.id().subList(0, binding.id().size() - 1);
                    if (isCompared(task.net(), id, state)) {
                        if (binding.kind() == Kind.EXIT) {
                            exits.add(task + "" + id);
                        } else {
                            inner.computeIfAbsent(task + "" + id, key -> new TreeSet<>()).add(binding.kind() + "" + binding.id());
                        }
                    }
                }
            }
            for (World.Instance instance : world.instances()) {
                compare(instance, enabled, exits, inner);
            }
            assertThat(enabled).as("enabled in the paper only, in %s", state).isEmpty();
            assertThat(exits).as("exits in the paper only, in %s", state).isEmpty();
        }

        private void compare(World.Instance instance, Set<String> enabled, Set<String> exits, Map<String, Set<String>> inner) {
            for (int task = 0; task < instance.graph.tasks(); task++) {
                String name = new TaskOf(instance.graph.net(), instance.graph.task(task)) + "" + instance.key.id();
                assertThat(instance.enabling.isEnabled(task)).as("%s is enabled in %s", name, state).isEqualTo(enabled.remove(name));
                assertThat(instance.semantics.isEnabled(instance.marking, task)).isEqualTo(instance.enabling.isEnabled(task));
                assertThat(Steps.mayExit(instance.marking, task)).as("%s may exit in %s", name, state).isEqualTo(exits.remove(name));
                if (!Steps.mayExit(instance.marking, task)) {
                    Set<String> kinds = new TreeSet<>();
                    for (World.Step step : world.steps(instance, task)) {
                        if (step.kind() != Kind.ENTER) {
                            kinds.add(step.kind() + "" + (step.child() == 0 ? instance.key.id() : Paper.child(instance.key.id(), step.child())));
                        }
                    }
                    assertThat(kinds).as("inside %s in %s", name, state).isEqualTo(inner.getOrDefault(name, Set.of()));
                }
            }
        }

        /** Without what is left in the nets of instances that have completed. */
        private Bag compared(Bag bag) {
            Map<String, Net> nets = specification.nets().stream().collect(Collectors.toMap(Net::name, each -> each));
            return bag.only(token -> {
                int slash = token.place().indexOf('/');
                int colon = token.place().lastIndexOf(':', slash);
                List<Integer> id = colon < 0 ? token.id() : token.id().subList(0, token.id().size() - 1);
                Net net = nets.get(token.place().substring(colon + 1, slash));
                return isCompared(Objects.requireNonNull(net), id, bag);
            });
        }

        private boolean isCompared(Net net, List<Integer> id, Bag bag) {
            TaskOf parent = parents.get(net.name());
            return parent == null
                    || !bag.has(new Token(parent.place("mi_c"), id)) && isCompared(parent.net(), id.subList(0, id.size() - 1), bag);
        }
    }
}
