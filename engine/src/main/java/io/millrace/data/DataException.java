package io.millrace.data;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;

/** Thrown when data cannot be read, or has another type than the reader needs; the problem names the data and the place. */
public final class DataException extends RuntimeException {
    private final transient Problem problem;
    private final int offset;
    private final int line;
    private final int column;

    /** Something is wrong with data. */
    public DataException(Problem problem) {
        this(problem, -1, 0, 0);
    }

    DataException(Problem problem, Throwable cause) {
        this(problem);
        initCause(cause);
    }

    private DataException(Problem problem, int offset, int line, int column) {
        super(problem.message());
        this.problem = problem;
        this.offset = offset;
        this.line = line;
        this.column = column;
    }

    /** Data of another kind than was needed. */
    static DataException type(String what, String why) {
        return new DataException(Code.DATA_TYPE.with(what, why));
    }

    /** Text that is not JSON, with the line of the place and a marker under it. */
    static DataException syntax(String text, int offset, String why) {
        Place place = Place.of(text, offset);
        Problem sentence = Code.DATA_SYNTAX.with(why + ", at line " + place.line() + ", column " + place.column());
        return new DataException(
                new Problem(sentence.code(), sentence.message() + "\n" + place.excerpt()),
                offset,
                place.line(),
                place.column());
    }

    /** What is wrong, and where. */
    public Problem problem() {
        return problem;
    }

    /** The offset of the problem in the text, counted from 0, or -1 if there is no text. */
    public int offset() {
        return offset;
    }

    /** The line of {@link #offset()}, counted from 1, or 0 if there is no text. */
    public int line() {
        return line;
    }

    /** The column of {@link #offset()} in characters, counted from 1, or 0 if there is no text. */
    public int column() {
        return column;
    }

    /** A place in a text as people look for it. */
    private record Place(int line, int column, String excerpt) {
        private static final int BEFORE = 60;
        private static final int AFTER = 20;

        static Place of(String text, int offset) {
            int line = 1;
            int start = 0;
            for (int i = 0; i < offset; i++) {
                char c = text.charAt(i);
                if (c == '\n' || (c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'))) {
                    line++;
                    start = i + 1;
                }
            }
            int end = offset;
            while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
            // A line may be a whole document: show what is near the place only.
            int from = Math.max(start, offset - BEFORE);
            int to = Math.min(end, offset + AFTER);
            StringBuilder excerpt = new StringBuilder("    ");
            excerpt.append(from > start ? "…" : "");
            int marker = 0;
            for (int i = from; i < to; ) {
                int point = text.codePointAt(i);
                boolean shown = !Character.isISOControl(point) && !(point >= 0xD800 && point <= 0xDFFF);
                excerpt.appendCodePoint(shown ? point : point == '\t' ? ' ' : '\uFFFD');
                if (i < offset) {
                    marker++;
                }
                i += Character.charCount(point);
            }
            excerpt.append(to < end ? "…" : "").append("\n    ");
            excerpt.append(" ".repeat(marker + (from > start ? 1 : 0))).append('^');
            int column = text.codePointCount(start, offset) + 1;
            return new Place(line, column, excerpt.toString());
        }
    }
}
