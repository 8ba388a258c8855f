package io.millrace.logic.library;

import java.util.ArrayList;
import java.util.List;

/**
 * Text in columns. Between two stops, places may be marked that stretch; at a stop they share what is missing to its
 * column, the later ones taking what does not divide. Without such a place the column is filled on the right.
 */
final class Columns {
    /** A place that stretches. */
    private record Stretch(int place, int fill) {}

    private final StringBuilder out;
    private final List<Stretch> stretches = new ArrayList<>();
    private int column;
    /** The column of the last stop. */
    private int stop;

    /** @param out what was written so far; only its last line matters */
    Columns(StringBuilder out) {
        this.out = out;
        int line = out.lastIndexOf("\n") + 1;
        for (int i = line; i < out.length(); i++) {
            advance(out.charAt(i));
        }
        stop = column;
    }

    void append(String text) {
        out.append(text);
        for (int i = 0; i < text.length(); i++) {
            advance(text.charAt(i));
        }
    }

    void stretch(int fill) {
        stretches.add(new Stretch(out.length(), fill));
    }

    int column() {
        return column;
    }

    /** The column of the stop before. */
    int lastStop() {
        return stop;
    }

    void stop(int target) {
        int missing = target - column;
        if (missing > 0) {
            if (stretches.isEmpty()) {
                stretch(' ');
            }
            int share = missing / stretches.size();
            int larger = missing % stretches.size();
            int first = stretches.getFirst().place;
            String rest = out.substring(first);
            out.setLength(first);
            for (int i = 0; i < stretches.size(); i++) {
                Stretch at = stretches.get(i);
                int next = i + 1 < stretches.size() ? stretches.get(i + 1).place : first + rest.length();
                boolean one = stretches.size() - i <= larger;
                out.repeat(at.fill, share + (one ? 1 : 0));
                out.append(rest, at.place - first, next - first);
            }
            column = target;
        }
        stop = column;
        stretches.clear();
    }

    private void advance(char c) {
        if (c == '\n') {
            column = 0;
            stop = 0;
            stretches.clear();
        } else if (c == '\t') {
            column = (column | 7) + 1;
        } else if (!Character.isLowSurrogate(c)) {
            column++;
        }
    }
}
