package io.millrace.server.channel.form;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A link to the form of a work item, without its secret.
 *
 * @param id by which it is listed and revoked
 * @param hash SHA-256 of the secret in the link
 * @param person as whom the form completes the work
 * @param maker who made the link, or null for the server itself
 * @param ended when it was used or revoked, or null
 * @param end how it ended: used, revoked; empty while it has not
 */
record Link(
        String id,
        String hash,
        String tenant,
        WorkId work,
        String person,
        @Nullable String maker,
        Instant created,
        Instant expires,
        @Nullable Instant ended,
        String end) {

    boolean isOpen(Instant now) {
        return ended == null && now.isBefore(expires);
    }

    Link ended(String how, Instant now) {
        return ended == null ? new Link(id, hash, tenant, work, person, maker, created, expires, now, how) : this;
    }

    /** As it is listed. */
    Data shown(Instant now) {
        String state = !end.isEmpty() ? end : isOpen(now) ? "open" : "expired";
        Data data = Data.fields(
                "id", id,
                "work", work.toString(),
                "for", person,
                "created", created.toString(),
                "expires", expires.toString(),
                "state", state);
        return maker == null ? data : data.with("by", maker);
    }

    Data stored() {
        Data data = Data.fields(
                "hash", hash,
                "tenant", tenant,
                "work", work.toString(),
                "for", person,
                "created", created.toString(),
                "expires", expires.toString());
        data = maker == null ? data : data.with("by", maker);
        return ended == null ? data : data.with("ended", ended.toString()).with("end", end);
    }

    static Link read(String id, Data data) {
        boolean open = data.at("ended").isNothing();
        return new Link(
                id,
                data.at("hash").text(),
                data.at("tenant").text(),
                WorkId.parse(data.at("work").text()),
                data.at("for").text(),
                data.at("by").isNothing() ? null : data.at("by").text(),
                Instant.parse(data.at("created").text()),
                Instant.parse(data.at("expires").text()),
                open ? null : Instant.parse(data.at("ended").text()),
                open ? "" : data.at("end").text());
    }
}
