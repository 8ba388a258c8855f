package io.millrace.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws the work of each worker over time: a row for each worker, a colour for each case. */
public final class Gantt {
    private static final int WIDTH = 960;
    private static final int ROW = 24;
    private static final int BAR = 18;
    private static final int TOP = 36;
    private static final int BOTTOM = 30;
    private static final int MARKS = 16;
    private static final double LETTER = 5.8;

    private Gantt() {}

    /** The first {@code seconds} of a run as an SVG picture; 0 for the whole run. */
    public static String of(Outcome outcome, double seconds) {
        List<Outcome.Stretch> shown = outcome.stretches().stream()
                .filter(stretch -> seconds <= 0 || stretch.from() < seconds)
                .toList();
        double end = shown.stream().mapToDouble(Outcome.Stretch::to).max().orElse(1);
        end = seconds > 0 ? Math.min(end, seconds) : end;
        List<String> workers = new ArrayList<>(outcome.workers().keySet());
        Map<String, Integer> cases = new LinkedHashMap<>();
        shown.forEach(stretch -> cases.putIfAbsent(stretch.instance(), cases.size()));

        double left = 20 + 6.5 * workers.stream().mapToInt(String::length).max().orElse(4);
        double scale = (WIDTH - left - 20) / Math.max(end, 1e-9);
        int height = TOP + ROW * workers.size() + BOTTOM;
        Drawing drawing = new Drawing(WIDTH, height);
        drawing.text(10, 20, "title", "start", outcome.name() + ": who worked when");
        double step = Units.step(end, MARKS);
        for (double at = 0; at <= end + step / 1e6; at += step) {
            double x = left + at * scale;
            drawing.line(x, TOP - 6, x, height - BOTTOM, "line");
            drawing.text(x, height - BOTTOM + 16, "faint", "middle", step < 60 ? Units.digits(at) : Units.time(at));
        }
        for (int row = 0; row < workers.size(); row++) {
            drawing.text(left - 8, TOP + row * ROW + 14, "name", "end", workers.get(row));
        }
        for (Outcome.Stretch stretch : shown) {
            int row = workers.indexOf(stretch.worker());
            if (row < 0) {
                continue;
            }
            double x = left + stretch.from() * scale;
            double w = (Math.min(stretch.to(), end) - stretch.from()) * scale;
            double y = TOP + row * ROW;
            String what = stretch.task() + " " + stretch.instance();
            String tip = what + ", " + Units.digits(stretch.from()) + " to " + Units.digits(stretch.to());
            drawing.box(x, y, w - 1, BAR, Drawing.colour(cases.getOrDefault(stretch.instance(), 0)), tip);
            String label = what.length() * LETTER + 6 <= w ? what : stretch.instance();
            if (label.length() * LETTER + 4 <= w) {
                drawing.text(x + w / 2 - 0.5, y + 13, "inside", "middle", label);
            }
        }
        return drawing.svg();
    }
}
