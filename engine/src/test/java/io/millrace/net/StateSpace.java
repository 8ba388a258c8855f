package io.millrace.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** All markings that one net can reach by single steps, and what Definition 18 says of them. Plain and exhaustive. */
public final class StateSpace {
    private final Semantics semantics;
    private final NetGraph graph;
    private final Map<Marking, Integer> numbers = new LinkedHashMap<>();
    private final List<List<Integer>> before = new ArrayList<>();
    private final Deque<Marking> open = new ArrayDeque<>();
    private final BitSet executed = new BitSet();
    private final BitSet quiet = new BitSet();
    private boolean proper = true;
    private int end = -1;

    public StateSpace(Net net, OrJoin reading) {
        this(net, reading, Integer.MAX_VALUE);
    }

    /** The same, given up when there are more states than this. */
    public StateSpace(Net net, OrJoin reading, int limit) {
        graph = new NetGraph(net);
        semantics = new Semantics(graph, reading);
        reach(Marking.initial(graph), -1);
        while (!open.isEmpty() && states() <= limit) {
            Marking marking = open.remove();
            int number = Objects.requireNonNull(numbers.get(marking));
            List<Marking> successors = successors(marking);
            successors.forEach(next -> reach(next, number));
            quiet.set(number, successors.isEmpty());
        }
    }

    /** Whether all states are known. */
    public boolean isComplete() {
        return open.isEmpty();
    }

    /** Whether some state among those known is not the final one, and has no successor. */
    public boolean canBeStuck() {
        return quiet.stream().anyMatch(state -> state != end);
    }

    private void reach(Marking marking, int from) {
        Integer known = numbers.putIfAbsent(marking, numbers.size());
        int number = known == null ? numbers.size() - 1 : known;
        if (known == null) {
            before.add(new ArrayList<>());
            open.add(marking);
            look(marking, number);
        }
        if (from >= 0) {
            before.get(number).add(from);
        }
    }

    private void look(Marking marking, int number) {
        for (int task = 0; task < graph.tasks(); task++) {
            if (marking.executing(task) > 0) {
                executed.set(task);
            }
        }
        if (marking.tokens(graph.output()) > 0) {
            Marking last = Marking.empty(graph);
            last.tokens(graph.output(), 1);
            if (marking.equals(last)) {
                end = number;
            } else {
                proper = false;
            }
        }
    }

    private List<Marking> successors(Marking marking) {
        List<Marking> next = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            if (semantics.isEnabled(marking, task)) {
                enters(marking, task, next);
            }
            if (Steps.mayStart(marking, task)) {
                Marking started = marking.copy();
                Steps.start(started, task);
                next.add(started);
            }
            if (Steps.mayComplete(marking, task)) {
                Marking completed = marking.copy();
                Steps.complete(completed, task);
                next.add(completed);
            }
            if (Steps.mayExit(marking, task)) {
                exits(marking, task, next);
            }
            if (Steps.mayAdd(marking, task)) {
                Marking added = marking.copy();
                Steps.add(added, task);
                next.add(added);
            }
        }
        return next;
    }

    private void enters(Marking marking, int task, List<Marking> next) {
        for (int instances = graph.min(task); instances <= graph.max(task); instances++) {
            if (graph.join(task) != Junction.XOR) {
                Marking entered = marking.copy();
                Steps.enter(entered, task, instances);
                next.add(entered);
                continue;
            }
            for (int position = 0; position < graph.pre(task).length; position++) {
                if (marking.tokens(graph.pre(task)[position]) > 0) {
                    Marking entered = marking.copy();
                    Steps.enterFrom(entered, task, position, instances);
                    next.add(entered);
                }
            }
        }
    }

    private void exits(Marking marking, int task, List<Marking> next) {
        int size = graph.post(task).length;
        for (int bits = 1; bits < 1 << size; bits++) {
            int chosen = bits;
            int[] outputs = IntStream.range(0, size).filter(each -> (chosen >> each & 1) == 1).toArray();
            if (Steps.maySplit(graph, task, outputs)) {
                Marking exited = marking.copy();
                Steps.exit(exited, task, outputs);
                next.add(exited);
            }
        }
    }

    public int states() {
        return numbers.size();
    }

    /** From every state the final one can be reached. */
    public boolean optionToComplete() {
        BitSet ends = new BitSet();
        if (end >= 0) {
            ends.set(end);
        }
        return canAlwaysReach(ends);
    }

    /** From every state one can be reached in which nothing can happen any more. */
    public boolean canAlwaysBecomeQuiet() {
        return canAlwaysReach(quiet);
    }

    private boolean canAlwaysReach(BitSet ends) {
        BitSet canEnd = (BitSet) ends.clone();
        Deque<Integer> behind = new ArrayDeque<>(ends.stream().boxed().toList());
        while (!behind.isEmpty()) {
            for (int from : before.get(behind.remove())) {
                if (!canEnd.get(from)) {
                    canEnd.set(from);
                    behind.add(from);
                }
            }
        }
        return canEnd.cardinality() == states();
    }

    public List<String> deadTasks() {
        return IntStream.range(0, graph.tasks()).filter(task -> !executed.get(task)).mapToObj(task -> graph.task(task).name()).sorted().toList();
    }

    public boolean properCompletion() {
        return proper;
    }

    String verdict() {
        return optionToComplete() && deadTasks().isEmpty() && properCompletion() ? "sound" : "unsound";
    }
}
