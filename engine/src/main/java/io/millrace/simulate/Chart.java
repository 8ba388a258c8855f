package io.millrace.simulate;

import java.util.List;
import java.util.Locale;

/** Draws a comparison of variants as bars, one block for each figure; the thin lines are confidence intervals. */
public final class Chart {
    private static final int WIDTH = 760;
    private static final int ROW = 20;
    private static final int BAR = 14;
    private static final int HEAD = 26;
    private static final int GAP = 14;
    private static final int TOP = 34;
    private static final int NUMBERS = 150;

    private Chart() {}

    /** The comparison as an SVG picture. */
    public static String of(String title, Comparison comparison) {
        List<Comparison.Variant> variants = comparison.variants();
        List<Comparison.Figure> figures = List.of(Comparison.Figure.values()).stream()
                .filter(figure -> variants.stream().anyMatch(variant -> variant.estimate(figure).mean() != 0))
                .toList();
        double left = 20 + 6.5 * variants.stream().mapToInt(variant -> variant.name().length()).max().orElse(4);
        int height = TOP + figures.size() * (HEAD + ROW * variants.size() + GAP);
        Drawing drawing = new Drawing(WIDTH, height);
        drawing.text(10, 20, "title", "start", title);
        double y = TOP;
        for (Comparison.Figure figure : figures) {
            double most = variants.stream().mapToDouble(variant -> variant.estimate(figure).high()).max().orElse(1);
            double scale = (WIDTH - left - NUMBERS) / (most == 0 ? 1 : most);
            drawing.text(left, y + 14, "title", "start", figure.title());
            y += HEAD;
            for (int i = 0; i < variants.size(); i++) {
                Comparison.Variant variant = variants.get(i);
                Estimate estimate = variant.estimate(figure);
                String shown = shown(figure, estimate);
                drawing.text(left - 8, y + 11, "name", "end", variant.name());
                drawing.box(left, y, estimate.mean() * scale, BAR, Drawing.colour(i), variant.name() + ": " + figure.title() + " " + shown);
                if (estimate.margin() > 0) {
                    drawing.line(left + Math.max(0, estimate.low()) * scale, y + BAR / 2.0, left + estimate.high() * scale, y + BAR / 2.0, "mark");
                }
                drawing.text(left + Math.max(estimate.high(), estimate.mean()) * scale + 6, y + 11, "faint", "start", shown);
                y += ROW;
            }
            y += GAP;
        }
        return drawing.svg();
    }

    /** The text of a figure with its margin. */
    public static String shown(Comparison.Figure figure, Estimate estimate) {
        if (figure == Comparison.Figure.UTILISATION) {
            return String.format(Locale.ROOT, "%.1f %%", 100 * estimate.mean())
                    + (estimate.margin() == 0 ? "" : String.format(Locale.ROOT, " ± %.1f", 100 * estimate.margin()));
        }
        if (!figure.isTime()) {
            return Units.digits(estimate.mean()) + (estimate.margin() == 0 ? "" : " ± " + Units.digits(estimate.margin()));
        }
        return estimate.margin() == 0 ? Units.time(estimate.mean()) : Units.time(estimate.mean(), estimate.margin());
    }
}
