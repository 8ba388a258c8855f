package io.millrace.server.monitor;

import io.millrace.data.Data;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that took time, as OTLP tells it.
 *
 * @param failure why it failed, or null if it did not
 */
record Span(
        String trace,
        String id,
        @Nullable String parent,
        String name,
        Instant start,
        Instant end,
        Map<String, String> attributes,
        List<Mark> marks,
        @Nullable String failure) {
    private static final int INTERNAL = 1;
    private static final int ERROR = 2;

    Span {
        attributes = Map.copyOf(attributes);
        marks = List.copyOf(marks);
    }

    /** Something that happened meanwhile. */
    record Mark(Instant when, String name, Map<String, String> attributes) {
        Mark {
            attributes = Map.copyOf(attributes);
        }

        Data toData() {
            return Data.fields("timeUnixNano", nanos(when), "name", name, "attributes", Span.attributes(attributes));
        }
    }

    Data toData() {
        Data data = Data.fields(
                "traceId", trace,
                "spanId", id,
                "name", name,
                "kind", INTERNAL,
                "startTimeUnixNano", nanos(start),
                "endTimeUnixNano", nanos(end.isBefore(start) ? start : end),
                "attributes", attributes(attributes),
                "events", marks.stream().map(Mark::toData).toList());
        data = parent == null ? data : data.with("parentSpanId", parent);
        return failure == null ? data : data.with("status", Data.fields("code", ERROR, "message", failure));
    }

    /** Numbers of 64 bits are texts in the JSON of OTLP. */
    private static String nanos(Instant when) {
        return Long.toString(when.getEpochSecond() * 1_000_000_000L + when.getNano());
    }

    static List<Data> attributes(Map<String, String> attributes) {
        List<Data> all = new ArrayList<>();
        attributes.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> all.add(Data.fields("key", each.getKey(), "value", Data.fields("stringValue", each.getValue()))));
        return all;
    }
}
