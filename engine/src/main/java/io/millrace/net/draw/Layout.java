package io.millrace.net.draw;

import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.Node;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where everything of one net is drawn. Columns come from {@link Layers}; within a column each item is drawn towards the
 * middle of its neighbours, as near as order and distance allow. Lines run level inside of columns, where the labels are, and
 * slant only between them.
 */
final class Layout {
    static final double SIZE = 44;
    static final double STRIP = 12;
    static final double LINE = 13;
    private static final double GAP = 58;
    private static final double BETWEEN = 16;
    private static final double LANE = 7;
    private static final double MARGIN = 20;
    private static final double CHARACTER = 6.1;
    private static final int ROUNDS = 16;

    record Point(double x, double y) {}

    /** A node with the middle of its symbol and the lines of its label; whether its junctions are shown, if it is a task. */
    record Box(Node node, boolean joins, boolean splits, double x, double y, List<String> label) {
        /** How far its symbol reaches to the left of its middle, or to the right. */
        double reach(boolean right) {
            return switch (node) {
                case Condition condition -> SIZE / 2 - 4;
                case NetTask task -> SIZE / 2 + ((right ? splits : joins) ? STRIP : 0);
            };
        }
    }

    /** A flow with the points of its line. */
    record Line(Flow flow, List<Point> points) {}

    final Map<String, Box> boxes = new LinkedHashMap<>();
    final List<Line> lines = new ArrayList<>();
    double width;
    double height;

    private final List<Node> nodes = new ArrayList<>();
    private final List<List<String>> labels = new ArrayList<>();
    private double[] y = {};

    private Layout() {}

    static Layout of(Net net) {
        Layout layout = new Layout();
        layout.place(net);
        return layout;
    }

    private void place(Net net) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        int start = 0;
        int end = -1;
        List<Node> all = new ArrayList<>(net.conditions());
        all.addAll(net.tasks());
        for (Node node : all) {
            if (numbers.putIfAbsent(node.name(), nodes.size()) != null) {
                continue;
            }
            start = node instanceof Condition condition && condition.kind() == Condition.Kind.INPUT ? nodes.size() : start;
            end = node instanceof Condition condition && condition.kind() == Condition.Kind.OUTPUT ? nodes.size() : end;
            nodes.add(node);
            labels.add(Symbols.wrapped(node.title()));
        }
        List<Layers.Edge> edges = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        for (Flow flow : net.flows()) {
            Integer from = numbers.get(flow.from());
            Integer to = numbers.get(flow.to());
            if (from != null && to != null) {
                edges.add(new Layers.Edge(from, to));
                flows.add(flow);
            }
        }
        Layers layers = Layers.of(nodes.size(), edges, start, end);
        double[][] columns = columns(layers);
        level(layers);
        for (int column = 0; column < columns.length; column++) {
            for (int item : layers.columns().get(column)) {
                if (item < nodes.size()) {
                    double middle = (columns[column][0] + columns[column][1]) / 2;
                    boxes.put(nodes.get(item).name(), box(nodes.get(item), flows, middle, y[item], labels.get(item)));
                }
            }
        }
        int[] columnOf = new int[y.length];
        for (int column = 0; column < columns.length; column++) {
            for (int item : layers.columns().get(column)) {
                columnOf[item] = column;
            }
        }
        for (int i = 0; i < flows.size(); i++) {
            lines.add(new Line(flows.get(i), line(layers.routes().get(i), columns, columnOf)));
        }
    }

    /** One way in or out needs no junction, unless it is told as an unusual one. */
    private static Box box(Node node, List<Flow> flows, double x, double y, List<String> label) {
        boolean joins = flows.stream().filter(flow -> flow.to().equals(node.name())).count() > 1;
        boolean splits = flows.stream().filter(flow -> flow.from().equals(node.name())).count() > 1;
        return switch (node) {
            case Condition condition -> new Box(condition, false, false, x, y, label);
            case NetTask task -> new Box(task, joins || task.join() == Junction.OR, splits || task.split() == Junction.OR, x, y, label);
        };
    }

    /** The left and right border of each column. */
    private double[][] columns(Layers layers) {
        double[][] borders = new double[layers.columns().size()][2];
        double x = MARGIN;
        for (int column = 0; column < borders.length; column++) {
            double widest = 0;
            for (int item : layers.columns().get(column)) {
                widest = Math.max(widest, item < nodes.size() ? widthOf(item) : 0);
            }
            borders[column][0] = x;
            borders[column][1] = x + widest;
            x += widest + GAP;
        }
        width = x - GAP + MARGIN;
        return borders;
    }

    private double widthOf(int node) {
        int longest = labels.get(node).stream().mapToInt(String::length).max().orElse(0);
        return Math.max(SIZE + 2 * STRIP, longest * CHARACTER);
    }

    private double above(int item) {
        return item < nodes.size() ? SIZE / 2 : LANE;
    }

    private double below(int item) {
        return item < nodes.size() ? SIZE / 2 + 4 + labels.get(item).size() * LINE : LANE;
    }

    /** Heights: each column in turn goes where its neighbours on one side are, then where those on the other side are. */
    private void level(Layers layers) {
        int items = 0;
        for (List<Integer> column : layers.columns()) {
            items += column.size();
        }
        y = new double[items];
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
        double top = Double.MAX_VALUE;
        double bottom = 0;
        for (int item = 0; item < items; item++) {
            top = Math.min(top, y[item] - above(item));
        }
        for (int item = 0; item < items; item++) {
            y[item] += MARGIN - top;
            bottom = Math.max(bottom, y[item] + below(item));
        }
        height = bottom + MARGIN;
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
            double heavy = column.get(i) < nodes.size() ? 1 : 3;
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
        Box from = box(route.edge().from());
        Box to = box(route.edge().to());
        Point exit = new Point(from.x() + from.reach(true), from.y());
        Point entry = new Point(to.x() - to.reach(false), to.y());
        List<Point> points = new ArrayList<>(List.of(exit));
        double out = columns[columnOf[route.edge().from()]][1];
        double in = columns[columnOf[route.edge().to()]][0];
        if (route.back()) {
            // Out to the right, down or up to the lane, back along it, and in from the left.
            double right = out + GAP / 4;
            double left = in - GAP / 4;
            points.add(new Point(right, from.y()));
            points.add(new Point(right, y[route.points().getFirst()]));
            for (int i = 0; i + 1 < route.points().size(); i++) {
                int point = route.points().get(i);
                int next = route.points().get(i + 1);
                points.add(new Point(columns[columnOf[point]][0], y[point]));
                points.add(new Point(columns[columnOf[next]][1], y[next]));
            }
            points.add(new Point(left, y[route.points().getLast()]));
            points.add(new Point(left, to.y()));
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

    private Box box(int node) {
        Box box = boxes.get(nodes.get(node).name());
        if (box == null) {
            throw new IllegalStateException("every node has a column");
        }
        return box;
    }
}
