package io.millrace.algebra;

import io.millrace.logic.read.Source;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;

/** A place where the text of rules is wrong; the reader goes on behind the next semicolon. */
final class Wrong extends RuntimeException {
    private final transient Problem problem;
    private final int offset;

    private Wrong(Problem problem, int offset) {
        super(problem.message(), null, false, false);
        this.problem = problem;
        this.offset = offset;
    }

    static Wrong at(Source source, int offset, String sentence) {
        return at(source, offset, Code.RULES_SYNTAX, sentence);
    }

    static Wrong at(Source source, int offset, Code code, String sentence) {
        return new Wrong(problem(source, offset, code, sentence), offset);
    }

    /** A problem with its place before the sentence and the marked line below it. */
    static Problem problem(Source source, int offset, Code code, String sentence) {
        int at = Math.clamp(offset, 0, source.text().length());
        String place = source.name() + ":" + source.line(at) + ":" + source.column(at);
        return new Problem(code, code.with(place, sentence).message() + (source.text().isEmpty() ? "" : "\n" + source.marked(at)));
    }

    Problem problem() {
        return problem;
    }

    int offset() {
        return offset;
    }
}
