package io.millrace.verify.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Cancellation;
import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.Net;
import io.millrace.net.NetGenerator;
import io.millrace.net.NetGraph;
import io.millrace.net.Specification;
import io.millrace.net.Steps;
import io.millrace.net.NetTask;
import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jspecify.annotations.Nullable;

/** A net and its plain form, side by side: what one can reach while no task is running, the other can reach, and nothing else. */
class PlainFormBehaviourTest {
    @Test
    void a_plain_form_reaches_the_markings_that_the_net_reaches_between_its_tasks() {
        int compared = 0;
        int states = 0;
        for (long seed = 1; seed <= 600; seed++) {
            Net net = plain(new NetGenerator(seed, 6).flat());
            PlainNet form = PlainForm.of(Specification.of("generated", net.name(), List.of(net)));
            Set<List<Integer>> ofForm = reachable(form.initial(), marking -> successors(form, marking), 200);
            Set<Marking> ofNet = ofForm == null ? null : reachable(Marking.initial(new NetGraph(net)), PlainFormBehaviourTest::successors, 20_000);
            if (ofForm == null || ofNet == null) {
                continue;
            }
            Set<List<Integer>> quiet = new HashSet<>();
            ofNet.stream().filter(PlainFormBehaviourTest::isQuiet).forEach(marking -> quiet.add(tokens(marking)));
            assertThat(ofForm).as("seed %s: %s", seed, net).isEqualTo(quiet);
            compared++;
            states += quiet.size();
        }
        assertThat(compared).as("nets with few states").isGreaterThan(200);
        assertThat(states).as("states of them").isGreaterThan(1_000);
    }

    /** The same net without what a plain one cannot say. */
    private static Net plain(Net net) {
        List<NetTask> tasks = net.tasks().stream()
                .map(task -> task.cancels(Cancellation.NONE).multiple(null).join(task.join() == Junction.OR ? Junction.XOR : task.join()))
                .toList();
        return new Net(net.name(), net.title(), net.conditions(), tasks, net.flows(), net.variables(), false, null);
    }

    /** Everything that can be reached; null if that is too much. */
    private static <S> @Nullable Set<S> reachable(S first, Function<S, List<S>> successors, int most) {
        Set<S> reached = new HashSet<>(Set.of(first));
        Deque<S> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (S next : successors.apply(open.remove())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
            if (reached.size() > most) {
                return null;
            }
        }
        return reached;
    }

    private static List<List<Integer>> successors(PlainNet net, List<Integer> marking) {
        List<List<Integer>> next = new ArrayList<>();
        for (Transition transition : net.transitions()) {
            if (transition.consumes().stream().allMatch(arc -> marking.get(arc.place()) >= arc.weight())) {
                List<Integer> fired = new ArrayList<>(marking);
                for (Arc arc : transition.consumes()) {
                    fired.set(arc.place(), fired.get(arc.place()) - arc.weight());
                }
                for (Arc arc : transition.produces()) {
                    fired.set(arc.place(), fired.get(arc.place()) + arc.weight());
                }
                next.add(List.copyOf(fired));
            }
        }
        return next;
    }

    /** Enters and exits as two steps, so that tasks overlap. */
    private static List<Marking> successors(Marking marking) {
        NetGraph graph = marking.graph();
        List<Marking> next = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            if (marking.isBusy(task)) {
                exits(marking, task, next);
            } else if (Steps.mayEnter(marking, task)) {
                enters(marking, task, next);
            }
        }
        return next;
    }

    private static void enters(Marking marking, int task, List<Marking> next) {
        NetGraph graph = marking.graph();
        int ways = graph.join(task) == Junction.XOR ? graph.pre(task).length : 1;
        for (int way = 0; way < ways; way++) {
            Marking entered = marking.copy();
            if (graph.join(task) == Junction.AND) {
                Steps.enter(entered, task, 1);
            } else if (marking.tokens(graph.pre(task)[way]) > 0) {
                Steps.enterFrom(entered, task, way, 1);
            } else {
                continue;
            }
            Steps.start(entered, task);
            Steps.complete(entered, task);
            next.add(entered);
        }
    }

    private static void exits(Marking marking, int task, List<Marking> next) {
        int size = marking.graph().post(task).length;
        for (int bits = 1; bits < 1 << size; bits++) {
            int chosen = bits;
            int[] outputs = IntStream.range(0, size).filter(each -> (chosen >> each & 1) == 1).toArray();
            if (Steps.maySplit(marking.graph(), task, outputs)) {
                Marking exited = marking.copy();
                Steps.exit(exited, task, outputs);
                next.add(exited);
            }
        }
    }

    private static boolean isQuiet(Marking marking) {
        return IntStream.range(0, marking.graph().tasks()).noneMatch(marking::isBusy);
    }

    private static List<Integer> tokens(Marking marking) {
        return IntStream.range(0, marking.graph().conditions()).mapToObj(marking::tokens).toList();
    }
}
