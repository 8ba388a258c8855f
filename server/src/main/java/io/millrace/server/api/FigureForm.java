package io.millrace.server.api;

import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.names;
import static io.millrace.server.http.Schema.number;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.data.Data;
import io.millrace.draw.Figure;
import io.millrace.draw.Marks;
import io.millrace.server.http.Schema;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures and marks as JSON: the structure of a picture, for whoever draws it. */
final class FigureForm {
    private static final Schema.Fields POINT = object("Point", "a point of the layout of a file", must("x", number("to the right")), must("y", number("down")));

    private static final Schema.Fields NODE = object(
            "FigureNode",
            "a node of a sheet",
            must("id", text("by which edges, regions and marks name it")),
            must("label", text("its title; empty if it has none")),
            must("shape", word("its shape", words(Figure.Shape.values()))),
            must("who", text("who does it; empty if nobody does")),
            must("signs", list("what is drawn inside of it", word("a sign", words(Figure.Sign.values())))),
            must("join", word("how it joins the flows into it", words(Figure.Junction.values()))),
            must("split", word("how it splits the flows out of it", words(Figure.Junction.values()))),
            must("stacked", truth("whether it has several instances")),
            must("doubled", truth("whether it stands for a whole process")),
            may("at", POINT));

    private static final Schema.Fields EDGE = object(
            "FigureEdge",
            "an edge of a sheet",
            must("from", text("the node where it begins")),
            must("to", text("the node where it ends")),
            must("label", text("the condition under which it is taken; empty if always")),
            must("otherwise", truth("whether it is taken when no other one of its node is")),
            must("dashed", truth("whether it is a message, a failure or a rule instead of a flow of control")),
            must("mark", text("by which marks and regions name it; empty if nothing does")),
            must("bends", list("its corners in the layout of a file", POINT)));

    private static final Schema.Fields REGION = object(
            "FigureRegion",
            "nodes and edges that belong together, such as a cancellation set",
            may("owner", text("the node to which it belongs")),
            must("nodes", list("its nodes", text("the id of a node"))),
            must("edges", list("its edges", text("the mark of an edge"))),
            must("meaning", text("a sentence about it")));

    static final Schema.Fields FIGURE = object(
            "Figure",
            "the structure of the picture of a process",
            must("title", text("the title of the process")),
            must(
                    "sheets",
                    list(
                            "one graph for each net, program or activity; the first is the process itself",
                            object(
                                    "FigureSheet",
                                    "one graph",
                                    must("name", text("by which marks name it")),
                                    must("title", text("its title")),
                                    must("notes", list("what stands under it", text("a sentence"))),
                                    must("nodes", list("its nodes", NODE)),
                                    must("edges", list("its edges", EDGE)),
                                    must("regions", list("its regions", REGION))))));

    /** Tokens: sheets by name, then nodes by id and edges by mark. */
    static final Schema MARKS = names(
            "where its tokens are on the figure of its process: for each sheet how many are on which node (by its id) or edge (by its mark)",
            names("a sheet", whole("how many tokens")));

    private FigureForm() {}

    static Data of(Figure figure) {
        return Data.fields("title", figure.title(), "sheets", figure.sheets().stream().map(FigureForm::sheet).toList());
    }

    static Data of(Marks marks) {
        Map<String, Data> sheets = new HashMap<>();
        marks.tokens().forEach((sheet, tokens) -> {
            Map<String, Data> there = new HashMap<>();
            tokens.forEach((node, count) -> {
                if (count > 0) {
                    there.put(node, Data.of(count));
                }
            });
            if (!there.isEmpty()) {
                sheets.put(sheet, Data.Fields.of(there));
            }
        });
        return Data.Fields.of(sheets);
    }

    private static Data sheet(Figure.Sheet sheet) {
        return Data.fields(
                "name", sheet.name(),
                "title", sheet.title(),
                "notes", sheet.notes(),
                "nodes", sheet.nodes().stream().map(FigureForm::node).toList(),
                "edges", sheet.edges().stream().map(FigureForm::edge).toList(),
                "regions", sheet.regions().stream().map(FigureForm::region).toList());
    }

    private static Data node(Figure.Node node) {
        Data data = Data.fields(
                "id", node.id(),
                "label", node.label(),
                "shape", lower(node.shape()),
                "who", node.who(),
                "signs", node.signs().stream().map(FigureForm::lower).toList(),
                "join", lower(node.join()),
                "split", lower(node.split()),
                "stacked", node.stacked(),
                "doubled", node.doubled());
        return node.at() == null ? data : data.with("at", point(node.at()));
    }

    private static Data edge(Figure.Edge edge) {
        return Data.fields(
                "from", edge.from(),
                "to", edge.to(),
                "label", edge.label(),
                "otherwise", edge.otherwise(),
                "dashed", edge.dashed(),
                "mark", edge.mark(),
                "bends", edge.bends().stream().map(FigureForm::point).toList());
    }

    private static Data region(Figure.Region region) {
        Data data = Data.fields("nodes", region.nodes(), "edges", region.edges(), "meaning", region.meaning());
        return region.owner() == null ? data : data.with("owner", region.owner());
    }

    private static Data point(Figure.Point point) {
        return Data.fields("x", point.x(), "y", point.y());
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static List<String> words(Enum<?>[] constants) {
        return Arrays.stream(constants).map(FigureForm::lower).toList();
    }
}
