package io.millrace.algebra;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Every live state of a rule set, without events that no longer matter. State 0 is the initial one; the others follow breadth first. */
public final class RuleTable {
    /**
     * One state.
     *
     * @param obligation what remains to be satisfied
     * @param controllable whether the scheduler can enforce all rules from this state, whatever the agents do
     * @param next the state that each permitted literal leads to
     */
    public record Row(
            int state,
            String obligation,
            List<String> undecided,
            boolean controllable,
            Map<String, Integer> next,
            List<String> accepted,
            List<String> delayed,
            List<String> never,
            List<String> required,
            List<String> trigger) {
        public Row {
            undecided = List.copyOf(undecided);
            accepted = List.copyOf(accepted);
            delayed = List.copyOf(delayed);
            never = List.copyOf(never);
            required = List.copyOf(required);
            trigger = List.copyOf(trigger);
        }

        /** The permitted literals. */
        public List<String> permitted() {
            return List.copyOf(next.keySet());
        }

        /** The row as one JSON object. */
        public Data toData() {
            return Data.fields(
                    "state", state,
                    "obligation", obligation,
                    "undecided", undecided,
                    "permitted", permitted(),
                    "accepted", accepted,
                    "delayed", delayed,
                    "never", never,
                    "required", required,
                    "trigger", trigger,
                    "controllable", controllable,
                    "next", next);
        }
    }

    private final RuleSet set;
    private final Cluster cluster;
    private final Graph graph;

    private RuleTable(RuleSet set, Cluster cluster, Graph graph) {
        this.set = set;
        this.cluster = cluster;
        this.graph = graph;
    }

    /**
     * The rows of a rule set; none if it is inconsistent.
     *
     * @throws RefusedException if there are too many states
     */
    public static List<Row> of(RuleSet set) {
        if (!set.impossible().isEmpty()) {
            return List.of();
        }
        Cluster cluster = set.whole();
        Graph graph = cluster.graph();
        if (graph == null) {
            throw new RefusedException(Code.RULES_UNDECIDED.with("The table of states"));
        }
        return graph.isConsistent() ? new RuleTable(set, cluster, graph).rows() : List.of();
    }

    private List<Row> rows() {
        List<Integer> representatives = Quotient.representatives(graph);
        int[] positions = Quotient.positions(graph, representatives);
        long[] matter = Quotient.mattering(graph, representatives);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < representatives.size(); i++) {
            rows.add(row(i, representatives.get(i), matter[i], positions));
        }
        return rows;
    }

    private Row row(int number, int state, long matter, int[] positions) {
        Game game = cluster.game();
        Map<String, Integer> next = new LinkedHashMap<>();
        each(matter, literal -> graph.next(state, literal) != Graph.DEAD)
                .forEach(literal -> next.put(text(literal), positions[graph.next(state, literal)]));
        List<String> undecided = each(matter, literal -> literal % 2 == 0).stream().map(this::text).toList();
        return new Row(
                number,
                GroundRule.text(List.of(graph.residues(state)), set::text),
                undecided,
                game == null || game.isSafe(state),
                next,
                texts(matter, literal -> game == null ? graph.next(state, literal) != Graph.DEAD : game.isSafe(graph.next(state, literal))),
                texts(matter, literal -> graph.next(state, literal) == Graph.DEAD && !graph.excludes(state, literal)),
                texts(matter, literal -> graph.excludes(state, literal)),
                texts(matter, literal -> graph.requires(state, literal)),
                texts(matter, literal -> literal % 2 == 0
                        && graph.requires(state, literal)
                        && graph.next(state, literal) != Graph.DEAD
                        && set.type(cluster.global(literal)).control().isTriggerable()));
    }

    private List<Integer> each(long matter, IntPredicate wanted) {
        List<Integer> found = new ArrayList<>();
        for (int literal = 0; literal < 2 * graph.events(); literal++) {
            if ((matter & 1L << (literal >> 1)) != 0 && wanted.test(literal)) {
                found.add(literal);
            }
        }
        return found;
    }

    private List<String> texts(long matter, IntPredicate wanted) {
        return each(matter, wanted).stream().map(this::text).toList();
    }

    private String text(int literal) {
        return set.text(cluster.global(literal));
    }

    /** The automaton as a drawing for Graphviz. */
    public static String dot(RuleSet set) {
        StringBuilder dot = new StringBuilder("digraph rules {\n  rankdir=LR;\n");
        dot.append("  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
        dot.append("  edge [fontname=\"sans-serif\"];\n");
        for (Row row : of(set)) {
            dot.append("  s").append(row.state()).append(" [label=\"").append(escaped(row.obligation())).append('"')
                    .append(row.controllable() ? "" : ", color=red")
                    .append(row.undecided().isEmpty() ? ", peripheries=2" : "")
                    .append("];\n");
            Map<Integer, List<String>> edges = new LinkedHashMap<>();
            row.next().forEach((literal, target) -> edges.computeIfAbsent(target, key -> new ArrayList<>()).add(literal));
            edges.forEach((target, literals) -> dot.append("  s").append(row.state()).append(" -> s").append(target)
                    .append(" [label=\"").append(escaped(String.join(", ", literals))).append('"')
                    .append(literals.stream().noneMatch(row.accepted()::contains) ? ", style=dashed" : "")
                    .append("];\n"));
        }
        return dot.append("}\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
