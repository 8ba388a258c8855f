package io.millrace.verify;

import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Semantics;
import io.millrace.net.Steps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the states of one net for what is not wrong but seldom meant: where the two readings of an OR-join part, OR-joins that never have a
 * choice, parts of cancellation sets that are always empty. All states are looked at, without reduction, or
 * nothing is said.
 */
final class Survey {
    private static final int MOST_STATES = 30_000;

    /** OR-joins times tasks, or times states: how much looking ahead a survey is worth. */
    private static final long MOST_LOOKING = 200_000;

    private final NetGraph graph;
    private final Semantics reading;
    private final Semantics other;
    /** For each OR-join: where the readings differ; whether it was seen to take one, several, all; whether it was seen to wait. */
    private final BitSet differs = new BitSet();
    private final BitSet takesOne = new BitSet();
    private final BitSet takesSome = new BitSet();
    private final BitSet takesAll = new BitSet();
    private final BitSet waits = new BitSet();
    /** For each task, the conditions and then the tasks that it was seen to cancel. */
    private final BitSet[] cancelled;
    private boolean complete;

    private Survey(NetGraph graph, OrJoin reading) {
        this.graph = graph;
        this.reading = Semantics.ofOrJoins(graph, reading);
        this.other = Semantics.ofOrJoins(graph, reading == OrJoin.PAPER ? OrJoin.OPTIMISTIC : OrJoin.PAPER);
        this.cancelled = new BitSet[graph.tasks()];
        Arrays.setAll(cancelled, task -> new BitSet());
    }

    /** The survey of a net, or null if it has too many states, or nothing that would be looked at. */
    static @Nullable Survey of(NetGraph graph, OrJoin reading) {
        boolean worth = false;
        long joins = 0;
        for (int task = 0; task < graph.tasks(); task++) {
            boolean looks = graph.join(task) == Junction.OR && graph.pre(task).length > 1;
            worth |= looks || graph.cancels(task);
            joins += looks ? 1 : 0;
        }
        if (!worth || joins * graph.tasks() > MOST_LOOKING) {
            return null;
        }
        Survey survey = new Survey(graph, reading);
        try {
            survey.look(NetModel.alone(graph, reading));
        } catch (NetModel.TooLargeException e) {
            return null;
        }
        return survey.complete ? survey : null;
    }

    private void look(Model model) {
        long most = MOST_LOOKING / Math.max(1, reading.orJoins());
        StateSpace space = new StateSpace(model, (int) Math.min(MOST_STATES, most));
        complete = space.explore(state -> false) == StateSpace.End.COMPLETE;
        if (!complete) {
            return;
        }
        int[] counters = counters(model);
        Marking marking = Marking.empty(graph);
        for (int state = 0; state < space.size(); state++) {
            for (int place = 0; place < counters.length; place++) {
                marking.count(counters[place], space.tokens(state, place));
            }
            for (int task = 0; task < graph.tasks(); task++) {
                if (reading.looksAhead(task)) {
                    orJoin(task, marking);
                }
                if (graph.cancels(task) && marking.isBusy(task)) {
                    cancels(task, marking);
                }
            }
        }
    }

    /** The counter of a marking that each place of the model stands for. */
    private int[] counters(Model model) {
        int[] counters = new int[model.places()];
        for (int place = 0; place < counters.length; place++) {
            Spot spot = model.spots().get(place);
            counters[place] = spot.busy() ? graph.conditions() + 3 * graph.taskNamed(spot.node()) : graph.conditionNamed(spot.node());
        }
        return counters;
    }

    private void orJoin(int task, Marking marking) {
        if (!Steps.mayEnter(marking, task)) {
            return;
        }
        boolean wait = reading.mustWait(marking, task);
        differs.set(task, differs.get(task) || wait != other.mustWait(marking, task));
        if (wait) {
            waits.set(task);
            return;
        }
        int marked = 0;
        for (int condition : graph.pre(task)) {
            marked += marking.tokens(condition) > 0 ? 1 : 0;
        }
        (marked == 1 ? takesOne : marked == graph.pre(task).length ? takesAll : takesSome).set(task);
    }

    private void cancels(int task, Marking marking) {
        for (int condition : graph.cancelledConditions(task)) {
            if (marking.tokens(condition) > 0) {
                cancelled[task].set(condition);
            }
        }
        for (int each : graph.cancelledTasks(task)) {
            if (marking.isBusy(each)) {
                cancelled[task].set(graph.conditions() + each);
            }
        }
    }

    /** The OR-joins on which the readings differ in a state that a case can come to. */
    List<Integer> differing() {
        return differs.stream().boxed().toList();
    }

    /** What else an OR-join could be: the join that does the same in every state, or null. */
    @Nullable Junction simpler(int task) {
        if (!reading.looksAhead(task) || takesSome.get(task) || takesOne.get(task) == takesAll.get(task)) {
            return null;
        }
        if (takesAll.get(task)) {
            return Junction.AND;
        }
        return waits.get(task) ? null : Junction.XOR;
    }

    /** The nodes in a task's cancellation set that never hold anything when it completes. */
    List<String> uselesslyCancelled(int task) {
        List<String> names = new ArrayList<>();
        for (int condition : graph.cancelledConditions(task)) {
            if (!cancelled[task].get(condition)) {
                names.add(graph.condition(condition));
            }
        }
        for (int each : graph.cancelledTasks(task)) {
            if (each != task && !cancelled[task].get(graph.conditions() + each)) {
                names.add(graph.task(each).name());
            }
        }
        return names;
    }
}
