package io.millrace.verify;

import io.millrace.net.Decomposition;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Nets that call themselves. Each may be sound on its own, and yet no case of them ends if there is no way around the call.
 * A net can end if its end can be reached by tasks that can end.
 */
final class Recursion {
    private final Map<String, NetGraph> graphs;
    private final OrJoin reading;
    private final int maxStates;

    /** Takes the nets of a specification, and how their OR-joins are read. */
    Recursion(Map<String, NetGraph> graphs, OrJoin reading, int maxStates) {
        this.graphs = graphs;
        this.reading = reading;
        this.maxStates = maxStates;
    }

    /** The nets among these that call themselves, perhaps through others, and of which no case can end. */
    Set<String> endless(Set<String> nets) {
        Set<String> recursive = new LinkedHashSet<>(nets);
        recursive.removeIf(net -> !calls(net, net, new LinkedHashSet<>()));
        Set<String> endless = new LinkedHashSet<>(recursive);
        while (!endless.isEmpty() && endless.removeIf(net -> canEnd(net, endless))) {
            // Each that can end may let others end.
        }
        return endless;
    }

    private boolean calls(String net, String other, Set<String> seen) {
        for (String called : called(net)) {
            if (called.equals(other) || seen.add(called) && calls(called, other, seen)) {
                return true;
            }
        }
        return false;
    }

    private List<String> called(String net) {
        List<String> called = new ArrayList<>();
        for (NetTask task : Objects.requireNonNull(graphs.get(net)).net().tasks()) {
            if (task.decomposition() instanceof Decomposition.SubNet sub) {
                called.add(sub.net());
            }
        }
        return called;
    }

    /** Whether a net can end without the tasks that call one of these. A net that is too large to tell gets the benefit of the doubt. */
    private boolean canEnd(String net, Set<String> without) {
        NetGraph graph = Objects.requireNonNull(graphs.get(net));
        Model model;
        try {
            model = NetModel.alone(graph, reading);
        } catch (NetModel.TooLargeException e) {
            return true;
        }
        BitSet barred = new BitSet();
        List<NetTask> tasks = graph.net().tasks();
        for (int task = 0; task < tasks.size(); task++) {
            barred.set(task, tasks.get(task).decomposition() instanceof Decomposition.SubNet sub && without.contains(sub.net()));
        }
        List<Move> moves = model.moves().stream().filter(move -> Arrays.stream(move.tasks()).noneMatch(barred::get)).toList();
        Model rest = new Model(model.spots(), model.initial(), moves, model.tasks(), model.goal());
        return Exploration.of(rest, maxStates).canEnd();
    }
}
