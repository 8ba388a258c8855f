package io.millrace.algebra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rules that share events, directly or through others, and are decided together; other clusters do not matter to them. */
final class Cluster {
    /** A cluster with more events is searched at run time, not compiled. */
    private static final int MOST_COMPILED = 20;

    private static final int MOST_STATES = 120_000;

    /** What it costs to explore states, compared with what a search looks at. */
    private static final int EXPLORING = 500_000;

    private final int[] events;
    private final List<GroundRule> rules;
    private final Control[] controls;
    private final long repeating;
    private final @Nullable Graph graph;
    private final @Nullable Graph assumed;
    private final @Nullable Game game;

    /**
     * @param events the numbers of its events in the rule set, ascending
     * @param controls who controls each of them
     * @param repeating which of them repeat, by their place in the cluster
     */
    Cluster(int[] events, List<GroundRule> rules, Control[] controls, long repeating) {
        this.events = events.clone();
        this.rules = List.copyOf(rules);
        this.controls = controls.clone();
        this.repeating = repeating;
        graph = events.length <= MOST_COMPILED ? explore(rules) : null;
        List<GroundRule> assumptions = rules.stream().filter(GroundRule::assumed).toList();
        Graph alone = graph == null || assumptions.isEmpty() ? null : explore(assumptions);
        assumed = alone != null && alone.isConsistent() ? alone : null;
        boolean playable = graph != null && graph.isConsistent() && (assumptions.isEmpty() || assumed != null);
        game = graph == null || !playable ? null : new Game(graph, controls, assumed);
    }

    /** The states of some of the rules, over all events of the cluster; null if there are too many. */
    private @Nullable Graph explore(List<GroundRule> some) {
        Residue[] start = some.stream().map(GroundRule::start).toArray(Residue[]::new);
        int[] literals = Arrays.stream(events).map(event -> 2 * event).toArray();
        int[][] touches = new int[events.length][];
        for (int i = 0; i < events.length; i++) {
            int event = events[i];
            touches[i] = IntStream.range(0, some.size()).filter(rule -> some.get(rule).events().get(event)).toArray();
        }
        return Graph.of(literals, repeating, start, touches, MOST_STATES);
    }

    int[] events() {
        return events.clone();
    }

    List<GroundRule> rules() {
        return rules;
    }

    Control[] controls() {
        return controls.clone();
    }

    boolean hasRepeating() {
        return repeating != 0;
    }

    @Nullable Graph graph() {
        return graph;
    }

    @Nullable Game game() {
        return game;
    }

    /** The game under other controls. */
    Game game(Control[] others) {
        if (graph == null) {
            throw new IllegalStateException("A cluster without states has no game.");
        }
        return new Game(graph, others, assumed);
    }

    /** The cluster's own literal. */
    int local(int literal) {
        return 2 * Arrays.binarySearch(events, Expr.event(literal)) + literal % 2;
    }

    /** The rule set's literal. */
    int global(int local) {
        return 2 * events[local >> 1] + local % 2;
    }

    /**
     * Whether some of the rules can be satisfied together.
     *
     * @throws Search.GivenUpException if that cannot be decided
     */
    boolean satisfiable(List<GroundRule> some, Search.Effort effort) {
        if (some.stream().allMatch(GroundRule::isFormula)) {
            return Search.satisfiable(some.stream().map(GroundRule::expr).toList(), effort);
        }
        effort.spend(EXPLORING);
        Graph states = events.length <= Graph.MOST_EVENTS ? explore(some) : null;
        if (states == null) {
            throw new Search.GivenUpException();
        }
        return states.isConsistent();
    }

    /**
     * Whether rules that agree can be satisfied with a literal, as far as their expressions say.
     *
     * @throws Search.GivenUpException if that cannot be decided
     */
    boolean satisfiableWith(int literal, Search.Effort effort) {
        List<Expr> all = new ArrayList<>(List.of(Expr.literal(literal)));
        rules.stream().filter(GroundRule::isFormula).forEach(rule -> all.add(rule.expr()));
        return Search.satisfiable(all, effort);
    }

    boolean isConsistent(Search.Effort effort) {
        return graph != null ? graph.isConsistent() : satisfiable(rules, effort);
    }

    /** A smallest set of rules that contradict each other: without any of them the rest agrees, as far as that can be decided. */
    List<GroundRule> conflict(List<GroundRule> contradictory, Search.Effort effort) {
        List<GroundRule> kept = new ArrayList<>(contradictory);
        for (GroundRule each : contradictory) {
            List<GroundRule> without = new ArrayList<>(kept);
            without.remove(each);
            kept = isContradictory(without, effort) ? without : kept;
        }
        return kept;
    }

    /** False if it is not known. */
    private boolean isContradictory(List<GroundRule> some, Search.Effort effort) {
        try {
            return !satisfiable(some, effort);
        } catch (Search.GivenUpException e) {
            return false;
        }
    }

    boolean mentions(int event) {
        return Arrays.binarySearch(events, event) >= 0;
    }

    /** Splits events and rules into clusters; an event without rules is one by itself. */
    static List<int[]> split(int events, List<GroundRule> rules) {
        int[] leader = IntStream.range(0, events).toArray();
        for (GroundRule rule : rules) {
            BitSet mentioned = rule.events();
            int first = mentioned.nextSetBit(0);
            for (int event = mentioned.nextSetBit(0); event >= 0; event = mentioned.nextSetBit(event + 1)) {
                join(leader, first, event);
            }
        }
        Map<Integer, List<Integer>> clusters = new TreeMap<>();
        for (int event = 0; event < events; event++) {
            clusters.computeIfAbsent(find(leader, event), key -> new ArrayList<>()).add(event);
        }
        return clusters.values().stream().map(each -> each.stream().mapToInt(Integer::intValue).toArray()).toList();
    }

    private static void join(int[] leader, int one, int other) {
        int first = find(leader, one);
        int second = find(leader, other);
        leader[Math.max(first, second)] = Math.min(first, second);
    }

    private static int find(int[] leader, int event) {
        int at = event;
        while (leader[at] != at) {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        return at;
    }
}
