package io.millrace.draw;

import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Point;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Layout.Box;
import io.millrace.draw.Layout.Label;
import io.millrace.draw.Layout.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The layout that a file brings along: nodes where it has them, lines with its bends. It is stretched as far as our symbols and labels need
 * more room than those for which it was made.
 */
final class OwnLayout {
    private static final double MOST_STRETCH = 3;
    private static final double GAP = 14;

    private final Sheet sheet;
    private final Layout layout;
    private double acrossBy = 1;
    private double downBy = 1;
    private double left = Double.MAX_VALUE;
    private double top = Double.MAX_VALUE;

    OwnLayout(Sheet sheet, Layout layout) {
        this.sheet = sheet;
        this.layout = layout;
    }

    /** Whether every node has its place, each another one. */
    static boolean has(Sheet sheet) {
        return !sheet.nodes().isEmpty()
                && sheet.nodes().stream().allMatch(node -> node.at() != null)
                && sheet.nodes().stream().map(Node::at).distinct().count() == sheet.nodes().size();
    }

    void place() {
        stretch();
        for (Node node : sheet.nodes()) {
            Point at = spread(Objects.requireNonNull(node.at()));
            Box box = Layout.box(node).moved(at.x(), at.y());
            layout.boxes.put(node.id(), box);
            left = Math.min(left, box.x() - box.width() / 2);
            top = Math.min(top, box.y() - box.half());
        }
        for (Edge edge : sheet.edges()) {
            for (Point bend : edge.bends()) {
                left = Math.min(left, spread(bend).x());
                top = Math.min(top, spread(bend).y());
            }
        }
        double dx = Layout.MARGIN - left;
        double dy = Layout.MARGIN + 10 - top;
        layout.boxes.replaceAll((id, box) -> box.moved(dx, dy));
        for (Box box : layout.boxes.values()) {
            layout.width = Math.max(layout.width, box.x() + box.width() / 2 + Layout.MARGIN);
            layout.height = Math.max(layout.height, box.y() + box.below() + Layout.MARGIN);
        }
        for (Edge edge : sheet.edges()) {
            if (layout.boxes.containsKey(edge.from()) && layout.boxes.containsKey(edge.to())) {
                line(edge, dx, dy);
            }
        }
    }

    private Point spread(Point point) {
        return new Point(point.x() * acrossBy, point.y() * downBy);
    }

    /** Just as much as the tightest pair needs: beside each other where they are farther apart across, else below each other. */
    private void stretch() {
        List<Box> boxes = sheet.nodes().stream().map(Layout::box).toList();
        for (int i = 0; i < boxes.size(); i++) {
            for (int j = i + 1; j < boxes.size(); j++) {
                Point one = Objects.requireNonNull(boxes.get(i).node().at());
                Point other = Objects.requireNonNull(boxes.get(j).node().at());
                double across = Math.abs(one.x() - other.x());
                double down = Math.abs(one.y() - other.y());
                double wide = (boxes.get(i).width() + boxes.get(j).width()) / 2 + GAP;
                boolean first = one.y() < other.y();
                Box upper = boxes.get(first ? i : j);
                Box lower = boxes.get(first ? j : i);
                double high = upper.below() + lower.half() + GAP;
                if (across * acrossBy >= wide || down * downBy >= high) {
                    continue;
                }
                double byAcross = across == 0 ? Double.MAX_VALUE : wide / across;
                double byDown = down == 0 ? Double.MAX_VALUE : high / down;
                if (byAcross <= byDown) {
                    acrossBy = Math.min(MOST_STRETCH, byAcross);
                } else {
                    downBy = Math.min(MOST_STRETCH, byDown);
                }
            }
        }
    }

    private void line(Edge edge, double dx, double dy) {
        Box from = layout.box(edge.from());
        Box to = layout.box(edge.to());
        List<Point> inner = new ArrayList<>();
        for (Point bend : edge.bends()) {
            Point at = spread(bend);
            inner.add(new Point(at.x() + dx, at.y() + dy));
        }
        inner.removeIf(point -> inside(from, point) || inside(to, point));
        Point first = inner.isEmpty() ? new Point(to.x(), to.y()) : inner.getFirst();
        Point last = inner.isEmpty() ? new Point(from.x(), from.y()) : inner.getLast();
        List<Point> points = new ArrayList<>();
        points.add(border(from, first));
        points.addAll(inner);
        points.add(border(to, last));
        for (Point point : points) {
            layout.width = Math.max(layout.width, point.x() + Layout.MARGIN);
            layout.height = Math.max(layout.height, point.y() + Layout.MARGIN);
        }
        List<String> text = layout.label(edge, 1);
        Label label = null;
        if (!text.isEmpty()) {
            Point one = points.getFirst();
            Point other = points.get(1);
            label = new Label(text, one.x() + (other.x() - one.x()) * 0.55, one.y() + (other.y() - one.y()) * 0.55 - 4);
        }
        layout.lines.add(new Line(edge, points, label));
    }

    private static boolean inside(Box box, Point point) {
        return point.x() > box.x() - box.left() && point.x() < box.x() + box.right() && Math.abs(point.y() - box.y()) < box.half();
    }

    /** Where a line to a point leaves the symbol: at its sides where the way goes to a side, where joins and splits are. */
    private static Point border(Box box, Point to) {
        double dx = to.x() - box.x();
        double dy = to.y() - box.y();
        double reach = dx >= 0 ? box.right() : box.left();
        if (Math.abs(dx) > reach + 6 && Math.abs(dx) >= Math.abs(dy) * 0.6) {
            return new Point(box.x() + Math.signum(dx) * reach, box.y());
        }
        // Below the symbol is its label, through which no line goes.
        double down = dy > 0 ? box.below() : box.half();
        double share = Math.min(dx == 0 ? Double.MAX_VALUE : Math.max(reach, dy > 0 ? box.width() / 2 : 0) / Math.abs(dx), dy == 0 ? Double.MAX_VALUE : down / Math.abs(dy));
        return share == Double.MAX_VALUE ? new Point(box.x(), box.y()) : new Point(box.x() + dx * share, box.y() + dy * share);
    }
}
