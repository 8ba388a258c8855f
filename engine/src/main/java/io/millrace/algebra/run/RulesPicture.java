package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Region;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Figure.Sign;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process of rules as a figure. Its tasks and signals are the nodes. A rule between two of them is a dashed edge, because it is no flow of
 * control; a rule between more of them is an area; a rule about one of them is a note.
 */
final class RulesPicture {
    private static final String START = "case:start";
    private static final String END = "case:end";
    /** More than this nobody can read as a picture. */
    private static final int MOST_NODES = 500;

    private final RuleSet rules;
    private final Bindings bindings;
    private final Function<String, Task> tasks;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    private RulesPicture(RuleSet rules, Bindings bindings, Function<String, Task> tasks) {
        this.rules = rules;
        this.bindings = bindings;
        this.tasks = tasks;
    }

    private record Pair(String one, String other) {}

    static @Nullable Figure of(String name, RuleSet rules, Bindings bindings, Function<String, Task> tasks) {
        if (rules.events() > MOST_NODES) {
            return null;
        }
        return new RulesPicture(rules, bindings, tasks).drawn(name);
    }

    private Figure drawn(String name) {
        for (int event = 0; event < rules.events(); event++) {
            node(2 * event);
        }
        Map<Pair, List<String>> between = new LinkedHashMap<>();
        List<Region> regions = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (String rule : rules.ruleNames()) {
            Set<String> concerned = new LinkedHashSet<>();
            rules.literalsOf(rule).forEach(literal -> concerned.add(node(literal)));
            List<String> ids = List.copyOf(concerned);
            if (ids.size() == 2) {
                between.computeIfAbsent(new Pair(ids.getFirst(), ids.getLast()), pair -> new ArrayList<>()).add(rule);
            } else if (ids.size() > 2) {
                regions.add(new Region(null, ids, List.of(), "rule '" + rule + "' is about " + labels(ids)));
            } else if (ids.size() == 1) {
                notes.add("Rule '" + rule + "' is about " + labels(ids) + " alone.");
            }
        }
        List<Edge> edges = new ArrayList<>();
        between.forEach((pair, names) -> edges.add(Edge.of(pair.one(), pair.other(), String.join(", ", names)).aside()));
        return new Figure(name, List.of(new Sheet(name, name, List.copyOf(nodes.values()), edges, regions, notes)));
    }

    private String labels(List<String> ids) {
        return String.join(", ", ids.stream().map(id -> "'" + labelled(id) + "'").toList());
    }

    private String labelled(String id) {
        Node node = nodes.get(id);
        return node == null ? id : node.label();
    }

    /** The node of an event; an event that only the rules make is a place of its own. */
    private String node(int literal) {
        Occasion occasion = bindings.occasion(literal).orElse(null);
        String event = rules.type(literal).name();
        Node node = occasion == null
                ? Node.of("event:" + event, event, Shape.PLACE)
                : switch (occasion.kind()) {
                    case CASE_START -> Node.of(START, "start", Shape.START);
                    case CASE_END -> Node.of(END, "end", Shape.END);
                    case SIGNAL -> Node.of("signal:" + occasion.subject(), occasion.subject(), Shape.TASK).by("signal " + occasion.subject(), Sign.EVENT);
                    case TASK_OFFER, TASK_START, TASK_COMPLETE, TASK_FAIL, TASK_WITHDRAW, TASK_END -> task(occasion.subject());
                };
        nodes.putIfAbsent(node.id(), node);
        return node.id();
    }

    private Node task(String name) {
        Task task = tasks.apply(name);
        Node node = Node.of(name, name, Shape.TASK);
        Node done = switch (task.doer()) {
            case Doer.People people -> node.by(String.join(", ", task.performers().roles()), Sign.PERSON);
            case Doer.Handler handler -> node.by("handler " + handler.name(), Sign.PROGRAM);
            case Doer.Program program -> node.by("program " + program.name(), Sign.PROGRAM);
            case Doer.Process process -> node.by("process " + process.name(), Sign.PROCESS);
        };
        return bindings.isRepeating(name) ? done.repeated() : done;
    }
}
