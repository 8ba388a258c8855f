package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a list is shown: for people or for programs, how much of it, and from where on. */
final class ListOptions {
    @Option(names = "--json", description = "One JSON object a line; the last one holds the cursor if there is more.")
    private boolean json;

    @Option(names = "--limit", paramLabel = "N", description = "How many to show at most (default: 50).")
    private int limit = 50;

    @Option(names = "--cursor", paramLabel = "C", description = "Continue where the last page ended.")
    private @Nullable String cursor;

    /** Asks for the next part of a list. */
    interface Source<T> {
        Page<T> page(@Nullable String cursor, int limit);
    }

    boolean json() {
        return json;
    }

    /** A page filled up to the limit: a search may come back with less than asked, and a cursor, long before its end. */
    <T> Page<T> fetch(Source<T> source) {
        if (limit < 1) {
            throw new RefusedException(Code.BAD_USE.with("--limit is at least 1, not " + limit));
        }
        List<T> items = new ArrayList<>();
        String next = cursor;
        do {
            Page<T> page = source.page(next, limit - items.size());
            items.addAll(page.items());
            next = page.cursor();
        } while (next != null && items.size() < limit);
        return new Page<>(items, next);
    }

    /** Prints objects, and the cursor when there is more. */
    <T> void printObjects(Screen screen, Page<T> page, Function<T, Data> form) {
        page.items().forEach(item -> screen.println(form.apply(item).json()));
        if (page.cursor() != null) {
            screen.println(Data.fields("cursor", page.cursor()).json());
        }
    }

    /** Prints a table, or that there is nothing, and how to see more. */
    void printTable(Screen screen, Columns table, Page<?> page, String nothing) {
        if (table.isEmpty()) {
            screen.println(nothing);
        } else {
            table.print(screen);
        }
        printMore(screen, page);
    }

    void printMore(Screen screen, Page<?> page) {
        if (page.cursor() != null) {
            screen.println(screen.style(Style.FAINT, "There is more: --cursor " + page.cursor()));
        }
    }
}
