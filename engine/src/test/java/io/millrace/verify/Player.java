package io.millrace.verify;

import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Semantics;
import io.millrace.net.Steps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Carries out one net by the engine's own steps, in the portions in which a trace tells them: a task, its beginning, or its end. */
final class Player {
    private final NetGraph graph;
    private final Semantics semantics;

    Player(Net net, OrJoin reading) {
        graph = new NetGraph(net);
        semantics = new Semantics(graph, reading);
    }

    Marking start() {
        return Marking.initial(graph);
    }

    /** What is marked after a step, or null if it cannot be taken. */
    @Nullable Marking take(Marking before, Step step) {
        Marking marking = before.copy();
        int task = graph.taskNamed(step.task());
        if (step.phase() != Step.Phase.EXIT && !enter(marking, task, step)) {
            return null;
        }
        return step.phase() == Step.Phase.ENTER || exit(marking, task, step) ? marking : null;
    }

    private boolean enter(Marking marking, int task, Step step) {
        if (!semantics.isEnabled(marking, task)) {
            return false;
        }
        if (step.from() == null) {
            Steps.enter(marking, task, graph.min(task));
            return true;
        }
        int condition = graph.conditionNamed(step.from());
        int position = IntStream.range(0, graph.pre(task).length).filter(each -> graph.pre(task)[each] == condition).findFirst().orElseThrow();
        if (graph.join(task) != Junction.XOR || marking.tokens(condition) == 0) {
            return false;
        }
        Steps.enterFrom(marking, task, position, graph.min(task));
        return true;
    }

    private boolean exit(Marking marking, int task, Step step) {
        while (Steps.mayStart(marking, task)) {
            Steps.start(marking, task);
        }
        while (Steps.mayComplete(marking, task)) {
            Steps.complete(marking, task);
        }
        int[] outputs = step.to().isEmpty() ? graph.everyOutput(task) : outputs(task, step.to());
        if (!Steps.mayExit(marking, task) || !Steps.maySplit(graph, task, outputs)) {
            return false;
        }
        Steps.exit(marking, task, outputs);
        return true;
    }

    private int[] outputs(int task, List<String> to) {
        return IntStream.range(0, graph.post(task).length).filter(each -> to.contains(graph.flow(task, each).to())).toArray();
    }

    /** Every step that might be taken somewhere. */
    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            String net = graph.net().name();
            String name = graph.task(task).name();
            List<@Nullable String> ways = new ArrayList<>();
            if (graph.join(task) == Junction.XOR) {
                for (int condition : graph.pre(task)) {
                    ways.add(graph.condition(condition));
                }
            } else {
                ways.add(null);
            }
            List<List<String>> splits = new ArrayList<>();
            for (int bits = 1; bits < 1 << graph.post(task).length; bits++) {
                List<String> to = new ArrayList<>();
                for (int each = 0; each < graph.post(task).length; each++) {
                    if ((bits >> each & 1) == 1) {
                        to.add(graph.flow(task, each).to());
                    }
                }
                splits.add(to);
            }
            ways.forEach(from -> steps.add(new Step(net, name, Step.Phase.ENTER, from, List.of())));
            for (List<String> to : splits) {
                steps.add(new Step(net, name, Step.Phase.EXIT, null, to));
                ways.forEach(from -> steps.add(new Step(net, name, Step.Phase.WHOLE, from, to)));
            }
        }
        return steps;
    }

    /** The fewest steps to a marking of some kind; -1 if there is none, or if more than so many markings would have to be looked at. */
    int fewestSteps(Predicate<Marking> wanted, int limit) {
        List<Step> steps = steps();
        Set<Marking> known = new HashSet<>(Set.of(start()));
        List<Marking> edge = List.of(start());
        for (int length = 0; !edge.isEmpty() && known.size() <= limit; length++) {
            List<Marking> next = new ArrayList<>();
            for (Marking marking : edge) {
                if (wanted.test(marking)) {
                    return length;
                }
                for (Step step : steps) {
                    Marking after = take(marking, step);
                    if (after != null && known.add(after)) {
                        next.add(after);
                    }
                }
            }
            edge = next;
        }
        return -1;
    }

    /** Whether a marking is the end: one token in the output condition, and nothing else. */
    boolean isEnd(Marking marking) {
        return marking.tokens(graph.output()) == 1 && IntStream.range(0, marking.size()).map(marking::count).sum() == 1;
    }

    /** Whether nothing can happen, and it is not the end. */
    boolean isStuck(Marking marking) {
        return !isEnd(marking) && IntStream.range(0, graph.tasks()).noneMatch(task -> marking.isBusy(task) || semantics.isEnabled(marking, task));
    }

    /** Whether the output condition is marked, and so is something else. */
    boolean isImproper(Marking marking) {
        return marking.tokens(graph.output()) > 0 && !isEnd(marking);
    }

    /** The names of what is marked: conditions, and tasks that are carried out. */
    List<String> tokens(Marking marking) {
        List<String> names = new ArrayList<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            if (marking.tokens(condition) > 0) {
                names.add(named(graph.condition(condition), marking.tokens(condition)));
            }
        }
        for (int task = 0; task < graph.tasks(); task++) {
            if (marking.isBusy(task)) {
                names.add("exec(" + graph.task(task).name() + ")");
            }
        }
        return names;
    }

    /** How many tokens a condition of this name holds. */
    int tokens(Marking marking, String condition) {
        return marking.tokens(graph.conditionNamed(condition));
    }

    private static String named(String name, int tokens) {
        return tokens == 1 ? name : name + "*" + tokens;
    }
}
