package io.millrace.net.text;

import io.millrace.logic.read.Source;
import io.millrace.net.Place;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is found wrong, or worth saying, while a file is read to its end. */
public final class Notes {
    private final Source source;
    private final Code usual;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final boolean strict;

    /** For a text, and the code of what is wrong in it where nothing more is said. */
    public Notes(Source source, Code usual) {
        this(source, usual, true);
    }

    /** @param strict whether mistakes are refused that earlier versions of the reader let pass */
    public Notes(Source source, Code usual, boolean strict) {
        this.source = source;
        this.usual = usual;
        this.strict = strict;
    }

    /** Whether this is a text that somebody deploys, and not one that was deployed before. */
    public boolean isStrict() {
        return strict;
    }

    /** Adds an error. A null place means the beginning of the text. */
    public void wrong(Code code, @Nullable Place place, String sentence) {
        Place known = place == null ? new Place(source.name(), 1, 1) : place;
        problems.add(BadFile.problem(source, known, marked(source, known), code, sentence));
    }

    /** Adds an error at the place of an element, with the usual code of this reader. */
    public void wrong(Xml.Element element, String sentence) {
        wrong(usual, element.place(), sentence);
    }

    /** Adds a warning, which does not prevent the file from being read. The same sentence is kept once. */
    public void warn(String sentence) {
        warnings.add(sentence);
    }

    /** The errors so far, in the order in which they were added. The list grows with the reading; callers must not change it. */
    public List<Problem> problems() {
        return problems;
    }

    /** A copy of the warnings so far, in the order in which they were added. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The line of a place, with a marker under its column. */
    public static String marked(Source source, Place place) {
        return source.marked(offset(source.text(), place));
    }

    private static int offset(String text, Place place) {
        int start = 0;
        for (int line = 1; line < place.line(); line++) {
            int end = text.indexOf('\n', start);
            if (end < 0) {
                return text.length();
            }
            start = end + 1;
        }
        return Math.min(text.length(), start + place.column() - 1);
    }
}
