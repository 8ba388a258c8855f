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

    /** The same case with this incident. */
    public CaseInfo incident(@Nullable String reason) {
        return new CaseInfo(id, process, version, status, key, started, ended, outcome, attributes, reason);
    }
}
