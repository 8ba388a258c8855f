package io.millrace.logic.read;

import java.util.Arrays;

/**
 * A text with a name, which converts offsets to lines and columns. Immutable. Lines and columns count from one; a column counts characters
 * as a person sees them, so a character outside the basic plane is one column.
 */
public final class Source {
    /** How much of a long line is shown on either side of the place that an error points at. */
    private static final int SHOWN = 60;

    private final String name;
    private final String text;
    private int[] lineStarts = {};

    private Source(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /** A text under a name for messages, usually that of its file. Nothing is read from a file. */
    public static Source of(String name, String text) {
        return new Source(name, text);
    }

    /** The name for messages. */
    public String name() {
        return name;
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** The line of an offset, which counts UTF-16 units from 0. An offset behind the end is in the last line. */
    public int line(int offset) {
        int found = Arrays.binarySearch(lineStarts(), offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The column of an offset, which counts UTF-16 units from 0. An offset behind the end has the column of the end. */
    public int column(int offset) {
        int start = lineStarts()[line(offset) - 1];
        return text.codePointCount(start, Math.min(offset, text.length())) + 1;
    }

    /** The whole line that holds the offset, without its end. */
    public String lineText(int offset) {
        int start = lineStarts()[line(offset) - 1];
        return text.substring(start, lineEnd(start));
    }

    /** The line that holds the offset with a caret under it; of a very long line only the surroundings. */
    public String marked(int offset) {
        int start = lineStarts()[line(offset) - 1];
        int at = Math.min(offset, lineEnd(start));
        int from = Math.max(start, at - SHOWN);
        int to = Math.min(lineEnd(start), at + SHOWN);
        StringBuilder marked = new StringBuilder(from > start ? "…" : "");
        marked.append(text, from, to).append(to < lineEnd(start) ? "…" : "").append('\n');
        marked.append(from > start ? " " : "");
        // A tab stays a tab, so that the caret stands under the place however wide tabs are.
        text.substring(from, at).codePoints().forEach(c -> marked.append(c == '\t' ? '\t' : ' '));
        return marked.append('^').toString();
    }

    private int lineEnd(int start) {
        int end = text.indexOf('\n', start);
        end = end < 0 ? text.length() : end;
        return end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    /** Computed when first asked for: most texts are read without an error. Racing threads compute the same. */
    private int[] lineStarts() {
        int[] known = lineStarts;
        if (known.length == 0) {
            int[] starts = new int[16];
            int count = 1;
            for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = at + 1;
            }
            known = Arrays.copyOf(starts, count);
            lineStarts = known;
        }
        return known;
    }
}
