package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A case as lists show it. Immutable.
 *
 * @param outcome the result of a completed case, the reason of a failed or cancelled one
 * @param incident why the case, or one of its work items, waits for a person; null if there is no incident
 */
public record CaseInfo(
        CaseId id,
        String process,
        int version,
        CaseStatus status,
        @Nullable String key,
        Instant started,
        @Nullable Instant ended,
        Data outcome,
        Data attributes,
        @Nullable String incident) {

    /** As one JSON object; absent parts are left out. */
    public Data toData() {
        Data data = Data.fields(
                "case", id.toString(),
                "process", process,
                "version", version,
                "state", status.word(),
                "started", started.toString());
        data = ended == null ? data : data.with("ended", ended.toString());
        data = key == null ? data : data.with("key", key);
        data = incident == null ? data : data.with("incident", incident);
        data = attributes.equals(Data.fields()) ? data : data.with("attributes", attributes);
        return outcome.isNothing() ? data : data.with("outcome", outcome);
    }

    /** The same case with this incident. */
    public CaseInfo incident(@Nullable String reason) {
        return new CaseInfo(id, process, version, status, key, started, ended, outcome, attributes, reason);
    }
}
