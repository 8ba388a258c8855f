package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;

/** The items over which something is repeated. */
final class Lists {
    private Lists() {}

    /** The items of a list; nothing counts as no items. */
    static List<Data> of(Data data, String path) {
        return switch (data) {
            case Data.Items items -> items.asList();
            case Data.Nothing nothing -> List.of();
            case Data other -> throw new IllegalStateException("'" + path + "' is not a list but " + other.json());
        };
    }
}
