package io.millrace.exchange;

import io.millrace.data.Data;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A trace of a log. Immutable. */
public record XesTrace(Attributes attributes, List<Attributes> events) {
    /**
     * The attributes of a log, a trace or an event, by their keys.
     *
     * @param values all attributes except dates: texts, numbers, truths, lists and records
     * @param dates the dates
     */
    public record Attributes(Map<String, Data> values, Map<String, Instant> dates) {
        public static final Attributes NONE = new Attributes(Map.of(), Map.of());

        /** An attribute as text; null if there is none. */
        public @Nullable String text(String key) {
            Data value = values.get(key);
            return value == null ? null : value instanceof Data.Text text ? text.value() : value.json();
        }
    }
}
