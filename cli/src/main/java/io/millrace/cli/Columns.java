package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in aligned columns under headings. Every column is as wide as its widest cell; where that is too much for the
 * screen, the last column is cut. Cells are cut by shown characters, so styles are put on afterwards.
 */
final class Columns {
    /** A cell and how it stands out; null style for not at all. */
    record Cell(String text, @Nullable Style style) {
        static Cell of(String text) {
            return new Cell(text, null);
        }
    }

    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<List<Cell>> rows = new ArrayList<>();

    Columns(String... headings) {
        this.headings = List.of(headings);
    }

    Columns row(String... cells) {
        List<Cell> row = new ArrayList<>();
        for (String cell : cells) {
            row.add(Cell.of(cell));
        }
        rows.add(row);
        return this;
    }

    Columns row(Cell... cells) {
        rows.add(List.of(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(Screen screen) {
        int[] widths = widths();
        List<Cell> head = headings.stream().map(text -> new Cell(text, Style.FAINT)).toList();
        screen.println(line(head, widths, screen));
        rows.forEach(row -> screen.println(line(row, widths, screen)));
    }

    private int[] widths() {
        int[] widths = new int[headings.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(headings.get(i));
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], length(row.get(i).text()));
            }
        }
        return widths;
    }

    private static String line(List<Cell> cells, int[] widths, Screen screen) {
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            boolean last = i == cells.size() - 1;
            int room = last ? Math.max(8, screen.width() - used) : widths[i];
            String text = cut(cell.text(), room);
            line.append(cell.style() == null ? text : screen.style(cell.style(), text));
            if (!last) {
                line.append(" ".repeat(widths[i] - length(text))).append(GAP);
                used += widths[i] + GAP.length();
            }
        }
        return line.toString().stripTrailing();
    }

    static String cut(String text, int room) {
        return length(text) <= room ? text : text.substring(0, text.offsetByCodePoints(0, room - 1)) + "…";
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
