package io.millrace.draw;

import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Junction;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Point;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where everything of one sheet is drawn. A file's own layout is kept, see {@link OwnLayout}. Otherwise columns come from
 * {@link Layers}; within a column each item is drawn towards the middle of its neighbours, as near as order and distance allow. Lines run
 * level inside of columns, where the labels are, and slant only between them. What is wider than it may be goes on in rows, see
 * {@link Rows}.
 */
final class Layout {
    static final double SIZE = 44;
    static final double STRIP = 12;
    static final double LINE = 13;
    static final double MARGIN = 20;
    static final double GAP = 44;
    private static final double BETWEEN = 18;
    private static final double LANE = 7;
    private static final int LABEL_WIDTH = 20;
    private static final int ROUNDS = 16;

    /** What stands on an edge: lines of text above a point of it. */
    record Label(List<String> lines, double x, double y) {}

    /**
     * A node with the middle of its symbol and the lines of its label.
     *
     * @param left how far its symbol reaches to the left of its middle
     * @param half how far it reaches up and down
     */
    record Box(Node node, double x, double y, double left, double right, double half, List<String> label, List<String> who) {
        Box moved(double dx, double dy) {
            return new Box(node, x + dx, y + dy, left, right, half, label, who);
        }

        /** How far it reaches down with its label. */
        double below() {
            int written = label.size() + who.size();
            return half + (node.shape() == Shape.BOX || written == 0 ? 0 : 4 + written * LINE);
        }

        double width() {
            double text = 0;
            for (String line : label) {
                text = Math.max(text, Text.width(line, 11));
            }
            for (String line : who) {
                text = Math.max(text, Text.width(line, 10));
            }
            return Math.max(2 * Math.max(left, right), text);
        }
    }

    /** An edge with the points of its line. */
    record Line(Edge edge, List<Point> points, @Nullable Label label) {}

    final Map<String, Box> boxes = new LinkedHashMap<>();
    final List<Line> lines = new ArrayList<>();
    /** Labels that are too long for their edges, by the number that stands there instead. */
    final List<String> footnotes = new ArrayList<>();

    double width;
    double height;

    private final List<Box> items = new ArrayList<>();
    private final Map<Integer, List<String>> labels = new LinkedHashMap<>();
    private double[] y = {};
    /** How many lines back leave, and enter, each column. */
    private final Map<Integer, Integer> returns = new HashMap<>();

    private final Map<Integer, Integer> arrivals = new HashMap<>();

    private Layout() {}

    /** @param most how wide it may be; 0 if that does not matter */
    static Layout of(Sheet sheet, double most) {
        Layout layout = new Layout();
        if (OwnLayout.has(sheet)) {
            new OwnLayout(sheet, layout).place();
        } else {
            layout.place(sheet, most);
        }
        return layout;
    }

    /** A node without a place. */
    static Box box(Node node) {
        List<String> who = node.who().isEmpty() ? List.of() : Text.lines(node.who(), LABEL_WIDTH + 2);
        return switch (node.shape()) {
            case START, END, PLACE -> new Box(node, 0, 0, SIZE / 2 - 4, SIZE / 2 - 4, SIZE / 2 - 4, title(node), who);
            case TASK -> {
                double left = SIZE / 2 + (node.join() == Junction.NONE ? 0 : STRIP);
                double right = SIZE / 2 + (node.split() == Junction.NONE ? 0 : STRIP);
                yield new Box(node, 0, 0, left, right, SIZE / 2, title(node), who);
            }
            case BOX -> {
                List<String> label = Text.lines(node.label(), 26);
                double text = 24;
                for (String line : label) {
                    text = Math.max(text, Text.width(line, 11));
                }
                for (String line : who) {
                    text = Math.max(text, Text.width(line, 10));
                }
                double half = Math.max(16, (label.size() + who.size()) * LINE / 2 + 6);
                yield new Box(node, 0, 0, text / 2 + 10, text / 2 + 10, half, label, who);
            }
        };
    }

    private static List<String> title(Node node) {
        return node.label().isBlank() ? List.of() : Text.lines(node.label().replace('_', ' '), LABEL_WIDTH);
    }

    /** The lines of an edge's label; one with more lines than there is room for is a footnote. */
    List<String> label(Edge edge, int most) {
        String text = edge.label();
        if (text.isBlank()) {
            return List.of();
        }
        List<String> lines = Text.lines(text, 24);
        if (lines.size() <= most) {
            return lines;
        }
        return footnote(text);
    }

    /** The number that stands on an edge instead of its label; the same for the same text. */
    List<String> footnote(String text) {
        if (!footnotes.contains(text)) {
            footnotes.add(text);
        }
        return List.of("[" + (footnotes.indexOf(text) + 1) + "]");
    }

    private void place(Sheet sheet, double most) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        int start = 0;
        int end = -1;
        for (Node node : sheet.nodes()) {
            if (numbers.putIfAbsent(node.id(), items.size()) == null) {
                start = node.shape() == Shape.START ? items.size() : start;
                end = node.shape() == Shape.END ? items.size() : end;
                items.add(box(node));
            }
        }
        List<Layers.Edge> routed = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        for (Edge edge : sheet.edges()) {
            Integer from = numbers.get(edge.from());
            Integer to = numbers.get(edge.to());
            if (from != null && to != null) {
                routed.add(new Layers.Edge(from, to, edge.label().isBlank() ? 1 : 2));
                edges.add(edge);
            }
        }
        Layers layers = Layers.of(items.size(), routed, start, end);
        List<List<String>> texts = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            List<String> text = label(edges.get(i), 3);
            texts.add(text);
            if (!text.isEmpty() && !layers.routes().get(i).points().isEmpty()) {
                labels.put(layers.routes().get(i).points().getFirst(), text);
            }
        }
        double[][] columns = columns(layers);
        level(layers);
        int[] columnOf = new int[y.length];
        for (int column = 0; column < columns.length; column++) {
            for (int item : layers.columns().get(column)) {
                columnOf[item] = column;
                if (item < items.size()) {
                    Box box = items.get(item).moved((columns[column][0] + columns[column][1]) / 2, y[item]);
                    items.set(item, box);
                    boxes.put(box.node().id(), box);
                }
            }
        }
        for (int i = 0; i < edges.size(); i++) {
            Layers.Route route = layers.routes().get(i);
            Label label = null;
            if (!texts.get(i).isEmpty() && !route.points().isEmpty()) {
                int point = route.points().getFirst();
                label = new Label(texts.get(i), (columns[columnOf[point]][0] + columns[columnOf[point]][1]) / 2, y[point] - 4);
            }
            lines.add(new Line(edges.get(i), line(route, columns, columnOf), label));
        }
        if (most > 0 && width > most) {
            new Rows(this, columns, most).wrap();
        }
    }

    /** The left and right border of each column. */
    private double[][] columns(Layers layers) {
        double[][] borders = new double[layers.columns().size()][2];
        double x = MARGIN;
        for (int column = 0; column < borders.length; column++) {
            double widest = 0;
            for (int item : layers.columns().get(column)) {
                double own = item < items.size() ? Math.max(SIZE + 2 * STRIP, items.get(item).width()) : 0;
                for (String line : labels.getOrDefault(item, List.of())) {
                    own = Math.max(own, Text.width(line, 10.5) + 6);
                }
                widest = Math.max(widest, own);
            }
            borders[column][0] = x;
            borders[column][1] = x + widest;
            x += widest + GAP;
        }
        width = x - GAP + MARGIN;
        return borders;
    }

    private double above(int item) {
        return item < items.size() ? items.get(item).half() + (items.get(item).node().stacked() ? 5 : 0) : LANE + labels.getOrDefault(item, List.of()).size() * LINE;
    }

    private double below(int item) {
        return item < items.size() ? items.get(item).below() : LANE;
    }

    /** Heights: each column in turn goes where its neighbours on one side are, then where those on the other side are. */
    private void level(Layers layers) {
        int count = 0;
        for (List<Integer> column : layers.columns()) {
            count += column.size();
        }
        y = new double[count];
        for (List<Integer> column : layers.columns()) {
            double[] wanted = new double[column.size()];
            spread(column, wanted);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < layers.columns().size(); i++) {
                boolean forward = round % 2 == 0;
                List<Integer> column = layers.columns().get(forward ? i : layers.columns().size() - 1 - i);
                double[] wanted = new double[column.size()];
                for (int j = 0; j < wanted.length; j++) {
                    int item = column.get(j);
                    // The last rounds look both ways, which keeps long lines straight.
                    List<Integer> near = new ArrayList<>(forward || round > ROUNDS - 4 ? layers.before(item) : layers.after(item));
                    if (round > ROUNDS - 4) {
                        near.addAll(layers.after(item));
                    }
                    Integer beside = layers.beside(item);
                    if (beside != null) {
                        near.add(beside);
                    }
                    wanted[j] = near.stream().mapToDouble(each -> y[each]).average().orElse(y[item]);
                }
                spread(column, wanted);
            }
        }
        straighten(layers);
        gather(layers);
        double top = Double.MAX_VALUE;
        double bottom = 0;
        for (int item = 0; item < count; item++) {
            top = Math.min(top, y[item] - above(item));
        }
        for (int item = 0; item < count; item++) {
            y[item] += MARGIN - top;
            bottom = Math.max(bottom, y[item] + below(item));
        }
        height = bottom + MARGIN;
    }

    /** What is not connected with the rest goes near to it: nothing else holds it anywhere. */
    private void gather(Layers layers) {
        int[] part = parts(layers);
        double top = Double.MAX_VALUE;
        for (int item = 0; item < y.length; item++) {
            top = part[item] == part[0] ? Math.min(top, y[item] - above(item)) : top;
        }
        for (int other = 0; other < y.length; other++) {
            if (part[other] != other || other == part[0]) {
                continue;
            }
            double up = Double.MAX_VALUE;
            double down = Double.MAX_VALUE;
            for (List<Integer> column : layers.columns()) {
                for (int i = 0; i < column.size(); i++) {
                    int item = column.get(i);
                    if (part[item] == other) {
                        boolean first = i == 0 || part[column.get(i - 1)] == other;
                        boolean last = i == column.size() - 1 || part[column.get(i + 1)] == other;
                        double roof = i == 0 ? top : first ? -Double.MAX_VALUE : y[column.get(i - 1)] + below(column.get(i - 1)) + BETWEEN;
                        up = Math.min(up, y[item] - above(item) - roof);
                        double floor = last ? Double.MAX_VALUE : y[column.get(i + 1)] - above(column.get(i + 1)) - BETWEEN;
                        down = Math.min(down, Math.min(floor - y[item] - below(item), Math.max(0, top - y[item] + above(item))));
                    }
                }
            }
            double shift = up > 0 && up < Double.MAX_VALUE ? -up : down > 0 && down < Double.MAX_VALUE ? down : 0;
            for (int item = 0; item < y.length; item++) {
                y[item] += part[item] == other ? shift : 0;
            }
        }
    }

    /** For each item the lowest number of what is connected with it. */
    private int[] parts(Layers layers) {
        int[] part = new int[y.length];
        for (int item = 0; item < part.length; item++) {
            part[item] = item;
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int item = 0; item < part.length; item++) {
                List<Integer> near = new ArrayList<>(layers.before(item));
                near.addAll(layers.after(item));
                Integer beside = layers.beside(item);
                if (beside != null) {
                    near.add(beside);
                }
                for (int other : near) {
                    int least = Math.min(part[item], part[other]);
                    changed |= part[item] != least || part[other] != least;
                    part[item] = least;
                    part[other] = least;
                }
            }
        }
        return part;
    }

    /** What has one way in that is also the only way out of what is before goes level with it, where there is room. */
    private void straighten(Layers layers) {
        for (List<Integer> column : layers.columns()) {
            double[] wanted = new double[column.size()];
            for (int i = 0; i < wanted.length; i++) {
                int item = column.get(i);
                List<Integer> before = layers.before(item);
                boolean only = before.size() == 1 && layers.after(before.getFirst()).size() == 1;
                wanted[i] = only ? y[before.getFirst()] : y[item];
            }
            spread(column, wanted);
        }
    }

    /**
     * The heights nearest to those wanted that keep order and distance: pools of neighbours that would overlap move to their
     * common average (isotonic regression).
     */
    private void spread(List<Integer> column, double[] wanted) {
        int count = column.size();
        double[] offset = new double[count];
        for (int i = 1; i < count; i++) {
            offset[i] = offset[i - 1] + below(column.get(i - 1)) + above(column.get(i)) + BETWEEN;
        }
        double[] sum = new double[count];
        double[] weight = new double[count];
        int[] size = new int[count];
        int pools = 0;
        for (int i = 0; i < count; i++) {
            double heavy = column.get(i) < items.size() ? 1 : 3;
            sum[pools] = heavy * (wanted[i] - offset[i]);
            weight[pools] = heavy;
            size[pools] = 1;
            pools++;
            while (pools > 1 && sum[pools - 2] / weight[pools - 2] > sum[pools - 1] / weight[pools - 1]) {
                sum[pools - 2] += sum[pools - 1];
                weight[pools - 2] += weight[pools - 1];
                size[pools - 2] += size[pools - 1];
                pools--;
            }
        }
        int item = 0;
        for (int pool = 0; pool < pools; pool++) {
            for (int i = 0; i < size[pool]; i++, item++) {
                y[column.get(item)] = sum[pool] / weight[pool] + offset[item];
            }
        }
    }

    private List<Point> line(Layers.Route route, double[][] columns, int[] columnOf) {
        Box from = items.get(route.edge().from());
        Box to = items.get(route.edge().to());
        Point exit = new Point(from.x() + from.right(), from.y());
        Point entry = new Point(to.x() - to.left(), to.y());
        List<Point> points = new ArrayList<>(List.of(exit));
        double out = columns[columnOf[route.edge().from()]][1];
        double in = columns[columnOf[route.edge().to()]][0];
        if (route.back()) {
            // Out to the right, down or up to the lane, back along it, and in from the left. Beside a node each has an upright of its
            // own, and does not leave where lines leave that go on.
            double right = out + upright(returns, columnOf[route.edge().from()]);
            double left = in - upright(arrivals, columnOf[route.edge().to()]);
            exit = aside(from, y[route.points().getFirst()] > from.y(), true);
            entry = aside(to, y[route.points().getLast()] > to.y(), false);
            points.set(0, exit);
            points.add(new Point(right, exit.y()));
            points.add(new Point(right, y[route.points().getFirst()]));
            for (int i = 0; i + 1 < route.points().size(); i++) {
                int point = route.points().get(i);
                int next = route.points().get(i + 1);
                points.add(new Point(columns[columnOf[point]][0], y[point]));
                points.add(new Point(columns[columnOf[next]][1], y[next]));
            }
            points.add(new Point(left, y[route.points().getLast()]));
            points.add(new Point(left, entry.y()));
        } else {
            points.add(new Point(Math.max(out, exit.x()), from.y()));
            for (int point : route.points()) {
                points.add(new Point(columns[columnOf[point]][0], y[point]));
                points.add(new Point(columns[columnOf[point]][1], y[point]));
            }
            points.add(new Point(Math.min(in, entry.x()) - 2, to.y()));
        }
        points.add(entry);
        return points;
    }

    /** How far from its column the next line back goes up or down. It stays on the column's side of a break between rows. */
    private static double upright(Map<Integer, Integer> taken, int column) {
        return GAP / 4 + (taken.merge(column, 1, Integer::sum) - 1) % 3 * 5;
    }

    /** Where a line back leaves or enters a symbol: a little below its middle, or above. */
    private static Point aside(Box box, boolean below, boolean right) {
        double dy = box.half() / 2.5;
        boolean round = box.node().shape() == Shape.START || box.node().shape() == Shape.END || box.node().shape() == Shape.PLACE;
        double reach = right ? box.right() : box.left();
        double dx = round ? Math.sqrt(reach * reach - dy * dy) : reach;
        return new Point(box.x() + (right ? dx : -dx), box.y() + (below ? dy : -dy));
    }

    Box box(String id) {
        return Objects.requireNonNull(boxes.get(id), "every node has a place");
    }
}
