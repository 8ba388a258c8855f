package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Gives branches of an AND-split that have to do with each other, and with no other branch before all of them meet, a task of their
 * own at which they begin, so that they become a part with one way in. Twenty races of work and time-out behind one split are twenty
 * such groups. A group begins later than the split completes, which nobody sees: nothing in it can happen before, and cancellation does not
 * cross its border.
 */
final class Forks {
    /** How much effort it takes to look at a node. */
    private static final long A_NODE = 20;

    private final Effort effort = Effort.current();
    private final FlowEdges flow;
    private final NetGraph graph;
    /** For each node the next one through which every way to the output leads, or -1. */
    private final int[] meeting;
    /** For each condition behind a split the group that it belongs to. */
    private final Map<Integer, String> groups = new HashMap<>();

    private Forks(NetGraph graph) {
        this.graph = graph;
        this.flow = new FlowEdges(graph);
        this.meeting = meetings();
    }

    /** The same net with a task for each group; the net itself if there is none. */
    static NetGraph grouped(NetGraph graph) {
        boolean wide = false;
        for (int task = 0; task < graph.tasks(); task++) {
            wide |= graph.split(task) == Junction.AND && graph.post(task).length > 2;
        }
        if (!wide) {
            return graph;
        }
        Forks forks = new Forks(graph);
        for (int task = 0; task < graph.tasks(); task++) {
            if (graph.split(task) == Junction.AND && graph.post(task).length > 2 && forks.meeting[forks.flow.node(task)] >= 0) {
                forks.group(task);
            }
        }
        return forks.groups.isEmpty() ? graph : new NetGraph(forks.net());
    }

    private void group(int task) {
        int split = flow.node(task);
        int meet = meeting[split];
        int[] group = new int[flow.nodes()];
        effort.spend(group.length);
        Arrays.fill(group, -1);
        Map<Integer, int[]> members = new HashMap<>();
        Map<Integer, List<Integer>> starts = new LinkedHashMap<>();
        for (int start : graph.post(task)) {
            if (group[start] < 0) {
                members.put(start, connected(start, split, meet, group));
            }
            starts.computeIfAbsent(group[start], any -> new ArrayList<>()).add(start);
        }
        starts.forEach((start, own) -> {
            if (own.size() > 1 && own.size() < graph.post(task).length) {
                IntPredicate inside = node -> group[node] == start;
                if (Arrays.stream(Objects.requireNonNull(members.get(start))).allMatch(node -> isClosed(node, inside, split, meet) && isConfined(node, inside))) {
                    own.forEach(each -> groups.put(each, " " + graph.task(task).name() + " to " + graph.condition(start)));
                }
            }
        });
    }

    /** What is connected with a node, in whatever direction, but through the split and the node where its ways meet; its group is marked. */
    private int[] connected(int start, int split, int meet, int[] group) {
        List<Integer> found = new ArrayList<>(List.of(start));
        group[start] = start;
        for (int i = 0; i < found.size(); i++) {
            int node = found.get(i);
            effort.spend(A_NODE + flow.outgoing.get(node).size() + flow.incoming.get(node).size());
            for (FlowEdges.Edge edge : flow.outgoing.get(node)) {
                add(edge.to(), start, split, meet, group, found);
            }
            for (FlowEdges.Edge edge : flow.incoming.get(node)) {
                add(edge.from(), start, split, meet, group, found);
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void add(int node, int start, int split, int meet, int[] group, List<Integer> found) {
        if (node != split && node != meet && group[node] != start) {
            group[node] = start;
            found.add(node);
        }
    }

    /** Whether from a node of a group one comes only to others of it and to where they meet, and to the node only from these and the split. */
    private boolean isClosed(int node, IntPredicate inside, int split, int meet) {
        return node != graph.input()
                && node != graph.output()
                && flow.outgoing.get(node).stream().allMatch(edge -> inside.test(edge.to()) || edge.to() == meet)
                && flow.incoming.get(node).stream().allMatch(edge -> inside.test(edge.from()) || edge.from() == split);
    }

    /** Whether a node of a group cancels only what is in the group, and is cancelled only from there. */
    private boolean isConfined(int node, IntPredicate inside) {
        if (!flow.isTask(node)) {
            return Arrays.stream(graph.emptiedBy(node)).allMatch(task -> inside.test(flow.node(task)));
        }
        int task = flow.task(node);
        return Arrays.stream(graph.cancelledConditions(task)).allMatch(inside)
                && Arrays.stream(graph.cancelledTasks(task)).allMatch(other -> inside.test(flow.node(other)))
                && Arrays.stream(graph.abortedBy(task)).allMatch(other -> inside.test(flow.node(other)));
    }

    /** Immediate post-dominators (Cooper, Harvey and Kennedy, 2001), on the flow from the output backwards. */
    private int[] meetings() {
        int[] order = new int[flow.nodes()];
        int[] number = new int[flow.nodes()];
        Arrays.fill(number, -1);
        int length = postorder(order, number);
        int[] meet = new int[flow.nodes()];
        Arrays.fill(meet, -1);
        meet[graph.output()] = graph.output();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = length - 2; i >= 0; i--) {
                int node = order[i];
                int found = -1;
                for (FlowEdges.Edge edge : flow.outgoing.get(node)) {
                    if (meet[edge.to()] >= 0) {
                        found = found < 0 ? edge.to() : common(found, edge.to(), meet, number);
                    }
                }
                changed |= found != meet[node];
                meet[node] = found;
            }
        }
        meet[graph.output()] = -1;
        return meet;
    }

    private static int common(int one, int other, int[] meet, int[] number) {
        int a = one;
        int b = other;
        while (a != b) {
            if (number[a] < number[b]) {
                a = meet[a];
            } else {
                b = meet[b];
            }
        }
        return a;
    }

    private int postorder(int[] order, int[] number) {
        int[] next = new int[flow.nodes()];
        boolean[] seen = new boolean[flow.nodes()];
        int[] path = new int[flow.nodes()];
        int depth = 0;
        int length = 0;
        path[0] = graph.output();
        seen[graph.output()] = true;
        while (depth >= 0) {
            int node = path[depth];
            if (next[node] == flow.incoming.get(node).size()) {
                number[node] = length;
                order[length++] = node;
                depth--;
                continue;
            }
            int from = flow.incoming.get(node).get(next[node]++).from();
            if (!seen[from]) {
                seen[from] = true;
                path[++depth] = from;
            }
        }
        return length;
    }

    private Net net() {
        List<Condition> conditions = new ArrayList<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            String name = graph.condition(condition);
            conditions.add(condition == graph.input() ? Condition.input(name) : condition == graph.output() ? Condition.output(name) : Condition.inner(name));
        }
        List<NetTask> tasks = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            List<String> cancelled = new ArrayList<>();
            Arrays.stream(graph.cancelledConditions(task)).forEach(each -> cancelled.add(graph.condition(each)));
            Arrays.stream(graph.cancelledTasks(task)).forEach(each -> cancelled.add(graph.task(each).name()));
            tasks.add(NetTask.named(graph.task(task).name()).join(graph.join(task)).split(graph.split(task)).cancels(new Cancellation(cancelled, List.of())));
        }
        List<Flow> flows = new ArrayList<>();
        Map<String, Integer> made = new HashMap<>();
        for (FlowEdges.Edge edge : flow.edges) {
            String group = flow.isTask(edge.from()) ? groups.get(edge.to()) : null;
            Flow told = edge.flow();
            if (group == null) {
                flows.add(told == null
                        ? Flow.of(flow.name(edge.from()), flow.name(edge.to()))
                        : new Flow(told.from(), flow.name(edge.to()), told.predicate(), told.ordering(), told.isDefault(), null));
                continue;
            }
            if (made.putIfAbsent(group, edge.from()) == null) {
                tasks.add(NetTask.named(group));
                flows.add(Flow.of(flow.name(edge.from()), group));
            }
            flows.add(Flow.of(group, flow.name(edge.to())));
        }
        return new Net(graph.net().name(), graph.net().title(), conditions, tasks, flows, graph.net().variables(), false, null);
    }
}
