package io.millrace.draw;

import io.millrace.draw.Figure.Junction;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Point;
import io.millrace.draw.Figure.Sign;
import io.millrace.draw.Layout.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * YAWL's symbols, drawn around the middle of the symbol. A strip at the left of a task shows its join, one at the right its split: for AND a
 * triangle that points into the task, for XOR one that points away from it, for OR a diamond. Signs are drawn, not written: whether a font
 * has them is not known.
 */
final class Symbols {
    private static final double HALF = Layout.SIZE / 2;
    private static final double CORNER = 4;

    private final Canvas canvas;

    Symbols(Canvas canvas) {
        this.canvas = canvas;
    }

    void node(Box box, boolean fault) {
        Node node = box.node();
        String kind = fault ? "node fault" : "node";
        double x = box.x();
        double y = box.y();
        switch (node.shape()) {
            case START -> {
                canvas.circle(kind, x, y, box.half());
                canvas.polygon("start", points(x - 5, y - 8, x + 9, y, x - 5, y + 8));
            }
            case END -> {
                canvas.circle(kind, x, y, box.half());
                canvas.rect("end", x - 6.5, y - 6.5, 13, 13, 0);
            }
            case PLACE -> canvas.circle(kind, x, y, box.half());
            case BOX -> canvas.rect(kind, x - box.left(), y - box.half(), box.left() + box.right(), 2 * box.half(), 12);
            case TASK -> task(node, kind, x, y);
        }
    }

    private void task(Node node, String kind, double x, double y) {
        if (node.stacked()) {
            canvas.rect(kind, x - HALF + 5, y - HALF - 5, Layout.SIZE, Layout.SIZE, CORNER);
        }
        canvas.rect(kind, x - HALF, y - HALF, Layout.SIZE, Layout.SIZE, CORNER);
        if (node.doubled()) {
            canvas.rect("inner", x - HALF + 4, y - HALF + 4, Layout.SIZE - 8, Layout.SIZE - 8, CORNER - 2);
        }
        strip(x - HALF - Layout.STRIP, y, HALF, node.join(), true);
        strip(x + HALF, y, HALF, node.split(), false);
        int count = node.signs().size();
        for (int i = 0; i < count; i++) {
            sign(node.signs().get(i), x + (count == 1 ? 0 : (i - (count - 1) / 2.0) * 19), y, count == 1 ? 1.15 : 0.9);
        }
    }

    void strip(double x, double y, double half, Junction junction, boolean join) {
        if (junction == Junction.NONE) {
            return;
        }
        double left = x;
        double right = x + Layout.STRIP;
        canvas.rect("node", x, y - half, Layout.STRIP, 2 * half, 0);
        boolean pointsRight = (junction == Junction.AND) == join;
        canvas.polygon("mark", switch (junction) {
            case OR -> points(left, y, (left + right) / 2, y - half, right, y, (left + right) / 2, y + half);
            case AND, XOR, NONE ->
                pointsRight ? points(left, y - half, right, y, left, y + half) : points(right, y - half, left, y, right, y + half);
        });
    }

    /** A sign about 20 wide. */
    void sign(Sign sign, double x, double y, double scale) {
        switch (sign) {
            case PERSON -> {
                canvas.circle("sign", x, y - 4.5 * scale, 3.8 * scale);
                canvas.polygon("sign", arch(x, y + 8 * scale, 7.5 * scale, 7.6 * scale));
            }
            case PROGRAM -> {
                canvas.polygon("sign", gear(x, y, 8.6 * scale, 6 * scale));
                canvas.circle("hole", x, y, 2.8 * scale);
            }
            case ROUTING -> {
                canvas.line("hand", points(x - 8 * scale, y, x + 4 * scale, y), "");
                canvas.polygon("sign", points(x + 3 * scale, y - 4.5 * scale, x + 9 * scale, y, x + 3 * scale, y + 4.5 * scale));
            }
            case PROCESS -> {
                canvas.rect("drawn", x - 8 * scale, y - 6 * scale, 6 * scale, 5 * scale, 1);
                canvas.rect("drawn", x + 2 * scale, y + 1 * scale, 6 * scale, 5 * scale, 1);
                canvas.line("hand", points(x - 2 * scale, y - 3.5 * scale, x + 5 * scale, y - 3.5 * scale, x + 5 * scale, y + 1 * scale), "");
            }
            case TIMER -> {
                canvas.circle("drawn", x, y, 8 * scale);
                canvas.line("hand", points(x, y - 5.5 * scale, x, y, x + 4 * scale, y + 2 * scale), "");
            }
            case EVENT -> {
                canvas.rect("drawn", x - 8.5 * scale, y - 6 * scale, 17 * scale, 12 * scale, 1.5);
                canvas.line("hand", points(x - 8 * scale, y - 5 * scale, x, y + 1 * scale, x + 8 * scale, y - 5 * scale), "");
            }
        }
    }

    private static List<Point> arch(double x, double bottom, double half, double high) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i <= 16; i++) {
            double angle = Math.PI * i / 16;
            points.add(new Point(x - half * Math.cos(angle), bottom - high * Math.sin(angle)));
        }
        return points;
    }

    private static List<Point> gear(double x, double y, double outer, double inner) {
        List<Point> points = new ArrayList<>();
        for (int tooth = 0; tooth < 8; tooth++) {
            for (int part = 0; part < 4; part++) {
                double angle = Math.PI / 4 * (tooth + (part - 1.5) / 4.4);
                double radius = part == 1 || part == 2 ? outer : inner;
                points.add(new Point(x + radius * Math.cos(angle), y + radius * Math.sin(angle)));
            }
        }
        return points;
    }

    static List<Point> points(double... numbers) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) {
            points.add(new Point(numbers[i], numbers[i + 1]));
        }
        return points;
    }
}
