package io.millrace.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param cursor where the next page begins, or null when this was the last
 */
public record Page<T>(List<T> items, @Nullable String cursor) {
    public Page {
        items = List.copyOf(items);
    }
}
