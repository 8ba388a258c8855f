package io.millrace.draw;

import io.millrace.draw.Figure.Point;
import io.millrace.draw.Layout.Box;
import io.millrace.draw.Layout.Label;
import io.millrace.draw.Layout.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Breaks a wide layout into rows. Columns stay whole. A line that goes on in the next row leaves its row at the right, runs back between the
 * rows in a lane of its own, and comes in from the left; lanes are nested so that lines do not cross there.
 */
final class Rows {
    private static final double LANE = 8;
    private static final double EDGE = 12;

    private final Layout layout;
    private final double[][] columns;
    private final double most;
    /** The middles of the gaps at which rows end, and the infinite. */
    private final List<Double> breaks = new ArrayList<>();

    Rows(Layout layout, double[][] columns, double most) {
        this.layout = layout;
        this.columns = columns;
        this.most = most;
    }

    /** A line that crosses a break at a height. */
    private record Crossing(Line line, double y) {}

    void wrap() {
        choose();
        int rows = breaks.size();
        List<List<Crossing>> crossings = new ArrayList<>();
        int lanes = 0;
        for (int row = 0; row + 1 < rows; row++) {
            crossings.add(crossings(breaks.get(row)));
            lanes = Math.max(lanes, crossings.getLast().size());
        }
        double side = Layout.MARGIN + (lanes == 0 ? 0 : EDGE + lanes * LANE);
        double[] dx = new double[rows];
        double[] dy = new double[rows];
        double[] right = new double[rows];
        double[] bottom = new double[rows];
        double at = 0;
        double widest = 0;
        for (int row = 0; row < rows; row++) {
            double from = first(row);
            double to = last(row);
            double[] extent = extent(row);
            dx[row] = side - from;
            dy[row] = at + Layout.MARGIN - extent[0];
            right[row] = to + dx[row];
            bottom[row] = extent[1] + dy[row];
            int crossing = row + 1 < rows ? crossings.get(row).size() : 0;
            at = bottom[row] + (crossing == 0 ? 0 : EDGE + crossing * LANE);
            widest = Math.max(widest, right[row]);
        }
        layout.boxes.replaceAll((id, box) -> box.moved(dx[row(box.x())], dy[row(box.x())]));
        layout.lines.replaceAll(line -> moved(line, crossings, dx, dy, right, bottom, side));
        layout.width = widest + side;
        layout.height = at + Layout.MARGIN;
    }

    /** Where rows end: as far right as they can, but rather where few lines are cut. */
    private void choose() {
        double room = Math.max(300, most - 2 * Layout.MARGIN - 80);
        int first = 0;
        while (columns[columns.length - 1][1] - columns[first][0] > room) {
            int last = first;
            while (last + 1 < columns.length && columns[last + 1][1] - columns[first][0] <= room) {
                last++;
            }
            int best = last;
            for (int column = last; column >= first && columns[column][1] - columns[first][0] > room * 0.6; column--) {
                if (crossings(after(column)).size() < crossings(after(best)).size()) {
                    best = column;
                }
            }
            breaks.add(after(best));
            first = best + 1;
        }
        breaks.add(Double.MAX_VALUE);
    }

    private double after(int column) {
        return column + 1 < columns.length ? (columns[column][1] + columns[column + 1][0]) / 2 : Double.MAX_VALUE;
    }

    private int row(double x) {
        int row = 0;
        while (x > breaks.get(row)) {
            row++;
        }
        return row;
    }

    private double first(int row) {
        double after = row == 0 ? 0 : breaks.get(row - 1);
        for (double[] column : columns) {
            if (column[0] > after) {
                return column[0];
            }
        }
        return 0;
    }

    private double last(int row) {
        double last = 0;
        for (double[] column : columns) {
            last = column[1] < breaks.get(row) ? column[1] : last;
        }
        return last;
    }

    private List<Crossing> crossings(double x) {
        List<Crossing> found = new ArrayList<>();
        for (Line line : layout.lines) {
            for (int i = 0; i + 1 < line.points().size(); i++) {
                Point one = line.points().get(i);
                Point other = line.points().get(i + 1);
                if (one.x() <= x != other.x() <= x) {
                    found.add(new Crossing(line, cut(one, other, x).y()));
                }
            }
        }
        found.sort(Comparator.comparingDouble(Crossing::y));
        return found;
    }

    private static Point cut(Point one, Point other, double x) {
        double share = (x - one.x()) / (other.x() - one.x());
        return new Point(x, one.y() + share * (other.y() - one.y()));
    }

    /** The highest and the lowest that a row has, with what runs through it. */
    private double[] extent(int row) {
        double top = Double.MAX_VALUE;
        double bottom = 0;
        for (Box box : layout.boxes.values()) {
            if (row(box.x()) == row) {
                top = Math.min(top, box.y() - box.half() - 8);
                bottom = Math.max(bottom, box.y() + box.below());
            }
        }
        for (Line line : layout.lines) {
            for (Point point : line.points()) {
                if (row(point.x()) == row) {
                    top = Math.min(top, point.y() - 8);
                    bottom = Math.max(bottom, point.y() + 8);
                }
            }
            Label label = line.label();
            if (label != null && row(label.x()) == row) {
                top = Math.min(top, label.y() - label.lines().size() * Layout.LINE);
            }
        }
        return new double[] {top, bottom};
    }

    private Line moved(Line line, List<List<Crossing>> crossings, double[] dx, double[] dy, double[] right, double[] bottom, double left) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < line.points().size(); i++) {
            Point point = line.points().get(i);
            int row = row(point.x());
            if (i > 0) {
                Point before = line.points().get(i - 1);
                int from = row(before.x());
                for (int at = from; at < row; at++) {
                    points.addAll(connector(line, before.y(), point.y(), at, crossings.get(at), dy, right, bottom, left));
                }
                for (int at = from - 1; at >= row; at--) {
                    points.addAll(connector(line, point.y(), before.y(), at, crossings.get(at), dy, right, bottom, left).reversed());
                }
            }
            points.add(new Point(point.x() + dx[row], point.y() + dy[row]));
        }
        Label label = line.label();
        if (label != null) {
            int row = row(label.x());
            label = new Label(label.lines(), label.x() + dx[row], label.y() + dy[row]);
        }
        return new Line(line.edge(), points, label);
    }

    /** From the right end of a row to the left end of the next; a line slants only between columns, so it crosses one break at a time. */
    private static List<Point> connector(
            Line line, double leaves, double enters, int row, List<Crossing> crossings, double[] dy, double[] right, double[] bottom, double left) {
        int lane = 0;
        while (!crossings.get(lane).line().equals(line) && lane + 1 < crossings.size()) {
            lane++;
        }
        int others = crossings.size() - 1 - lane;
        double out = right[row] + EDGE + others * LANE;
        double in = left - EDGE - lane * LANE;
        double between = bottom[row] + EDGE + others * LANE;
        return List.of(
                new Point(out, leaves + dy[row]), new Point(out, between), new Point(in, between), new Point(in, enters + dy[row + 1]));
    }
}
