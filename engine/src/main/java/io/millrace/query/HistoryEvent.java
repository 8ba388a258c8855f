package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event with its metadata, as histories show it. Immutable.
 *
 * @param id the event's id: its entity, the turn within it, and its place in the turn
 * @param entity what changed: a case, a mailbox, a key, the registry
 * @param caseId the case it belongs to, if it belongs to one
 * @param kind past tense
 * @param recorded the instant of the turn
 * @param occurred when it happened, if that was earlier than the report to the engine
 * @param cause the command or message behind it
 */
public record HistoryEvent(
        String id,
        String tenant,
        String entity,
        @Nullable CaseId caseId,
        String kind,
        Data detail,
        Instant recorded,
        @Nullable Instant occurred,
        @Nullable String actor,
        @Nullable String onBehalfOf,
        @Nullable String reason,
        @Nullable String requestId,
        String cause,
        @Nullable String trace,
        int schema) {

    /** The event as one JSON object, without absent parts. */
    public Data toData() {
        Data.Fields data = Data.fields("id", id, "tenant", tenant);
        Data result = data;
        result = caseId == null ? result.with("entity", entity) : result.with("case", caseId.toString());
        result = result.with("kind", kind).with("recorded", recorded.toString());
        result = occurred == null ? result : result.with("occurred", occurred.toString());
        result = actor == null ? result : result.with("actor", actor);
        result = onBehalfOf == null ? result : result.with("onBehalfOf", onBehalfOf);
        result = reason == null ? result : result.with("reason", reason);
        result = requestId == null ? result : result.with("requestId", requestId);
        result = result.with("cause", cause);
        result = trace == null ? result : result.with("trace", trace);
        return result.with("detail", detail);
    }
}
