package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A root case as a log shows it before its events.
 *
 * @param status its status at the end of the exported history
 * @param outcome why it failed or was cancelled; nothing otherwise
 * @param data its variables when it began, or at the beginning of the exported history
 */
public record LogCase(
        CaseId id,
        String process,
        int version,
        CaseStatus status,
        @Nullable String key,
        Instant started,
        @Nullable Instant ended,
        Data outcome,
        Data attributes,
        Map<String, Data> data) {}
