package io.millrace.simulate;

import java.util.Locale;

/** An SVG picture while it is drawn. Its colours suit a light and a dark ground. */
final class Drawing {
    private static final String STYLE = """
            <style>
            text { font: 12px sans-serif; fill: #444 }
            .faint { fill: #777; font-size: 11px }
            .title { font-weight: bold }
            .inside { fill: #fff; font-size: 10px }
            .line { stroke: #8888; stroke-width: 1 }
            .mark { stroke: #555; stroke-width: 1.5 }
            @media (prefers-color-scheme: dark) {
              text { fill: #ccc } .faint { fill: #999 } .mark { stroke: #bbb }
            }
            </style>
            """;

    /** Colours that are told apart, also by those who see red and green alike. */
    private static final String[] COLOURS = {
        "#3b6fb6", "#c46a1f", "#2f8f6b", "#8a5ba8", "#b5485d", "#5b7f1e", "#2a8ba3", "#96712b"
    };

    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;

    Drawing(int width, int height) {
        this.width = width;
        this.height = height;
    }

    static String colour(int number) {
        return COLOURS[Math.floorMod(number, COLOURS.length)];
    }

    void text(double x, double y, String style, String anchor, String text) {
        body.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">%s</text>%n", x, y, style, anchor, escaped(text)));
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        body.append(String.format(
                Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n", x1, y1, x2, y2, style));
    }

    void box(double x, double y, double w, double h, String colour, String tip) {
        body.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\"><title>%s</title></rect>%n",
                x, y, Math.max(0.5, w), h, colour, escaped(tip)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    String svg() {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">%n",
                        width, height, width, height)
                + STYLE + body + "</svg>\n";
    }
}
