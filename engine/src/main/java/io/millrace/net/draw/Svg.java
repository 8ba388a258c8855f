package io.millrace.net.draw;

import static io.millrace.net.draw.Symbols.escaped;
import static io.millrace.net.draw.Symbols.n;

import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.draw.Layout.Box;
import io.millrace.net.draw.Layout.Line;
import io.millrace.net.draw.Layout.Point;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A specification as a picture: its nets one below the other, the root first. */
public final class Svg {
    private static final double HEADING = 30;
    private static final double CAPTION_LINE = 18;
    private static final double CAPTION_CHARACTER = 6.6;
    private static final double LEAST_CAPTION = 480;
    private static final List<String> REGIONS = List.of("#c0392b", "#8e44ad", "#d35400", "#16a085", "#2c6fbb");
    private static final String STYLE =
            """
            text{font:11px Helvetica,Arial,sans-serif;text-anchor:middle;fill:#222}
            .heading{font-size:15px;font-weight:bold;text-anchor:start}
            .node{fill:#fff;stroke:#222;stroke-width:1.4}
            .inner{fill:none;stroke:#222;stroke-width:1.2}
            .mark{fill:#d8e3ee;stroke:#222;stroke-width:1}
            .start{fill:#3c9d4e}.end{fill:#c0392b}
            .sign{font-size:17px;fill:#444}
            .flow{fill:none;stroke:#555;stroke-width:1.3;stroke-linejoin:round}
            .tick{stroke:#555;stroke-width:1.3}
            .region{fill:none;stroke-width:1.3;stroke-dasharray:5 3}
            .token{fill:#111}.count{font-size:11px;font-weight:bold;fill:#fff}
            .fault .node{stroke:#d0021b;stroke-width:2.6;fill:#fdecea}.fault text{fill:#b00018;font-weight:bold}
            .flow.fault{stroke:#d0021b;stroke-width:2.6}
            .caption{font-size:13px;text-anchor:start;fill:#b00018}
            """;

    private final StringBuilder out = new StringBuilder();
    private final Marks marks;

    private Svg(Marks marks) {
        this.marks = marks;
    }

    /** The picture of a specification without a state. */
    public static String of(Specification specification) {
        return of(specification, Marks.NONE);
    }

    /** The picture of a specification with marks on it. */
    public static String of(Specification specification, Marks marks) {
        return new Svg(marks).draw(specification);
    }

    private String draw(Specification specification) {
        List<Net> nets = new ArrayList<>(specification.nets());
        nets.sort((one, other) -> Boolean.compare(other.name().equals(specification.root()), one.name().equals(specification.root())));
        double width = 0;
        double height = 0;
        for (Net net : nets) {
            Layout layout = Layout.of(net);
            out.append("<g transform=\"translate(0,%s)\">\n".formatted(n(height)));
            String heading = net.name().equals(specification.root()) ? specification.name() + ": " + net.title() : net.title();
            out.append("<text class=\"heading\" x=\"20\" y=\"24\">%s</text>\n".formatted(escaped(heading)));
            out.append("<g transform=\"translate(0,%s)\">\n".formatted(n(HEADING)));
            net(net, layout);
            out.append("</g>\n</g>\n");
            width = Math.max(width, Math.max(layout.width, 40 + heading.length() * 9));
            height += layout.height + HEADING;
        }
        if (!marks.caption().isEmpty()) {
            width = Math.max(width, LEAST_CAPTION);
            height = caption(width, height);
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s">
                <title>%s</title>
                <style>
                %s</style>
                <defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M0 0L10 5L0 10z" fill="#555"/></marker></defs>
                <rect width="100%%" height="100%%" fill="#fff"/>
                %s</svg>
                """
                .formatted(n(width), n(height), n(width), n(height), escaped(specification.name()), STYLE, out);
    }

    /** The sentences under the picture, in lines that fit its width; returns where they end. */
    private double caption(double width, double top) {
        double y = top + CAPTION_LINE / 2;
        int room = (int) ((width - 40) / CAPTION_CHARACTER);
        for (String sentence : marks.caption()) {
            for (String line : Symbols.lines(sentence, room)) {
                out.append("<text class=\"caption\" x=\"20\" y=\"%s\">%s</text>\n".formatted(n(y), escaped(line)));
                y += CAPTION_LINE;
            }
        }
        return y;
    }

    private void net(Net net, Layout layout) {
        int colour = 0;
        for (NetTask task : net.tasks()) {
            if (!task.cancels().isNone()) {
                region(task, layout, REGIONS.get(colour++ % REGIONS.size()));
            }
        }
        layout.lines.forEach(line -> line(net, line));
        for (Box box : layout.boxes.values()) {
            out.append(marks.isFault(net.name(), box.node().name()) ? "<g class=\"fault\">" : "<g>");
            out.append("<title>%s</title>".formatted(escaped(box.node().name())));
            out.append(
                    switch (box.node()) {
                        case Condition condition -> Symbols.condition(condition, box.x(), box.y());
                        case NetTask task -> Symbols.task(task, box.joins(), box.splits(), box.x(), box.y());
                    });
            double baseline = box.y() + Layout.SIZE / 2 + 13;
            for (String label : box.label()) {
                out.append("<text x=\"%s\" y=\"%s\">%s</text>".formatted(n(box.x()), n(baseline), escaped(label)));
                baseline += Layout.LINE;
            }
            out.append("</g>\n");
            token(marks.tokens(net.name(), box.node().name()), box.x(), box.y());
        }
    }

    private void line(Net net, Line line) {
        StringBuilder path = new StringBuilder();
        Point before = null;
        for (Point point : line.points()) {
            if (!point.equals(before)) {
                path.append(before == null ? "M" : "L").append(n(point.x())).append(' ').append(n(point.y()));
            }
            before = point;
        }
        String between = Condition.between(line.flow().from(), line.flow().to());
        String kind = marks.isFault(net.name(), between) ? "flow fault" : "flow";
        out.append("<path class=\"%s\" marker-end=\"url(#arrow)\" d=\"%s\">".formatted(kind, path));
        String told = told(line.flow());
        out.append(told.isEmpty() ? "" : "<title>%s</title>".formatted(escaped(told))).append("</path>\n");
        if (line.flow().isDefault()) {
            Point exit = line.points().getFirst();
            out.append("<path class=\"tick\" d=\"M%s %sl6 -10\"/>\n".formatted(n(exit.x() + 5), n(exit.y() + 5)));
        }
        if (net.task(line.flow().from()) != null && net.task(line.flow().to()) != null) {
            Point middle = middle(line);
            token(marks.tokens(net.name(), between), middle.x(), middle.y());
        }
    }

    private static String told(Flow flow) {
        String predicate = switch (flow.predicate()) {
            case null -> "";
            case Expression.XQuery query -> query.text();
            case Expression.Goal goal -> goal.text();
            case Expression.Variable variable -> variable.path();
            case Expression.Constant constant -> constant.value().json();
            case Expression.Lambda lambda -> lambda.title();
        };
        return flow.isDefault() ? predicate.isEmpty() ? "otherwise" : predicate + ", or otherwise" : predicate;
    }

    private static Point middle(Line line) {
        int half = line.points().size() / 2;
        Point one = line.points().get(half - 1);
        Point other = line.points().get(half);
        return new Point((one.x() + other.x()) / 2, (one.y() + other.y()) / 2);
    }

    private void token(int count, double x, double y) {
        if (count > 0) {
            out.append("<circle class=\"token\" cx=\"%s\" cy=\"%s\" r=\"7\"/>".formatted(n(x), n(y)));
            out.append(count == 1 ? "\n" : "<text class=\"count\" x=\"%s\" y=\"%s\">%s</text>\n".formatted(n(x), n(y + 4), count));
        }
    }

    /** What a task empties: each place outlined, all of them and the task joined by the shortest dashed lines. */
    private void region(NetTask task, Layout layout, String colour) {
        List<Point> places = new ArrayList<>();
        Box own = layout.boxes.get(task.name());
        if (own == null) {
            return;
        }
        places.add(new Point(own.x(), own.y()));
        for (String name : task.cancels().nodes()) {
            Box box = layout.boxes.get(name);
            if (box != null) {
                double reach = Layout.SIZE / 2 + 7;
                double left = box.reach(false) + 7;
                out.append("<rect class=\"region\" stroke=\"%s\" rx=\"9\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
                        .formatted(colour, n(box.x() - left), n(box.y() - reach), n(left + box.reach(true) + 7), n(2 * reach)));
                places.add(new Point(box.x(), box.y()));
            }
        }
        for (Cancellation.Arc arc : task.cancels().between()) {
            Point place = between(arc, layout);
            if (place != null) {
                out.append("<circle class=\"region\" stroke=\"%s\" cx=\"%s\" cy=\"%s\" r=\"9\"/>\n".formatted(colour, n(place.x()), n(place.y())));
                places.add(place);
            }
        }
        connect(places, colour);
    }

    private static @Nullable Point between(Cancellation.Arc arc, Layout layout) {
        for (Line line : layout.lines) {
            if (line.flow().from().equals(arc.from()) && line.flow().to().equals(arc.to())) {
                return middle(line);
            }
        }
        return null;
    }

    private void connect(List<Point> places, String colour) {
        Set<Integer> reached = new HashSet<>(Set.of(0));
        while (reached.size() < places.size()) {
            int from = 0;
            int to = -1;
            double nearest = Double.MAX_VALUE;
            for (int i : reached) {
                for (int j = 0; j < places.size(); j++) {
                    double distance = Math.hypot(places.get(i).x() - places.get(j).x(), places.get(i).y() - places.get(j).y());
                    if (!reached.contains(j) && distance < nearest) {
                        nearest = distance;
                        from = i;
                        to = j;
                    }
                }
            }
            reached.add(to);
            out.append("<path class=\"region\" stroke=\"%s\" d=\"M%s %sL%s %s\"/>\n"
                    .formatted(colour, n(places.get(from).x()), n(places.get(from).y()), n(places.get(to).x()), n(places.get(to).y())));
        }
    }
}
