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
import org.jspecify.annotations.Nullable;

/**
 * The layout that a file brings along: nodes where it has them, lines with its bends. It is stretched as far as our symbols and labels need
 * more room than those for which it was made.
 */
final class OwnLayout {
    private static final double MOST_STRETCH = 3;
    private static final double GAP = 14;

    /** How far the ends of an upright part of a line may be apart across. */
    private static final double UPRIGHT = 30;

    /** Where along its line a label is tried. */
    private static final double[] SHARES = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};

    private final List<Area> labels = new ArrayList<>();
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
        for (int i = 0; i + 1 < inner.size(); i++) {
            clear(inner, i, from, to);
        }
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
        layout.lines.add(new Line(edge, points, label(edge, points)));
    }

    /** An upright part of a line goes beside a node that is in its way: our symbols are larger than those of the file's editor. */
    private void clear(List<Point> inner, int part, Box from, Box to) {
        Point one = inner.get(part);
        Point other = inner.get(part + 1);
        if (Math.abs(one.x() - other.x()) > UPRIGHT) {
            return;
        }
        Area swept = new Area(Math.min(one.x(), other.x()) - 1, Math.min(one.y(), other.y()), Math.max(one.x(), other.x()) + 1, Math.max(one.y(), other.y()));
        for (Box box : layout.boxes.values()) {
            boolean end = box.equals(from) || box.equals(to);
            if (!end && (swept.meets(symbol(box)) || swept.meets(words(box)))) {
                double reach = Math.max(Math.max(box.left(), box.right()), box.width() / 2) + 8;
                double side = (one.x() + other.x()) / 2 < box.x() ? box.x() - reach : box.x() + reach;
                inner.set(part, new Point(side, one.y()));
                inner.set(part + 1, new Point(side, other.y()));
                return;
            }
        }
    }

    /** What stands on a line: its label if there is room for it between symbols and other labels, else the number of a footnote. */
    private @Nullable Label label(Edge edge, List<Point> points) {
        List<String> text = layout.label(edge, 1);
        if (text.isEmpty()) {
            return null;
        }
        Label label = fitting(text, points);
        if (label == null) {
            text = layout.footnote(edge.label());
            label = fitting(text, points);
        }
        Label placed = label == null ? at(text, points, 0.5) : label;
        labels.add(area(placed));
        return placed;
    }

    private @Nullable Label fitting(List<String> text, List<Point> points) {
        for (double share : SHARES) {
            Label on = at(text, points, share);
            double width = area(on).right() - area(on).left();
            for (double aside : new double[] {0, width / 2 + 4, -width / 2 - 4}) {
                Label label = new Label(text, on.x() + aside, aside == 0 ? on.y() : on.y() + 8);
                if (isFree(area(label))) {
                    return label;
                }
            }
        }
        return null;
    }

    private boolean isFree(Area area) {
        return area.left() > 0
                && labels.stream().noneMatch(area::meets)
                && layout.boxes.values().stream().noneMatch(box -> area.meets(symbol(box)) || area.meets(words(box)));
    }

    /** A label above the point of a line to which a share of its length leads. */
    private static Label at(List<String> text, List<Point> points, double share) {
        double length = 0;
        for (int i = 0; i + 1 < points.size(); i++) {
            length += distance(points.get(i), points.get(i + 1));
        }
        double left = length * share;
        for (int i = 0; i + 1 < points.size(); i++) {
            Point one = points.get(i);
            Point other = points.get(i + 1);
            double part = distance(one, other);
            if (left <= part || i + 2 == points.size()) {
                double on = part == 0 ? 0 : Math.min(1, left / part);
                return new Label(text, one.x() + (other.x() - one.x()) * on, one.y() + (other.y() - one.y()) * on - 4);
            }
            left -= part;
        }
        return new Label(text, points.getFirst().x(), points.getFirst().y());
    }

    private static double distance(Point one, Point other) {
        return Math.hypot(other.x() - one.x(), other.y() - one.y());
    }

    private static Area area(Label label) {
        double width = 0;
        for (String line : label.lines()) {
            width = Math.max(width, Text.width(line, 10.5));
        }
        double top = label.y() - 10 - (label.lines().size() - 1) * Layout.LINE;
        return new Area(label.x() - width / 2 - 2, top, label.x() + width / 2 + 2, label.y() + 3);
    }

    private static Area symbol(Box box) {
        return new Area(box.x() - box.left(), box.y() - box.half(), box.x() + box.right(), box.y() + box.half());
    }

    private static Area words(Box box) {
        return new Area(box.x() - box.width() / 2, box.y() + box.half(), box.x() + box.width() / 2, box.y() + box.below());
    }

    /** A rectangle. */
    private record Area(double left, double top, double right, double bottom) {
        boolean meets(Area other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    /** Whether a point is in the symbol, or in what is written under it. */
    private static boolean inside(Box box, Point point) {
        boolean under = point.y() >= box.y() && point.y() < box.y() + box.below() && Math.abs(point.x() - box.x()) < box.width() / 2;
        return under || point.x() > box.x() - box.left() && point.x() < box.x() + box.right() && Math.abs(point.y() - box.y()) < box.half();
    }

    /** Where a line to a point leaves the symbol: at its sides where the way goes to a side, where joins and splits are. */
    private static Point border(Box box, Point to) {
        double dx = to.x() - box.x();
        double dy = to.y() - box.y();
        double reach = dx >= 0 ? box.right() : box.left();
        // A steep way down from a side would go through what is written under the symbol.
        boolean written = dy > box.half() && reach + (Math.abs(dx) - reach) * box.half() / dy < box.width() / 2;
        if (!written && Math.abs(dx) > reach + 6 && Math.abs(dx) >= Math.abs(dy) * 0.6) {
            return new Point(box.x() + Math.signum(dx) * reach, box.y());
        }
        // Below the symbol is its label, through which no line goes.
        double down = dy > 0 ? box.below() : box.half();
        double share = Math.min(dx == 0 ? Double.MAX_VALUE : Math.max(reach, dy > 0 ? box.width() / 2 : 0) / Math.abs(dx), dy == 0 ? Double.MAX_VALUE : down / Math.abs(dy));
        return share == Double.MAX_VALUE ? new Point(box.x(), box.y()) : new Point(box.x() + dx * share, box.y() + dy * share);
    }
}
