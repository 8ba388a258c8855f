package io.millrace.draw;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts the nodes of a graph into columns, after Sugiyama: cycles are broken by turning the edges that close them, each node
 * goes as far left as its predecessors allow, long edges get a point in every column they cross, and the order within the
 * columns is improved by sweeping medians until crossings no longer become fewer. Nodes are numbers; every choice is made by
 * number, so the result is always the same.
 */
final class Layers {
    private static final int SWEEPS = 24;

    /**
     * An edge of the graph as it was given.
     *
     * @param length how many columns it goes on at least; one with a label has a column for that
     */
    record Edge(int from, int to, int length) {}

    /** An edge, the points in the columns that it crosses, in its own direction, and whether it leads back. */
    record Route(Edge edge, List<Integer> points, boolean back) {}

    private final int nodes;
    private final List<Edge> edges;
    private int[] layer = {};
    /** Nodes and points together; points follow the nodes. */
    private final List<List<Integer>> columns = new ArrayList<>();
    private final List<Route> routes = new ArrayList<>();
    private final List<List<Integer>> left = new ArrayList<>();
    private final List<List<Integer>> right = new ArrayList<>();
    /** For the ends of a lane that leads back: the node beside, to which it should be near. */
    private final Map<Integer, Integer> beside = new HashMap<>();

    private Layers(int nodes, List<Edge> edges) {
        this.nodes = nodes;
        this.edges = edges;
    }

    /**
     * @param start where the walk that finds cycles begins: the input condition
     * @param end the node that comes last, or -1
     */
    static Layers of(int nodes, List<Edge> edges, int start, int end) {
        Layers layers = new Layers(nodes, edges);
        boolean[] turned = layers.closing(start);
        layers.assign(turned, end);
        layers.route();
        layers.order();
        return layers;
    }

    List<List<Integer>> columns() {
        return columns;
    }

    List<Route> routes() {
        return routes;
    }

    /** Which neighbours something has in the column before. */
    List<Integer> before(int item) {
        return left.get(item);
    }

    List<Integer> after(int item) {
        return right.get(item);
    }

    /** The node in its own column that something should be near, or null. */
    @Nullable Integer beside(int item) {
        return beside.get(item);
    }

    /** The edges that close a cycle on a depth-first walk, without recursion. */
    private boolean[] closing(int start) {
        List<List<Integer>> out = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            out.add(new ArrayList<>());
        }
        for (int i = 0; i < edges.size(); i++) {
            out.get(edges.get(i).from()).add(i);
        }
        boolean[] closing = new boolean[edges.size()];
        int[] state = new int[nodes];
        int[] next = new int[nodes];
        for (int i = -1; i < nodes; i++) {
            int root = i < 0 ? Math.max(0, start) : i;
            if (nodes == 0 || state[root] != 0) {
                continue;
            }
            Deque<Integer> path = new ArrayDeque<>(List.of(root));
            state[root] = 1;
            while (!path.isEmpty()) {
                int node = path.element();
                if (next[node] == out.get(node).size()) {
                    state[node] = 2;
                    path.pop();
                    continue;
                }
                int edge = out.get(node).get(next[node]++);
                int to = edges.get(edge).to();
                if (state[to] == 1) {
                    closing[edge] = true;
                } else if (state[to] == 0) {
                    state[to] = 1;
                    path.push(to);
                }
            }
        }
        return closing;
    }

    /** Longest path from the left; afterwards nodes that could be further right, next to their successors, are moved there. */
    private void assign(boolean[] turned, int end) {
        layer = new int[nodes];
        for (int round = 0; round < nodes; round++) {
            boolean changed = false;
            for (int i = 0; i < edges.size(); i++) {
                int from = turned[i] ? edges.get(i).to() : edges.get(i).from();
                int to = turned[i] ? edges.get(i).from() : edges.get(i).to();
                int length = turned[i] ? 1 : edges.get(i).length();
                if (from != to && layer[to] < layer[from] + length) {
                    layer[to] = layer[from] + length;
                    changed = true;
                }
            }
            if (!changed) {
                break;
            }
        }
        int last = Arrays.stream(layer).max().orElse(0);
        if (end >= 0) {
            layer[end] = Math.max(last, layer[end]);
        }
        for (int node = 0; node < nodes; node++) {
            int nearest = Integer.MAX_VALUE;
            boolean source = true;
            for (int i = 0; i < edges.size(); i++) {
                int from = turned[i] ? edges.get(i).to() : edges.get(i).from();
                int to = turned[i] ? edges.get(i).from() : edges.get(i).to();
                int length = turned[i] ? 1 : edges.get(i).length();
                nearest = from == node && to != node ? Math.min(nearest, layer[to] - length) : nearest;
                source &= to != node;
            }
            if (source && nearest < Integer.MAX_VALUE && nearest > layer[node]) {
                layer[node] = nearest;
            }
        }
        for (int column = 0; column <= Arrays.stream(layer).max().orElse(0); column++) {
            columns.add(new ArrayList<>());
        }
        for (int node = 0; node < nodes; node++) {
            columns.get(layer[node]).add(node);
            left.add(new ArrayList<>());
            right.add(new ArrayList<>());
        }
    }

    /** A way back runs under its own ends, too, so that it has a lane of its own however short it is. */
    private void route() {
        int point = nodes;
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            boolean back = layer[edge.from()] >= layer[edge.to()];
            int first = back ? layer[edge.to()] : layer[edge.from()] + 1;
            int last = back ? layer[edge.from()] : layer[edge.to()] - 1;
            List<Integer> points = new ArrayList<>();
            int previous = back ? -1 : edge.from();
            for (int column = first; column <= last; column++) {
                points.add(point);
                columns.get(column).add(point);
                left.add(new ArrayList<>());
                right.add(new ArrayList<>());
                connect(previous, point);
                previous = point++;
            }
            if (back) {
                beside.put(points.getLast(), edge.from());
                beside.put(points.getFirst(), edge.to());
            } else {
                connect(previous, edge.to());
            }
            routes.add(new Route(edge, back ? points.reversed() : points, back));
        }
    }

    private void connect(int from, int to) {
        if (from < 0) {
            return;
        }
        right.get(from).add(to);
        left.get(to).add(from);
    }

    private void order() {
        int[] position = new int[left.size()];
        columns.forEach(column -> number(column, position));
        long best = crossings(position);
        List<List<Integer>> kept = copy();
        for (int sweep = 0; sweep < SWEEPS && best > 0; sweep++) {
            boolean forward = sweep % 2 == 0;
            for (int i = 1; i < columns.size(); i++) {
                List<Integer> column = columns.get(forward ? i : columns.size() - 1 - i);
                sort(column, forward ? left : right, position);
            }
            exchange(position);
            long now = crossings(position);
            if (now < best) {
                best = now;
                kept = copy();
            }
        }
        columns.clear();
        columns.addAll(kept);
    }

    private List<List<Integer>> copy() {
        List<List<Integer>> copy = new ArrayList<>();
        columns.forEach(column -> copy.add(new ArrayList<>(column)));
        return copy;
    }

    private static void number(List<Integer> column, int[] position) {
        for (int i = 0; i < column.size(); i++) {
            position[column.get(i)] = i;
        }
    }

    private static void sort(List<Integer> column, List<List<Integer>> neighbours, int[] position) {
        double[] median = new double[position.length];
        for (int item : column) {
            int[] places = neighbours.get(item).stream().mapToInt(each -> position[each]).sorted().toArray();
            int middle = places.length / 2;
            median[item] = places.length == 0
                    ? position[item]
                    : places.length % 2 == 1 ? places[middle] : (places[middle - 1] + places[middle]) / 2.0;
        }
        column.sort(Comparator.comparingDouble((Integer item) -> median[item]).thenComparingInt(item -> position[item]));
        number(column, position);
    }

    /** Neighbours in a column change places as long as that takes crossings away. */
    private void exchange(int[] position) {
        for (List<Integer> column : columns) {
            boolean better = true;
            for (int round = 0; better && round < 8; round++) {
                better = false;
                for (int i = 0; i + 1 < column.size(); i++) {
                    int upper = column.get(i);
                    int lower = column.get(i + 1);
                    if (between(lower, upper, position) < between(upper, lower, position)) {
                        column.set(i, lower);
                        column.set(i + 1, upper);
                        number(column, position);
                        better = true;
                    }
                }
            }
        }
    }

    private long between(int upper, int lower, int[] position) {
        return inverted(left.get(upper), left.get(lower), position) + inverted(right.get(upper), right.get(lower), position);
    }

    private static long inverted(List<Integer> ofUpper, List<Integer> ofLower, int[] position) {
        long count = 0;
        for (int upper : ofUpper) {
            for (int lower : ofLower) {
                count += position[upper] > position[lower] ? 1 : 0;
            }
        }
        return count;
    }

    private long crossings(int[] position) {
        long count = 0;
        for (List<Integer> column : columns) {
            for (int i = 0; i < column.size(); i++) {
                for (int j = i + 1; j < column.size(); j++) {
                    count += inverted(right.get(column.get(i)), right.get(column.get(j)), position);
                }
            }
        }
        return count;
    }
}
