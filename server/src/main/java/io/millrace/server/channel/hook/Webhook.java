package io.millrace.server.channel.hook;

import io.millrace.data.Data;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to events.
 *
 * @param secret by which deliveries are signed; signing needs it, so it is stored as it is
 * @param process only events of cases of this process, or null
 * @param within only events of this case and its sub-cases, or null
 * @param kinds only events of these kinds; empty for all
 * @param cursor the page of the history that is delivered now
 * @param last the last event of that page that was delivered, or null
 * @param paused why nothing is delivered, or null
 * @param trouble why the last attempt failed, or null
 */
record Webhook(
        String id,
        String tenant,
        String url,
        String secret,
        @Nullable String process,
        @Nullable String within,
        List<String> kinds,
        Instant created,
        String cursor,
        @Nullable String last,
        @Nullable String paused,
        @Nullable String trouble) {
    Webhook {
        kinds = List.copyOf(kinds);
    }

    Webhook at(String cursor, @Nullable String last) {
        return new Webhook(id, tenant, url, secret, process, within, kinds, created, cursor, last, paused, trouble);
    }

    Webhook state(@Nullable String paused, @Nullable String trouble) {
        return new Webhook(id, tenant, url, secret, process, within, kinds, created, cursor, last, paused, trouble);
    }

    /** As it is listed, without the secret. */
    Data shown() {
        Data data = filters(Data.fields("id", id, "url", url, "created", created.toString(), "state", paused == null ? "active" : "paused"));
        return trouble == null ? data : data.with("trouble", trouble);
    }

    private Data filters(Data data) {
        Data all = process == null ? data : data.with("process", process);
        all = within == null ? all : all.with("case", within);
        return kinds.isEmpty() ? all : all.with("kinds", kinds);
    }

    Data stored() {
        Data data = filters(Data.fields(
                "tenant", tenant, "url", url, "secret", secret, "created", created.toString(), "cursor", cursor));
        data = last == null ? data : data.with("last", last);
        data = paused == null ? data : data.with("paused", paused);
        return trouble == null ? data : data.with("trouble", trouble);
    }

    static Webhook read(String id, Data data) {
        return new Webhook(
                id,
                data.at("tenant").text(),
                data.at("url").text(),
                data.at("secret").text(),
                optional(data.at("process")),
                optional(data.at("case")),
                data.at("kinds").isNothing() ? List.of() : data.at("kinds").asList(String.class),
                Instant.parse(data.at("created").text()),
                data.at("cursor").text(),
                optional(data.at("last")),
                optional(data.at("paused")),
                optional(data.at("trouble")));
    }

    private static @Nullable String optional(Data data) {
        return data.isNothing() ? null : data.text();
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return "Webhook[" + id + "]";
    }
}
