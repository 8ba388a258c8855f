package io.millrace.server.channel.form;

import io.millrace.data.Data;
import io.millrace.server.channel.Written;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Data as people read it: a list of records as a table, a record with its names, a list of values with one on each line. */
final class Shown {
    /** Records with more names than this are not readable as the rows of a table. */
    private static final int MOST_COLUMNS = 6;

    private final Html page;
    private final UnaryOperator<String> label;

    /**
     * Writes on a page.
     *
     * @param label what people call a name
     */
    Shown(Html page, UnaryOperator<String> label) {
        this.page = page;
        this.label = label;
    }

    /** Adds a value. */
    void add(Data value) {
        if (FormPages.isReference(value)) {
            text(value.at("name").text());
        } else if (value instanceof Data.Fields fields && !fields.asMap().isEmpty()) {
            record(fields);
        } else if (value instanceof Data.Items items && !items.asList().isEmpty()) {
            list(items.asList());
        } else {
            text(Written.shown(value));
        }
    }

    private void text(String text) {
        page.raw("<span class=\"text\">" + Html.safe(text) + "</span>");
    }

    private void record(Data.Fields fields) {
        page.raw("<dl>\n");
        fields.asMap().forEach((name, value) -> {
            page.element("dt", label.apply(name)).raw("<dd>");
            add(value);
            page.raw("</dd>\n");
        });
        page.raw("</dl>\n");
    }

    private void list(List<Data> items) {
        Set<String> columns = new LinkedHashSet<>();
        boolean flat = items.stream().allMatch(item -> item instanceof Data.Fields fields && isRow(fields, columns));
        if (flat && columns.size() <= MOST_COLUMNS) {
            table(items, columns);
            return;
        }
        page.raw("<ul>\n");
        for (Data item : items) {
            page.raw("<li>");
            add(item);
            page.raw("</li>\n");
        }
        page.raw("</ul>\n");
    }

    private static boolean isRow(Data.Fields fields, Set<String> columns) {
        columns.addAll(fields.asMap().keySet());
        return !fields.asMap().isEmpty()
                && fields.asMap().values().stream()
                        .noneMatch(value -> (value instanceof Data.Fields || value instanceof Data.Items) && !FormPages.isReference(value));
    }

    private void table(List<Data> items, Set<String> columns) {
        page.raw("<div class=\"wide\" tabindex=\"0\"><table>\n<tr>");
        columns.forEach(column -> page.element("th scope=\"col\"", label.apply(column)));
        page.raw("</tr>\n");
        for (Data item : items) {
            page.raw("<tr>");
            for (String column : columns) {
                page.raw("<td>");
                if (!item.at(column).isNothing()) {
                    add(item.at(column));
                }
                page.raw("</td>");
            }
            page.raw("</tr>\n");
        }
        page.raw("</table></div>\n");
    }
}
