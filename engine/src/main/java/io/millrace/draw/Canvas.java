package io.millrace.draw;

import io.millrace.draw.Figure.Point;
import java.util.List;

/** Where a picture is drawn. Every stroke is of a kind, whose look is in {@link Palette}. */
interface Canvas {
    /** Begins something that belongs together. */
    void begin(String kind, String tip);

    void end();

    void rect(String kind, double x, double y, double width, double height, double corner);

    void circle(String kind, double x, double y, double radius);

    void polygon(String kind, List<Point> points);

    /** @param tip what is told of the line to whoever points at it; empty for nothing */
    void line(String kind, List<Point> points, String tip);

    /** A text on its baseline, which begins at a point or has its middle there. */
    void text(String kind, double x, double y, String text, boolean middle);

    /** The union of rectangles and of broad lines between points, in one even tint. */
    void area(String kind, List<double[]> rectangles, List<List<Point>> links, double breadth);
}
