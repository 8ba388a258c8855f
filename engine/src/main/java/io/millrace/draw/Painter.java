package io.millrace.draw;

import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Point;
import io.millrace.draw.Figure.Region;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Layout.Box;
import io.millrace.draw.Layout.Label;
import io.millrace.draw.Layout.Line;
import java.util.ArrayList;
import java.util.List;

/** Draws views on a canvas: headings, graphs, what there is to say under them, and a legend of the symbols that were used. */
final class Painter {
    private static final double HEADING = 34;
    private static final double NOTE = 17;
    private static final double CAPTION = 19;
    private static final double LEAST = 480;

    /** A sheet with its place. */
    private record Placed(Sheet sheet, Layout layout, String heading, double top, Marks marks, List<Told> told, List<String> caption) {
        double bottom() {
            return top + HEADING + layout.height;
        }
    }

    /** A line under a graph. */
    private record Told(String kind, String text) {}

    private final List<Placed> sheets = new ArrayList<>();
    private final Legend legend;
    private final double width;
    private final double height;

    Painter(List<View> views, double most) {
        double widest = LEAST;
        List<Layout> layouts = new ArrayList<>();
        for (View view : views) {
            for (Sheet sheet : view.figure().sheets()) {
                Layout layout = Layout.of(sheet, most);
                layouts.add(layout);
                widest = Math.max(widest, Math.max(layout.width, 40 + Text.width(heading(view.figure(), sheet), 16) * 1.1));
            }
        }
        width = Math.min(widest, Math.max(most, widest));
        double y = 0;
        int next = 0;
        for (View view : views) {
            for (int i = 0; i < view.figure().sheets().size(); i++) {
                Sheet sheet = view.figure().sheets().get(i);
                Layout layout = layouts.get(next++);
                boolean last = i == view.figure().sheets().size() - 1;
                List<String> caption = new ArrayList<>();
                if (last) {
                    view.marks().caption().forEach(sentence -> caption.addAll(fitting(sentence, 13)));
                }
                Placed placed = new Placed(sheet, layout, heading(view.figure(), sheet), y, view.marks(), told(sheet, layout), caption);
                sheets.add(placed);
                y = placed.bottom() + placed.told().size() * NOTE + caption.size() * CAPTION + (placed.told().isEmpty() && caption.isEmpty() ? 0 : 10);
            }
        }
        legend = new Legend(views, width);
        height = y + legend.height();
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    /** A sheet that is called as the whole is not named twice. */
    private static String heading(Figure figure, Sheet sheet) {
        String title = sheet.title().isBlank() ? sheet.name() : sheet.title();
        boolean first = figure.sheets().getFirst().equals(sheet);
        if (!first) {
            return title;
        }
        return title.isBlank() || title.replace('_', ' ').equalsIgnoreCase(figure.title().replace('_', ' ')) ? figure.title() : figure.title() + ": " + title;
    }

    private List<String> fitting(String sentence, double size) {
        return Text.lines(sentence, Math.max(30, (int) ((width - 40) / (size * 0.6))));
    }

    private List<Told> told(Sheet sheet, Layout layout) {
        List<Told> told = new ArrayList<>();
        for (int i = 0; i < layout.footnotes.size(); i++) {
            fitting("[" + (i + 1) + "] " + layout.footnotes.get(i), 12).forEach(line -> told.add(new Told("note", line)));
        }
        for (int i = 0; i < sheet.regions().size(); i++) {
            int number = i;
            fitting(letter(i) + ": " + sheet.regions().get(i).meaning(), 12).forEach(line -> told.add(new Told(Palette.region("told", number), line)));
        }
        sheet.notes().forEach(note -> fitting(note, 12).forEach(line -> told.add(new Told("note", line))));
        return told;
    }

    static String letter(int number) {
        return number < 26 ? Character.toString('A' + number) : letter(number / 26 - 1) + letter(number % 26);
    }

    void paint(Canvas canvas) {
        for (Placed placed : sheets) {
            canvas.text("heading", Layout.MARGIN, placed.top() + 26, placed.heading(), false);
            new OnSheet(canvas, placed.sheet(), placed.layout(), placed.marks(), placed.top() + HEADING).paint();
            double y = placed.bottom() + 2;
            for (Told told : placed.told()) {
                canvas.text(told.kind(), Layout.MARGIN, y, told.text(), false);
                y += NOTE;
            }
            y += placed.caption().isEmpty() ? 0 : 4;
            for (String line : placed.caption()) {
                canvas.text("caption", Layout.MARGIN, y, line, false);
                y += CAPTION;
            }
        }
        legend.paint(canvas, height - legend.height());
    }

    /** The graph of one sheet. */
    private static final class OnSheet {
        private final Canvas canvas;
        private final Symbols symbols;
        private final Sheet sheet;
        private final Layout layout;
        private final Marks marks;
        private final double dy;

        OnSheet(Canvas canvas, Sheet sheet, Layout layout, Marks marks, double dy) {
            this.canvas = canvas;
            this.symbols = new Symbols(canvas);
            this.sheet = sheet;
            this.layout = layout;
            this.marks = marks;
            this.dy = dy;
        }

        void paint() {
            for (int i = 0; i < sheet.regions().size(); i++) {
                region(sheet.regions().get(i), i);
            }
            layout.lines.forEach(this::line);
            layout.boxes.values().forEach(box -> node(box.moved(0, dy)));
            for (Line line : layout.lines) {
                Label label = line.label();
                if (label != null) {
                    double baseline = label.y() + dy - (label.lines().size() - 1) * Layout.LINE;
                    for (String text : label.lines()) {
                        canvas.text("guard", label.x(), baseline, text, true);
                        baseline += Layout.LINE;
                    }
                }
                if (!line.edge().mark().isEmpty()) {
                    Point middle = middle(line);
                    token(marks.tokens(sheet.name(), line.edge().mark()), middle.x(), middle.y());
                }
            }
            for (int i = 0; i < sheet.regions().size(); i++) {
                badges(sheet.regions().get(i), i);
            }
        }

        private void node(Box box) {
            boolean fault = marks.isFault(sheet.name(), box.node().id());
            canvas.begin(fault ? "fault" : "", box.node().id());
            symbols.node(box, fault);
            boolean inside = box.node().shape() == Shape.BOX;
            double baseline = inside ? box.y() - (box.label().size() + box.who().size()) * Layout.LINE / 2 + 10 : box.y() + box.half() + 13;
            for (String line : box.label()) {
                canvas.text(fault ? "label fault" : "label", box.x(), baseline, line, true);
                baseline += Layout.LINE;
            }
            for (String line : box.who()) {
                canvas.text("who", box.x(), baseline, line, true);
                baseline += Layout.LINE;
            }
            canvas.end();
            // In the middle of a symbol that has something to read there a token would hide it.
            boolean corner = inside || !box.node().signs().isEmpty();
            double reach = inside ? box.right() - 6 : Layout.SIZE / 2 - 4;
            token(marks.tokens(sheet.name(), box.node().id()), box.x() + (corner ? reach : 0), box.y() + (corner ? box.half() - 4 : 0));
        }

        private void line(Line line) {
            Edge edge = line.edge();
            boolean fault = marks.isFault(sheet.name(), edge.mark());
            List<Point> points = line.points().stream().map(point -> new Point(point.x(), point.y() + dy)).toList();
            String kind = fault ? "flow fault" : edge.dashed() ? "message" : "flow";
            canvas.line(kind, points, edge.label());
            head(fault ? "head fault" : "head", points);
            if (edge.otherwise()) {
                tick(points);
            }
        }

        /** A stroke across the beginning of a line, where it has left the other ones. */
        private void tick(List<Point> points) {
            // Lines of one split part where their column ends.
            double together = distance(points.get(0), points.get(1));
            double left = points.size() > 2 && together <= 80 ? together + 12 : 20;
            for (int i = 0; i + 1 < points.size(); i++) {
                Point one = points.get(i);
                Point other = points.get(i + 1);
                double length = distance(one, other);
                if (length > 0 && (left <= length || i + 2 == points.size())) {
                    double share = Math.min(0.6, left / length);
                    double dx = (other.x() - one.x()) / length;
                    double dyy = (other.y() - one.y()) / length;
                    double x = one.x() + (other.x() - one.x()) * share;
                    double y = one.y() + (other.y() - one.y()) * share;
                    // Not quite upright to the line, as in other notations.
                    canvas.line("tick", Symbols.points(x - 6 * dyy - 3 * dx, y + 6 * dx - 3 * dyy, x + 6 * dyy + 3 * dx, y - 6 * dx + 3 * dyy), "");
                    return;
                }
                left -= length;
            }
        }

        /** The head of an arrow, in the direction in which its line comes in. */
        private void head(String kind, List<Point> points) {
            Point tip = points.getLast();
            Point from = points.getFirst();
            for (Point point : points) {
                from = Math.hypot(point.x() - tip.x(), point.y() - tip.y()) > 0.5 ? point : from;
            }
            double length = Math.max(0.1, Math.hypot(tip.x() - from.x(), tip.y() - from.y()));
            double dx = (tip.x() - from.x()) / length;
            double dyy = (tip.y() - from.y()) / length;
            canvas.polygon(kind, Symbols.points(
                    tip.x(), tip.y(), tip.x() - 9 * dx + 4.2 * dyy, tip.y() - 9 * dyy - 4.2 * dx, tip.x() - 9 * dx - 4.2 * dyy, tip.y() - 9 * dyy + 4.2 * dx));
        }

        /** The middle of a line; one with a label has its tokens and letters behind that. */
        private Point middle(Line line) {
            double whole = 0;
            for (int i = 0; i + 1 < line.points().size(); i++) {
                whole += distance(line.points().get(i), line.points().get(i + 1));
            }
            double left = whole * (line.label() == null ? 0.5 : 0.82);
            for (int i = 0; i + 1 < line.points().size(); i++) {
                Point one = line.points().get(i);
                Point other = line.points().get(i + 1);
                double length = distance(one, other);
                if (left <= length && length > 0) {
                    double share = left / length;
                    return new Point(one.x() + (other.x() - one.x()) * share, one.y() + (other.y() - one.y()) * share + dy);
                }
                left -= length;
            }
            return new Point(line.points().getLast().x(), line.points().getLast().y() + dy);
        }

        private void token(int count, double x, double y) {
            if (count > 0) {
                canvas.circle("token", x, y, 7.5);
                if (count > 1) {
                    canvas.text("count", x, y + 4, Integer.toString(count), true);
                }
            }
        }

        /** Places of a region: middles of nodes and of edges. */
        private List<Point> places(Region region) {
            List<Point> places = new ArrayList<>();
            for (String id : region.nodes()) {
                Box box = layout.boxes.get(id);
                if (box != null) {
                    places.add(new Point(box.x(), box.y() + dy));
                }
            }
            for (Line line : layout.lines) {
                if (region.edges().contains(line.edge().mark()) && !line.edge().mark().isEmpty()) {
                    places.add(middle(line));
                }
            }
            return places;
        }

        /** A tinted area: what belongs to the region, joined where it is near to each other. */
        private void region(Region region, int number) {
            List<double[]> rectangles = new ArrayList<>();
            for (String id : region.nodes()) {
                Box box = layout.boxes.get(id);
                if (box != null) {
                    double half = box.width() / 2 + 4;
                    rectangles.add(new double[] {box.x() - half, box.y() + dy - box.half() - 9, 2 * half, box.half() + box.below() + 14});
                }
            }
            List<Point> places = places(region);
            for (int i = rectangles.size(); i < places.size(); i++) {
                rectangles.add(new double[] {places.get(i).x() - 12, places.get(i).y() - 12, 24, 24});
            }
            canvas.area(Palette.region("region", number), rectangles, links(places), 22);
            owner(region, number, rectangles);
        }

        /** A line from the node to which a region belongs to the nearest part of it, from border to border. */
        private void owner(Region region, int number, List<double[]> rectangles) {
            Box own = region.owner() == null ? null : layout.boxes.get(region.owner());
            if (own == null || rectangles.isEmpty()) {
                return;
            }
            Point from = new Point(own.x(), own.y() + dy);
            double[] nearest = rectangles.getFirst();
            for (double[] each : rectangles) {
                nearest = distance(middle(each), from) < distance(middle(nearest), from) ? each : nearest;
            }
            double[] around = {own.x() - own.left(), own.y() + dy - own.half(), own.left() + own.right(), own.half() + own.below()};
            Point to = middle(nearest);
            Point begin = border(around, from, to);
            Point end = border(nearest, to, from);
            if (distance(from, end) > distance(from, begin) && distance(begin, end) < 900) {
                canvas.line(Palette.region("owns", number), List.of(begin, end), region.meaning());
            }
        }

        private static Point middle(double[] rectangle) {
            return new Point(rectangle[0] + rectangle[2] / 2, rectangle[1] + rectangle[3] / 2);
        }

        /** Where the way from a point inside of a rectangle to one outside leaves it. */
        private static Point border(double[] rectangle, Point inside, Point outside) {
            double dx = outside.x() - inside.x();
            double dyy = outside.y() - inside.y();
            double byX = dx == 0 ? 1 : ((dx > 0 ? rectangle[0] + rectangle[2] : rectangle[0]) - inside.x()) / dx;
            double byY = dyy == 0 ? 1 : ((dyy > 0 ? rectangle[1] + rectangle[3] : rectangle[1]) - inside.y()) / dyy;
            double share = Math.clamp(Math.min(byX, byY), 0, 1);
            return new Point(inside.x() + dx * share, inside.y() + dyy * share);
        }

        private static double distance(Point one, Point other) {
            return Math.hypot(one.x() - other.x(), one.y() - other.y());
        }

        /** The shortest ways that join all places, without the long ones. */
        private static List<List<Point>> links(List<Point> places) {
            List<List<Point>> links = new ArrayList<>();
            List<Integer> reached = new ArrayList<>(places.isEmpty() ? List.of() : List.of(0));
            while (reached.size() < places.size()) {
                int from = 0;
                int to = -1;
                double nearest = Double.MAX_VALUE;
                for (int i : reached) {
                    for (int j = 0; j < places.size(); j++) {
                        if (!reached.contains(j) && distance(places.get(i), places.get(j)) < nearest) {
                            nearest = distance(places.get(i), places.get(j));
                            from = i;
                            to = j;
                        }
                    }
                }
                reached.add(to);
                if (nearest < 320) {
                    links.add(List.of(places.get(from), places.get(to)));
                }
            }
            return links;
        }

        /** The letter of a region on everything in it, and on the node to which it belongs. */
        private void badges(Region region, int number) {
            for (String id : region.nodes()) {
                Box box = layout.boxes.get(id);
                if (box != null) {
                    badge(number, box.x() - box.left() + 2 + place(id, number) * 15, box.y() + dy - box.half() - 2);
                }
            }
            for (Line line : layout.lines) {
                if (region.edges().contains(line.edge().mark()) && !line.edge().mark().isEmpty()) {
                    badge(number, middle(line).x(), middle(line).y());
                }
            }
            Box own = region.owner() == null ? null : layout.boxes.get(region.owner());
            if (own != null) {
                double x = own.x() + own.right() - 2;
                double y = own.y() + dy - own.half() - 2;
                canvas.rect(Palette.region("badge", number), x - 14, y - 7, 28, 14, 3);
                canvas.text("letter", x, y + 3.5, "× " + letter(number), true);
            }
        }

        /** How many regions before this one have the node, too. */
        private int place(String id, int number) {
            return (int) sheet.regions().subList(0, number).stream().filter(region -> region.nodes().contains(id)).count();
        }

        private void badge(int number, double x, double y) {
            canvas.circle(Palette.region("badge", number), x, y, 7);
            canvas.text("letter", x, y + 3.5, letter(number), true);
        }
    }
}
