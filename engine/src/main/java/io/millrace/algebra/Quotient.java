package io.millrace.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The states of a graph with equal ones merged: those from which the same literals lead to the same states; and, one step further,
 * without events that do not matter any more, because whether and when they happen changes nothing.
 */
final class Quotient {
    private record Key(long undecided, int[] next) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && undecided == key.undecided && Arrays.equals(next, key.next);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(next) * 31 + Long.hashCode(undecided);
        }
    }

    private final Graph graph;
    private final int[] classOf;
    private final List<Key> classes = new ArrayList<>();

    private Quotient(Graph graph, boolean withoutIdle) {
        this.graph = graph;
        classOf = new int[graph.size()];
        Arrays.fill(classOf, Graph.DEAD);
        Map<Key, Integer> known = new HashMap<>();
        // Edges lead to greater numbers, so that whatever a state leads to is merged before it.
        for (int state = graph.size() - 1; state >= 0; state--) {
            if (graph.isLive(state)) {
                Key key = key(state);
                int idle = withoutIdle ? idle(key) : Graph.DEAD;
                if (idle != Graph.DEAD) {
                    classOf[state] = idle;
                } else {
                    classOf[state] = known.computeIfAbsent(key, each -> {
                        classes.add(each);
                        return classes.size() - 1;
                    });
                }
            }
        }
    }

    /** How many states there are with equal ones merged. Where events repeat, none are merged. */
    static long minimal(Graph graph) {
        return graph.hasCycles() ? live(graph) : new Quotient(graph, false).classes.size();
    }

    private static long live(Graph graph) {
        return IntStream.range(0, graph.size()).filter(graph::isLive).count();
    }

    /** A representative of each state without idle events, breadth first from the initial one; for repeating events every live state. */
    static List<Integer> representatives(Graph graph) {
        if (graph.hasCycles()) {
            return IntStream.range(0, graph.size()).filter(graph::isLive).boxed().toList();
        }
        Quotient quotient = new Quotient(graph, true);
        return quotient.breadthFirst();
    }

    /** For each state of the graph the position among the {@link #representatives}. */
    static int[] positions(Graph graph, List<Integer> representatives) {
        int[] positions = new int[graph.size()];
        if (graph.hasCycles()) {
            for (int i = 0; i < representatives.size(); i++) {
                positions[representatives.get(i)] = i;
            }
            return positions;
        }
        Quotient quotient = new Quotient(graph, true);
        Map<Integer, Integer> byClass = new HashMap<>();
        representatives.forEach(state -> byClass.putIfAbsent(quotient.classOf[state], byClass.size()));
        for (int state = 0; state < positions.length; state++) {
            positions[state] = byClass.getOrDefault(quotient.classOf[state], Graph.DEAD);
        }
        return positions;
    }

    /** The events that matter at each representative. */
    static long[] mattering(Graph graph, List<Integer> representatives) {
        if (graph.hasCycles()) {
            return representatives.stream().mapToLong(graph::undecided).toArray();
        }
        Quotient quotient = new Quotient(graph, true);
        return representatives.stream().mapToLong(state -> quotient.classes.get(quotient.classOf[state]).undecided()).toArray();
    }

    private List<Integer> breadthFirst() {
        List<Integer> order = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        if (!graph.isConsistent()) {
            return order;
        }
        order.add(0);
        seen.add(classOf[0]);
        for (int i = 0; i < order.size(); i++) {
            long matters = classes.get(classOf[order.get(i)]).undecided();
            for (int literal = 0; literal < 2 * graph.events(); literal++) {
                int child = graph.next(order.get(i), literal);
                if ((matters & 1L << (literal >> 1)) != 0 && child != Graph.DEAD && !seen.contains(classOf[child])) {
                    seen.add(classOf[child]);
                    order.add(child);
                }
            }
        }
        return order;
    }

    private Key key(int state) {
        int[] next = new int[2 * graph.events()];
        for (int literal = 0; literal < next.length; literal++) {
            int child = graph.next(state, literal);
            next[literal] = child == Graph.DEAD ? Graph.DEAD : classOf[child];
        }
        return new Key(graph.undecided(state), next);
    }

    /** The class that a state falls into because one of its events is idle, {@link Graph#DEAD} if none is. */
    private int idle(Key key) {
        for (int event = 0; event < graph.events(); event++) {
            int target = key.next()[2 * event];
            if ((key.undecided() & 1L << event) != 0 && target != Graph.DEAD && target == key.next()[2 * event + 1] && same(key, target)) {
                return target;
            }
        }
        return Graph.DEAD;
    }

    /** Whether every literal that matters in a class leads to the same from here, and no other leads anywhere else. */
    private boolean same(Key key, int target) {
        Key of = classes.get(target);
        for (int literal = 0; literal < 2 * graph.events(); literal++) {
            long bit = 1L << (literal >> 1);
            if ((key.undecided() & bit) == 0) {
                continue;
            }
            int expected = (of.undecided() & bit) != 0 ? of.next()[literal] : target;
            if (key.next()[literal] != expected) {
                return false;
            }
        }
        return true;
    }
}
