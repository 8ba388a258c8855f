package io.millrace.net.file;

import io.millrace.logic.Source;
import io.millrace.net.Place;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is found wrong, or worth saying, while a file is read to its end. */
final class Notes {
    private final Source source;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    Notes(Source source) {
        this.source = source;
    }

    void wrong(Code code, @Nullable Place place, String sentence) {
        Place known = place == null ? new Place(source.name(), 1, 1) : place;
        problems.add(BadFile.problem(source, known, source.marked(offset(known)), code, sentence));
    }

    void wrong(Xml.Element element, String sentence) {
        wrong(Code.YAWL, element.place(), sentence);
    }

    void warn(String sentence) {
        warnings.add(sentence);
    }

    List<Problem> problems() {
        return problems;
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private int offset(Place place) {
        String text = source.text();
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
