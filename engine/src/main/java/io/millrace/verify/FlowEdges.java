package io.millrace.verify;

import io.millrace.net.Flow;
import io.millrace.net.NetGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flow of a net as edges between nodes, conditions first and then tasks, and the pairs of edges between which a part of the
 * net lies that is entered by the first and left by the second only (Johnson, Pearson and Pingali, 1994): edges that lie on the
 * same cycles once the output leads back to the input. Two edges do so when the same other edges close cycles around them, which is
 * compared by the sums of scattered numbers, one for each such edge; every pair is checked before it is used.
 */
final class FlowEdges {
    /** An edge from a node to a node, with a number of its own; the flow if a task gives by it. */
    record Edge(int number, int from, int to, @Nullable Flow flow) {
        boolean is(@Nullable Edge other) {
            return other != null && other.number == number;
        }
    }

    /** A part of a net: its edge in, its edge out, and the nodes between. */
    record Region(Edge in, Edge out, int[] nodes) {}

    /** How much effort it takes to look at a node. */
    private static final long A_NODE = 5;

    private final Effort effort = Effort.current();
    final NetGraph graph;
    final List<Edge> edges = new ArrayList<>();
    final List<List<Edge>> outgoing = new ArrayList<>();
    final List<List<Edge>> incoming = new ArrayList<>();

    FlowEdges(NetGraph graph) {
        this.graph = graph;
        for (int node = 0; node < nodes(); node++) {
            outgoing.add(new ArrayList<>());
            incoming.add(new ArrayList<>());
        }
        for (int task = 0; task < graph.tasks(); task++) {
            for (int condition : graph.pre(task)) {
                add(new Edge(edges.size(), condition, node(task), null));
            }
            for (int position = 0; position < graph.post(task).length; position++) {
                add(new Edge(edges.size(), node(task), graph.post(task)[position], graph.flow(task, position)));
            }
        }
    }

    private void add(Edge edge) {
        edges.add(edge);
        outgoing.get(edge.from).add(edge);
        incoming.get(edge.to).add(edge);
    }

    int nodes() {
        return graph.conditions() + graph.tasks();
    }

    int node(int task) {
        return graph.conditions() + task;
    }

    boolean isTask(int node) {
        return node >= graph.conditions();
    }

    int task(int node) {
        return node - graph.conditions();
    }

    String name(int node) {
        return isTask(node) ? graph.task(task(node)).name() : graph.condition(node);
    }

    /** All parts between neighbouring edges of a class, smaller ones first. */
    List<Region> regions() {
        long[] classes = classes();
        Map<Long, Edge> last = new HashMap<>();
        List<Region> regions = new ArrayList<>();
        boolean[] seen = new boolean[nodes()];
        int[] inside = new int[nodes()];
        int[] between = new int[nodes()];
        List<Edge> open = new ArrayList<>(outgoing.get(graph.input()).reversed());
        seen[graph.input()] = true;
        // Whatever lies behind an edge on every way is met after it.
        while (!open.isEmpty()) {
            Edge edge = open.removeLast();
            Edge before = last.put(classes[edge.number], edge);
            Region region = before == null ? null : region(before, edge, inside, edge.number + 1, between);
            if (region != null) {
                regions.add(region);
            }
            if (!seen[edge.to]) {
                seen[edge.to] = true;
                open.addAll(outgoing.get(edge.to).reversed());
            }
        }
        regions.sort((one, other) -> Integer.compare(one.nodes.length, other.nodes.length));
        return regions;
    }

    /**
     * What lies between two edges, or null if there is another way in or out.
     *
     * @param inside where nodes are marked
     * @param mark a mark that was not used before
     * @param nodes room for all nodes
     */
    private @Nullable Region region(Edge in, Edge out, int[] inside, int mark, int[] nodes) {
        int length = 0;
        inside[in.to] = mark;
        nodes[length++] = in.to;
        for (int i = 0; i < length; i++) {
            if (nodes[i] == graph.output() || nodes[i] == graph.input() || nodes[i] == in.from || nodes[i] == out.to) {
                return null;
            }
            for (Edge edge : outgoing.get(nodes[i])) {
                if (!edge.is(out) && inside[edge.to] != mark) {
                    inside[edge.to] = mark;
                    nodes[length++] = edge.to;
                }
            }
        }
        effort.spend(A_NODE * length);
        boolean closed = inside[out.from] == mark;
        for (int i = 0; i < length && closed; i++) {
            for (Edge edge : incoming.get(nodes[i])) {
                closed &= edge.is(in) || inside[edge.from] == mark;
            }
        }
        return closed ? new Region(in, out, Arrays.copyOf(nodes, length)) : null;
    }

    /** For each edge a number that it shares with those that lie on the same cycles. */
    private long[] classes() {
        long number = 0;
        Edge back = new Edge(edges.size(), graph.output(), graph.input(), null);
        List<List<Edge>> around = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            List<Edge> both = new ArrayList<>(outgoing.get(node));
            both.addAll(incoming.get(node));
            around.add(both);
        }
        around.get(graph.output()).add(back);
        around.get(graph.input()).add(back);
        @Nullable Edge[] tree = new @Nullable Edge[nodes()];
        int[] order = new int[nodes()];
        boolean[] seen = new boolean[nodes()];
        int length = depthFirst(around, tree, order, seen);
        long[] classes = new long[edges.size() + 1];
        long[] sums = new long[nodes()];
        for (Edge edge : edges) {
            if (!edge.is(tree[edge.to]) && !edge.is(tree[edge.from])) {
                close(edge, spread(++number), classes, sums);
            }
        }
        if (!back.is(tree[back.to]) && !back.is(tree[back.from])) {
            close(back, spread(++number), classes, sums);
        }
        for (int i = length - 1; i > 0; i--) {
            Edge up = tree[order[i]];
            if (up != null) {
                classes[up.number] = sums[order[i]];
                sums[up.from == order[i] ? up.to : up.from] ^= sums[order[i]];
            }
        }
        return classes;
    }

    /** Numbers whose sums hardly ever meet: the finishing of SplittableRandom (Steele, Lea and Flood, 2014). */
    static long spread(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    private static void close(Edge edge, long number, long[] classes, long[] sums) {
        classes[edge.number] = number;
        sums[edge.from] ^= number;
        sums[edge.to] ^= number;
    }

    /** A tree of edges over all nodes, whatever their direction: for each node the edge to its parent, and the nodes from the root on. */
    private int depthFirst(List<List<Edge>> around, @Nullable Edge[] tree, int[] order, boolean[] seen) {
        int length = 0;
        int[] next = new int[nodes()];
        int[] path = new int[nodes()];
        int depth = 0;
        path[0] = graph.input();
        seen[graph.input()] = true;
        order[length++] = graph.input();
        while (depth >= 0) {
            int node = path[depth];
            if (next[node] == around.get(node).size()) {
                depth--;
                continue;
            }
            Edge edge = around.get(node).get(next[node]++);
            int other = edge.from == node ? edge.to : edge.from;
            if (!seen[other]) {
                seen[other] = true;
                tree[other] = edge;
                order[length++] = other;
                path[++depth] = other;
            }
        }
        return length;
    }

    /** Whether an edge lies on a cycle of the net. */
    boolean isOnCycle(Edge edge) {
        return components()[edge.from] == components()[edge.to];
    }

    /**
     * For each node the number of its strongly connected component (Tarjan, 1972): nodes with the same number lie on a cycle, and whatever
     * leads to another number leads to a larger one.
     */
    int[] components() {
        int[] known = components;
        if (known == null) {
            known = new Components().numbers();
            components = known;
        }
        return known;
    }

    private int @Nullable [] components;

    /** Finds strongly connected components without recursion, since nets may be long. */
    private final class Components {
        private final int[] number = new int[nodes()];
        private final int[] found = new int[nodes()];
        private final int[] lowest = new int[nodes()];
        private final int[] next = new int[nodes()];
        private final int[] path = new int[nodes()];
        private final int[] open = new int[nodes()];
        private int count;
        private int opened;
        private int components;

        int[] numbers() {
            for (int node = 0; node < nodes(); node++) {
                if (found[node] == 0) {
                    search(node);
                }
            }
            // The last component is found first.
            for (int node = 0; node < nodes(); node++) {
                number[node] = components - number[node];
            }
            return number;
        }

        private void search(int start) {
            int depth = 0;
            path[0] = start;
            visit(start);
            while (depth >= 0) {
                int node = path[depth];
                if (next[node] < outgoing.get(node).size()) {
                    int to = outgoing.get(node).get(next[node]++).to;
                    if (found[to] == 0) {
                        path[++depth] = to;
                        visit(to);
                    } else if (number[to] == 0) {
                        lowest[node] = Math.min(lowest[node], found[to]);
                    }
                    continue;
                }
                depth--;
                if (depth >= 0) {
                    lowest[path[depth]] = Math.min(lowest[path[depth]], lowest[node]);
                }
                if (lowest[node] == found[node]) {
                    close(node);
                }
            }
        }

        private void visit(int node) {
            found[node] = ++count;
            lowest[node] = count;
            open[opened++] = node;
        }

        private void close(int root) {
            components++;
            int node;
            do {
                node = open[--opened];
                number[node] = components;
            } while (node != root);
        }
    }

    /** The nodes from which a way leads to a node, itself among them. */
    BitSet upstream(int node) {
        return along(node, incoming, true);
    }

    /** The nodes to which a way leads from a node, itself among them. */
    BitSet downstream(int node) {
        return along(node, outgoing, false);
    }

    private BitSet along(int node, List<List<Edge>> edges, boolean back) {
        effort.spend(A_NODE * nodes());
        BitSet seen = new BitSet(nodes());
        int[] open = new int[nodes()];
        int length = 1;
        open[0] = node;
        seen.set(node);
        while (length > 0) {
            for (Edge edge : edges.get(open[--length])) {
                int next = back ? edge.from : edge.to;
                if (!seen.get(next)) {
                    seen.set(next);
                    open[length++] = next;
                }
            }
        }
        return seen;
    }
}
