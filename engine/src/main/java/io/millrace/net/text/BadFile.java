package io.millrace.net.text;

import io.millrace.logic.read.Source;
import io.millrace.net.Place;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** A file that cannot be read any further; its problem names the place and shows the line. */
public final class BadFile extends RuntimeException {
    private final transient Problem problem;

    private BadFile(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /**
     * The exception for a place in a text. The details fill the sentence of the code, after the place; an offset outside the text means its
     * nearest end.
     */
    public static BadFile at(Source source, int offset, Code code, Object... details) {
        int at = Math.clamp(offset, 0, source.text().length());
        return new BadFile(problem(source, new Place(source.name(), source.line(at), source.column(at)), source.marked(at), code, details));
    }

    /** A problem with its place before the sentence and the marked line below it. */
    public static Problem problem(Source source, Place place, String marked, Code code, Object... details) {
        List<Object> all = new ArrayList<>(List.of(place));
        all.addAll(List.of(details));
        Problem told = code.with(all.toArray());
        return new Problem(code, told.message() + (source.text().isEmpty() ? "" : "\n" + marked));
    }

    /** The error with its code, its place and the marked line. */
    public Problem problem() {
        return problem;
    }
}
