package io.millrace.draw;

import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Junction;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Figure.Sign;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The symbols that a picture uses, each with what it means. */
final class Legend {
    private static final double ROW = 26;
    private static final double ICON = 30;
    private static final double SPACE = 20;

    /** Draws a symbol around a point. */
    private interface Icon {
        void draw(Symbols symbols, Canvas canvas, double x, double y);
    }

    private record Entry(Icon icon, String meaning, double x, int row) {}

    private final List<Entry> entries = new ArrayList<>();
    private final double width;
    private double x = Layout.MARGIN;
    private int row;

    Legend(List<View> views, double width) {
        this.width = width;
        List<Sheet> sheets = views.stream().flatMap(view -> view.figure().sheets().stream()).toList();
        List<Node> nodes = sheets.stream().flatMap(sheet -> sheet.nodes().stream()).toList();
        List<Edge> edges = sheets.stream().flatMap(sheet -> sheet.edges().stream()).toList();
        for (Sign sign : Sign.values()) {
            add(nodes, node -> node.signs().contains(sign), sign.meaning(), (symbols, canvas, x, y) -> symbols.sign(sign, x, y, 0.9));
        }
        Map<Junction, String> words = new LinkedHashMap<>();
        words.put(Junction.AND, "all");
        words.put(Junction.XOR, "exactly one");
        words.put(Junction.OR, "one or more");
        words.forEach((junction, word) -> {
            add(nodes, node -> node.split() == junction, junction + "-split: " + word, (symbols, canvas, x, y) -> symbols.strip(x - 6, y, 10, junction, false));
            add(nodes, node -> node.join() == junction, junction + "-join: " + (junction == Junction.OR ? "all that can still come" : junction == Junction.XOR ? "any one" : word), (symbols, canvas, x, y) -> symbols.strip(x - 6, y, 10, junction, true));
        });
        add(nodes, Node::stacked, "several instances", (symbols, canvas, x, y) -> {
            canvas.rect("node", x - 7, y - 9, 17, 15, 2);
            canvas.rect("node", x - 10, y - 6, 17, 15, 2);
        });
        add(nodes, Node::doubled, "a net of its own", (symbols, canvas, x, y) -> {
            canvas.rect("node", x - 10, y - 9, 20, 18, 3);
            canvas.rect("inner", x - 7, y - 6, 14, 12, 2);
        });
        add(nodes, node -> node.shape() == Shape.BOX, "a predicate", (symbols, canvas, x, y) -> canvas.rect("node", x - 12, y - 8, 24, 16, 7));
        add(edges, Edge::otherwise, "the default branch", (symbols, canvas, x, y) -> {
            canvas.line("hand", Symbols.points(x - 12, y, x + 12, y), "");
            canvas.line("hand", Symbols.points(x - 4, y + 6, x + 2, y - 6), "");
        });
        add(edges, Edge::dashed, "no flow of control: a message, a guard, a failure", (symbols, canvas, x, y) -> canvas.line("message", Symbols.points(x - 12, y, x + 12, y), ""));
        add(sheets, sheet -> !sheet.regions().isEmpty(), "an area; its letter is explained under the picture", (symbols, canvas, x, y) -> {
            canvas.circle(Palette.region("badge", 0), x, y, 7);
            canvas.text("letter", x, y + 3.5, "A", true);
        });
        add(views, view -> view.marks().tokens().values().stream().anyMatch(each -> each.values().stream().anyMatch(count -> count > 0)), "a token, or how many", (symbols, canvas, x, y) -> canvas.circle("sample", x, y, 7));
        add(views, view -> !view.marks().faults().isEmpty(), "part of the problem", (symbols, canvas, x, y) -> canvas.rect("node fault", x - 10, y - 8, 20, 16, 4));
    }

    private <T> void add(List<T> all, Predicate<T> used, String meaning, Icon icon) {
        if (all.stream().noneMatch(used)) {
            return;
        }
        double needed = ICON + Text.width(meaning, 11) + SPACE;
        if (x > Layout.MARGIN && x + needed > width - Layout.MARGIN + SPACE) {
            x = Layout.MARGIN;
            row++;
        }
        entries.add(new Entry(icon, meaning, x, row));
        x += needed;
    }

    double height() {
        return entries.isEmpty() ? 0 : (row + 1) * ROW + 24;
    }

    void paint(Canvas canvas, double top) {
        if (entries.isEmpty()) {
            return;
        }
        canvas.begin("legend", "");
        canvas.line("rule", Symbols.points(Layout.MARGIN, top + 4, width - Layout.MARGIN, top + 4), "");
        Symbols symbols = new Symbols(canvas);
        for (Entry entry : entries) {
            double y = top + 24 + entry.row() * ROW;
            entry.icon().draw(symbols, canvas, entry.x() + ICON / 2 - 2, y);
            canvas.text("legend", entry.x() + ICON, y + 4, entry.meaning(), false);
        }
        canvas.end();
    }
}
