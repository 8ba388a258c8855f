package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.data.Data;
import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Region;
import io.millrace.draw.Figure.Sheet;
import io.millrace.server.http.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What differs between two figures: nodes, edges and regions, each with a sentence. Where a file draws a node makes no difference. */
final class FigureDifference {
    static final Schema.Fields DIFFERENCE = object(
            "FigureDifference",
            "what differs between two versions of a process",
            must("process", text("the process")),
            must("from", whole("the older version")),
            must("to", whole("the newer version")),
            must(
                    "sheets",
                    list(
                            "the sheets on which something differs",
                            object(
                                    null,
                                    "",
                                    must("name", text("the name of the sheet")),
                                    must("change", word("what became of it", List.of("added", "removed", "changed"))),
                                    must(
                                            "changes",
                                            list(
                                                    "what differs on it",
                                                    object(
                                                            null,
                                                            "",
                                                            must("what", word("what it is", List.of("node", "edge", "region"))),
                                                            must("change", word("what became of it", List.of("added", "removed", "changed"))),
                                                            may("id", text("the node, or the owner of the region")),
                                                            may("from", text("the node where the edge begins")),
                                                            may("to", text("the node where the edge ends")),
                                                            may("mark", text("the mark of the edge")),
                                                            must("message", text("in words")))))))));

    private static final String ADDED = "added";
    private static final String REMOVED = "removed";
    private static final String CHANGED = "changed";

    private final List<Data> changes = new ArrayList<>();

    private FigureDifference() {}

    /** The sheets on which something differs. */
    static List<Data> of(Figure before, Figure after) {
        Map<String, Sheet> old = named(before);
        Map<String, Sheet> young = named(after);
        List<Data> sheets = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(young.keySet());
        names.addAll(old.keySet());
        for (String name : names) {
            Sheet one = old.get(name);
            Sheet other = young.get(name);
            FigureDifference difference = new FigureDifference();
            difference.compare(one == null ? empty(name) : one, other == null ? empty(name) : other);
            if (one == null || other == null || !difference.changes.isEmpty()) {
                sheets.add(Data.fields(
                        "name", name, "change", one == null ? ADDED : other == null ? REMOVED : CHANGED, "changes", List.copyOf(difference.changes)));
            }
        }
        return sheets;
    }

    private static Map<String, Sheet> named(Figure figure) {
        Map<String, Sheet> sheets = new LinkedHashMap<>();
        figure.sheets().forEach(sheet -> sheets.putIfAbsent(sheet.name(), sheet));
        return sheets;
    }

    private static Sheet empty(String name) {
        return new Sheet(name, name, List.of(), List.of(), List.of(), List.of());
    }

    private void compare(Sheet before, Sheet after) {
        Map<String, Node> old = new LinkedHashMap<>();
        Map<String, Node> young = new LinkedHashMap<>();
        before.nodes().forEach(node -> old.put(node.id(), node));
        after.nodes().forEach(node -> young.put(node.id(), node));
        young.forEach((id, node) -> {
            Node was = old.get(id);
            if (was == null) {
                add("node", ADDED, said(node) + " is new", Data.fields("id", id));
            } else {
                List<String> told = differences(was, node);
                if (!told.isEmpty()) {
                    add("node", CHANGED, String.join("; ", told), Data.fields("id", id));
                }
            }
        });
        old.forEach((id, node) -> {
            if (!young.containsKey(id)) {
                add("node", REMOVED, said(node) + " is gone", Data.fields("id", id));
            }
        });
        edges(before, after, old, young);
        regions(before, after, old, young);
    }

    private static List<String> differences(Node was, Node is) {
        List<String> told = new ArrayList<>();
        String name = "'" + (is.label().isEmpty() ? is.id() : is.label()) + "'";
        compare(told, "label of '" + is.id() + "'", quoted(was.label()), quoted(is.label()));
        compare(told, "shape of " + name, FigureForm.lower(was.shape()), FigureForm.lower(is.shape()));
        compare(told, "join of " + name, was.join().name(), is.join().name());
        compare(told, "split of " + name, was.split().name(), is.split().name());
        compare(told, "performer of " + name, who(was), who(is));
        compare(told, "kind of " + name, signs(was), signs(is));
        compare(told, "number of instances of " + name, was.stacked() ? "several" : "one", is.stacked() ? "several" : "one");
        compare(told, "content of " + name, was.doubled() ? "a process" : "one task", is.doubled() ? "a process" : "one task");
        return told;
    }

    private static void compare(List<String> told, String what, String was, String is) {
        if (!was.equals(is)) {
            told.add(what + " was " + was + ", is " + is);
        }
    }

    private static String who(Node node) {
        return node.who().isEmpty() ? "nobody in particular" : quoted(node.who());
    }

    private static String signs(Node node) {
        return node.signs().isEmpty() ? "none" : String.join(" and ", node.signs().stream().map(FigureForm::lower).toList());
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    /** An edge is known by its ends; several between the same ones are counted. */
    private record Ends(String from, String to, int number) {}

    private static Map<Ends, Edge> byEnds(Sheet sheet) {
        Map<Ends, Edge> edges = new LinkedHashMap<>();
        for (Edge edge : sheet.edges()) {
            int number = 0;
            while (edges.putIfAbsent(new Ends(edge.from(), edge.to(), number), edge) != null) {
                number++;
            }
        }
        return edges;
    }

    private void edges(Sheet before, Sheet after, Map<String, Node> old, Map<String, Node> young) {
        Map<Ends, Edge> was = byEnds(before);
        Map<Ends, Edge> is = byEnds(after);
        is.forEach((ends, edge) -> {
            String name = "flow from " + called(young, edge.from()) + " to " + called(young, edge.to());
            Edge earlier = was.get(ends);
            if (earlier == null) {
                add("edge", ADDED, name + (edge.label().isEmpty() ? "" : " (" + edge.label() + ")") + " is new", ends(edge));
            } else {
                List<String> told = new ArrayList<>();
                compare(told, "condition of the " + name, condition(earlier), condition(edge));
                compare(told, "kind of the " + name, earlier.dashed() ? "dashed" : "a flow of control", edge.dashed() ? "dashed" : "a flow of control");
                if (!told.isEmpty()) {
                    add("edge", CHANGED, String.join("; ", told), ends(edge));
                }
            }
        });
        was.forEach((ends, edge) -> {
            if (!is.containsKey(ends)) {
                add("edge", REMOVED, "flow from " + called(old, edge.from()) + " to " + called(old, edge.to()) + " is gone", ends(edge));
            }
        });
    }

    private static String condition(Edge edge) {
        return edge.label().isEmpty() ? "none" : quoted(edge.label());
    }

    private static Data ends(Edge edge) {
        Data data = Data.fields("from", edge.from(), "to", edge.to());
        return edge.mark().isEmpty() ? data : data.with("mark", edge.mark());
    }

    private void regions(Sheet before, Sheet after, Map<String, Node> old, Map<String, Node> young) {
        Map<String, Region> was = byOwner(before);
        Map<String, Region> is = byOwner(after);
        is.forEach((key, region) -> {
            Region earlier = was.get(key);
            if (earlier == null) {
                add("region", ADDED, "region is new: " + region.meaning(), owner(region));
            } else if (!members(earlier).equals(members(region))) {
                Set<String> more = new TreeSet<>(members(region));
                more.removeAll(members(earlier));
                Set<String> less = new TreeSet<>(members(earlier));
                less.removeAll(members(region));
                String told = (more.isEmpty() ? "" : " also has " + listed(young, more)) + (less.isEmpty() ? "" : (more.isEmpty() ? "" : " and") + " no longer has " + listed(old, less));
                add("region", CHANGED, "region" + (region.owner() == null ? "" : " of " + called(young, region.owner())) + told, owner(region));
            }
        });
        was.forEach((key, region) -> {
            if (!is.containsKey(key)) {
                add("region", REMOVED, "region is gone: " + region.meaning(), owner(region));
            }
        });
    }

    /** A region without an owner is known by what it means. */
    private static Map<String, Region> byOwner(Sheet sheet) {
        Map<String, Region> regions = new LinkedHashMap<>();
        sheet.regions().forEach(region -> regions.put(Objects.requireNonNullElse(region.owner(), " " + region.meaning()), region));
        return regions;
    }

    private static Set<String> members(Region region) {
        Set<String> members = new TreeSet<>(region.nodes());
        members.addAll(region.edges());
        return members;
    }

    private static String listed(Map<String, Node> nodes, Set<String> members) {
        return String.join(", ", members.stream().map(member -> called(nodes, member)).toList());
    }

    private static Data owner(Region region) {
        return region.owner() == null ? Data.fields() : Data.fields("id", region.owner());
    }

    private static String called(Map<String, Node> nodes, String id) {
        Node node = nodes.get(id);
        return quoted(node == null || node.label().isEmpty() ? id : node.label());
    }

    private static String said(Node node) {
        String kind = switch (node.shape()) {
            case START -> "start";
            case END -> "end";
            case PLACE -> "condition";
            case TASK -> "task";
            case BOX -> "predicate";
        };
        return kind + " '" + (node.label().isEmpty() ? node.id() : node.label()) + "'";
    }

    private void add(String what, String change, String message, Data where) {
        String sentence = message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1) + ".";
        changes.add(Data.fields("what", what, "change", change, "message", sentence).merge(where));
    }
}
