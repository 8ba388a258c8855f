package io.millrace.draw;

import io.millrace.draw.Figure.Point;
import io.millrace.draw.Palette.Style;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws views as SVG, without scripts and external resources. */
public final class Svg implements Canvas {
    private static final String FONT = "ui-sans-serif,system-ui,Helvetica,Arial,sans-serif";

    private final StringBuilder out = new StringBuilder();

    private Svg() {}

    /** The picture of a figure without marks, in the usual look. */
    public static String of(Figure figure) {
        return of(View.of(figure), Look.USUAL);
    }

    /** The picture of a figure with marks on it, in the usual look. */
    public static String of(Figure figure, Marks marks) {
        return of(List.of(new View(figure, marks)), Look.USUAL);
    }

    /** The picture of views, one below the other. */
    public static String of(List<View> views, Look look) {
        Painter painter = new Painter(views, look.width());
        Svg svg = new Svg();
        painter.paint(svg);
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img">
                <title>%s</title>
                <style>
                %s</style>
                <rect class="paper" width="100%%" height="100%%"/>
                %s</svg>
                """
                .formatted(
                        n(painter.width()),
                        n(painter.height()),
                        n(painter.width()),
                        n(painter.height()),
                        escaped(views.getFirst().figure().title()),
                        style(look.theme()),
                        svg.out);
    }

    private static String style(Look.Theme theme) {
        StringBuilder css = new StringBuilder("text{font-family:" + FONT + "}\nrect,circle,polygon,path{stroke-linejoin:round}\n");
        Palette.KINDS.forEach((kind, style) -> css.append(rule(kind, style, theme == Look.Theme.DARK, true)));
        if (theme == Look.Theme.AUTO) {
            css.append("@media (prefers-color-scheme:dark){\n");
            Palette.KINDS.forEach((kind, style) -> css.append(rule(kind, style, true, false)));
            css.append("}\n");
        }
        return css.toString();
    }

    private static String rule(String kind, Style style, boolean dark, boolean whole) {
        StringBuilder rule = new StringBuilder("." + kind.replace(" ", ".") + "{fill:" + style.fill().of(dark));
        if (style.width() > 0) {
            rule.append(";stroke:").append(style.stroke().of(dark));
            rule.append(whole ? ";stroke-width:" + n(style.width()) : "");
            rule.append(whole && style.dashed() ? ";stroke-dasharray:5 3" : "");
        } else if (kind.startsWith("region")) {
            rule.append(";stroke:").append(style.stroke().of(dark));
        }
        if (style.halo()) {
            rule.append(";stroke:").append(Palette.PAPER.of(dark)).append(whole ? ";stroke-width:3;paint-order:stroke" : "");
        }
        if (style.font() > 0 && whole) {
            rule.append(";font-size:").append(n(style.font())).append("px").append(style.bold() ? ";font-weight:bold" : "");
        }
        return rule.append("}\n").toString();
    }

    @Override
    public void begin(String kind, String tip) {
        out.append(kind.isEmpty() ? "<g>" : "<g class=\"%s\">".formatted(kind));
        out.append(tip.isEmpty() ? "" : "<title>%s</title>".formatted(escaped(tip)));
    }

    @Override
    public void end() {
        out.append("</g>\n");
    }

    @Override
    public void rect(String kind, double x, double y, double width, double height, double corner) {
        out.append("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"%s/>"
                .formatted(kind, n(x), n(y), n(width), n(height), corner == 0 ? "" : " rx=\"" + n(corner) + "\""));
    }

    @Override
    public void circle(String kind, double x, double y, double radius) {
        out.append("<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"/>".formatted(kind, n(x), n(y), n(radius)));
    }

    @Override
    public void polygon(String kind, List<Point> points) {
        StringBuilder path = new StringBuilder();
        points.forEach(point -> path.append(path.isEmpty() ? "" : " ").append(n(point.x())).append(',').append(n(point.y())));
        out.append("<polygon class=\"%s\" points=\"%s\"/>".formatted(kind, path));
    }

    @Override
    public void line(String kind, List<Point> points, String tip) {
        String title = tip.isEmpty() ? "" : "<title>%s</title>".formatted(escaped(tip));
        out.append("<path class=\"%s\" d=\"%s\">%s</path>".formatted(kind, path(points), title));
    }

    private static String path(List<Point> points) {
        StringBuilder path = new StringBuilder();
        Point before = null;
        for (Point point : points) {
            if (!point.equals(before)) {
                path.append(before == null ? "M" : "L").append(n(point.x())).append(' ').append(n(point.y()));
            }
            before = point;
        }
        return path.toString();
    }

    @Override
    public void text(String kind, double x, double y, String text, boolean middle) {
        String anchor = middle ? " text-anchor=\"middle\"" : "";
        out.append("<text class=\"%s\" x=\"%s\" y=\"%s\"%s>%s</text>".formatted(kind, n(x), n(y), anchor, escaped(text)));
    }

    /** Overlaps are no darker, since the group as a whole is made transparent. */
    @Override
    public void area(String kind, List<double[]> rectangles, List<List<Point>> links, double breadth) {
        out.append("<g opacity=\"").append(String.format(Locale.ROOT, "%.2f", Palette.TINT)).append("\">");
        rectangles.forEach(each -> rect(kind, each[0], each[1], each[2], each[3], 9));
        for (List<Point> link : links) {
            out.append("<path class=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\" d=\"%s\"/>".formatted(kind, n(breadth), path(link)));
        }
        out.append("</g>\n");
    }

    /** A number with at most one digit behind the point, the same everywhere. */
    static String n(double number) {
        double rounded = Math.rint(number * 10) / 10;
        return rounded == Math.rint(rounded) ? Long.toString(Math.round(rounded)) : String.format(Locale.ROOT, "%.1f", rounded);
    }

    private static final Map<Integer, String> ENTITIES =
            Map.of((int) '&', "&amp;", (int) '<', "&lt;", (int) '>', "&gt;", (int) '"', "&quot;");

    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            String entity = ENTITIES.get(c);
            if (entity != null) {
                out.append(entity);
            } else {
                out.appendCodePoint(c < ' ' || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF ? ' ' : c);
            }
        });
        return out.toString();
    }
}
