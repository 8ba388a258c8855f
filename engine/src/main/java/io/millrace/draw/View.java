package io.millrace.draw;

import java.util.List;

/** A figure with marks on it. A picture can have several views of one process, such as one for each problem of a verdict. Immutable. */
public record View(Figure figure, Marks marks) {
    /** A figure without marks. */
    public static List<View> of(Figure figure) {
        return List.of(new View(figure, Marks.NONE));
    }
}
