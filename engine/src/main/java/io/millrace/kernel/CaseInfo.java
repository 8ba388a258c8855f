package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A case as lists show it.
 *
 * @param outcome the result of a completed case, the reason of a failed or cancelled one
 * @param incident why the case waits for a person, or null
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

    private static final CaseStatus[] STATUSES = CaseStatus.values();

    static CaseInfo of(CaseState part) {
        return new CaseInfo(
                part.id,
                part.process,
                part.version,
                part.status,
                part.key,
                part.started,
                part.ended,
                part.outcome,
                part.attributes,
                part.incident);
    }

    void write(Out out) {
        WorkCodec.write(out, id);
        out.text(process).varint(version).u8(status.ordinal()).textOrNull(key);
        out.instant(started).instantOrNull(ended).data(outcome).data(attributes).textOrNull(incident);
    }

    static CaseInfo read(In in) {
        CaseId id = WorkCodec.readCaseId(in);
        String process = in.text();
        int version = in.varint32();
        int status = in.u8();
        if (status >= STATUSES.length) {
            throw in.damaged("case state " + status);
        }
        return new CaseInfo(
                id,
                process,
                version,
                STATUSES[status],
                in.textOrNull(),
                in.instant(),
                in.instantOrNull(),
                in.data(),
                in.data(),
                in.textOrNull());
    }
}
