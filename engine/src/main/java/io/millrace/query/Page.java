package io.millrace.query;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list. Immutable.
 *
 * @param cursor where the next page begins, or null when this was the last
 */
public record Page<T>(List<T> items, @Nullable String cursor) {
    public Page {
        items = List.copyOf(items);
    }

    /**
     * All pages as one stream. The stream reads each page when it reaches it, so a limited stream reads no more pages than it needs.
     *
     * @param read reads the page that begins at a cursor, or the first page for null
     */
    public static <T> Stream<T> stream(Function<@Nullable String, Page<T>> read) {
        return Stream.iterate(Optional.of(read.apply(null)), Optional::isPresent, page -> page.map(Page::cursor).map(read))
                .flatMap(Optional::stream)
                .flatMap(page -> page.items().stream());
    }
}
