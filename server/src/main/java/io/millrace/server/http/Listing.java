package io.millrace.server.http;

import io.millrace.data.Data;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Lists that are small enough to be in memory, page by page. */
public final class Listing {
    private Listing() {}

    /** The page of a list that a request asks for; see {@link Endpoint.Draft#lists}. A page has as many items as it can unless the request says a limit. */
    public static Reply of(Exchange exchange, List<Data> all) {
        List<Data> wanted = all.stream().filter(filter(exchange)).toList();
        int from = Math.min(begin(exchange), wanted.size());
        int to = Math.min(from + exchange.whole("limit").orElse(Exchange.MOST), wanted.size());
        Data page = Data.fields("items", wanted.subList(from, to));
        page = to == wanted.size() ? page : page.with("cursor", Integer.toString(to));
        return Reply.ok(exchange.truth("count") ? page.with("count", wanted.size()) : page);
    }

    /** Whether the text that a request looks for stands in an item. */
    public static Predicate<Data> filter(Exchange exchange) {
        return exchange.text("contains")
                .map(text -> text.toLowerCase(Locale.ROOT))
                .<Predicate<Data>>map(text -> item -> mentions(item, text))
                .orElse(item -> true);
    }

    /** In values only: the names of fields are the same in all items. */
    private static boolean mentions(Data value, String text) {
        return switch (value) {
            case Data.Text given -> given.value().toLowerCase(Locale.ROOT).contains(text);
            case Data.Fields fields -> fields.asMap().values().stream().anyMatch(each -> mentions(each, text));
            case Data.Items items -> items.asList().stream().anyMatch(each -> mentions(each, text));
            default -> value.json().equals(text);
        };
    }

    private static int begin(Exchange exchange) {
        String cursor = exchange.cursor();
        if (cursor == null) {
            return 0;
        }
        if (!cursor.matches("\\d{1,9}")) {
            throw Exchange.bad("'cursor' is '" + Brief.of(cursor) + "', which no page has given");
        }
        return Integer.parseInt(cursor);
    }
}
