package io.millrace.net.draw;

import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Junction;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * YAWL's symbols as SVG, drawn around the middle of the symbol. A strip at the left of a task shows its join, one at the right
 * its split: for AND a triangle that points into the task, for XOR one that points away from it, for OR a diamond.
 */
final class Symbols {
    private static final int LABEL_WIDTH = 18;
    private static final int LABEL_LINES = 3;
    private static final double HALF = Layout.SIZE / 2;

    private Symbols() {}

    /** A title in lines that fit under a symbol. */
    static List<String> wrapped(String title) {
        List<String> lines = lines(title.replace('_', ' '), LABEL_WIDTH);
        if (lines.size() > LABEL_LINES) {
            lines.subList(LABEL_LINES, lines.size()).clear();
            lines.set(LABEL_LINES - 1, lines.get(LABEL_LINES - 1) + "…");
        }
        return lines;
    }

    /** A text in lines of at most so many characters; a word that is longer is broken. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            String rest = word;
            while (rest.length() > width) {
                flush(line, lines);
                lines.add(rest.substring(0, width));
                rest = rest.substring(width);
            }
            if (line.length() + rest.length() + 1 > width) {
                flush(line, lines);
            }
            line.append(line.isEmpty() ? "" : " ").append(rest);
        }
        flush(line, lines);
        return lines;
    }

    private static void flush(StringBuilder line, List<String> lines) {
        if (!line.isEmpty()) {
            lines.add(line.toString());
            line.setLength(0);
        }
    }

    static String condition(Condition condition, double x, double y) {
        double radius = HALF - 4;
        String circle = "<circle class=\"node\" cx=\"%s\" cy=\"%s\" r=\"%s\"/>".formatted(n(x), n(y), n(radius));
        return switch (condition.kind()) {
            case INNER -> circle;
            case INPUT -> circle + polygon("start", x - 5, y - 8, x + 9, y, x - 5, y + 8);
            case OUTPUT -> circle + "<rect class=\"end\" x=\"%s\" y=\"%s\" width=\"13\" height=\"13\"/>".formatted(n(x - 6.5), n(y - 6.5));
        };
    }

    static String task(NetTask task, boolean joins, boolean splits, double x, double y) {
        StringBuilder out = new StringBuilder();
        if (task.multiplicity() != null) {
            out.append(box("node", x - HALF + 5, y - HALF - 5, Layout.SIZE));
        }
        out.append(box("node", x - HALF, y - HALF, Layout.SIZE));
        if (task.isComposite()) {
            out.append(box("inner", x - HALF + 4, y - HALF + 4, Layout.SIZE - 8));
        }
        if (joins) {
            strip(out, x - HALF - Layout.STRIP, y, task.join(), true);
        }
        if (splits) {
            strip(out, x + HALF, y, task.split(), false);
        }
        String sign = task.timer() != null ? "T" : task.event() != null ? "E" : "";
        if (!sign.isEmpty()) {
            out.append("<text class=\"sign\" x=\"%s\" y=\"%s\">%s</text>".formatted(n(x), n(y + 6), sign));
        } else if (task.decomposition() instanceof Decomposition.Atomic work && work.work().doer().isAutomatic()) {
            out.append("<text class=\"sign\" x=\"%s\" y=\"%s\">⚙</text>".formatted(n(x), n(y + 6)));
        }
        return out.toString();
    }

    private static String box(String kind, double x, double y, double size) {
        return "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>".formatted(kind, n(x), n(y), n(size), n(size));
    }

    private static void strip(StringBuilder out, double x, double y, Junction junction, boolean join) {
        out.append("<rect class=\"node\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>"
                .formatted(n(x), n(y - HALF), n(Layout.STRIP), n(Layout.SIZE)));
        double left = x;
        double right = x + Layout.STRIP;
        boolean pointsRight = (junction == Junction.AND) == join;
        out.append(switch (junction) {
            case OR -> polygon("mark", left, y, (left + right) / 2, y - HALF, right, y, (left + right) / 2, y + HALF);
            case AND, XOR ->
                pointsRight
                        ? polygon("mark", left, y - HALF, right, y, left, y + HALF)
                        : polygon("mark", right, y - HALF, left, y, right, y + HALF);
        });
    }

    private static String polygon(String kind, double... points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            path.append(i == 0 ? "" : " ").append(n(points[i])).append(',').append(n(points[i + 1]));
        }
        return "<polygon class=\"%s\" points=\"%s\"/>".formatted(kind, path);
    }

    /** A number with at most one digit behind the point, the same everywhere. */
    static String n(double number) {
        double rounded = Math.rint(number * 10) / 10;
        return rounded == Math.rint(rounded) ? Long.toString(Math.round(rounded)) : String.format(Locale.ROOT, "%.1f", rounded);
    }

    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(c < ' ' || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF ? ' ' : c);
            }
        });
        return out.toString();
    }
}
