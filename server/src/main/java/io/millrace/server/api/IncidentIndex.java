package io.millrace.server.api;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.event.Projection;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.RecordedEvent;
import io.millrace.id.CaseId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The incidents that are open, so that nobody has to look at all cases for them: a row for each case and work item that waits for a person,
 * with the instant since which it does and why. Where a whole scope is closed at once, rows of sub-cases may stay behind; who reads a row
 * asks the case, too.
 */
public final class IncidentIndex implements Projection {
    /** The only instance. */
    public static final IncidentIndex INSTANCE = new IncidentIndex();

    /** For {@link java.util.ServiceLoader}; use {@link #INSTANCE}. */
    public IncidentIndex() {}

    /**
     * A row.
     *
     * @param work the number of the work item, or 0 for the case itself
     */
    record Row(CaseId caseId, int work, Instant since, String reason) {
        static Row read(byte[] key, byte[] value) {
            In place = new In(key);
            place.keyText();
            In said = new In(value);
            return new Row(CaseId.parse(place.keyText()), place.int32(), said.instant(), said.text());
        }
    }

    @Override
    public String name() {
        return "incidents";
    }

    @Override
    public @Nullable After recorded(@Nullable ReadOnlyCase before, RecordedEvent event) {
        if (before == null) {
            return null;
        }
        return switch (event.kind()) {
            case "IncidentRaised" -> {
                byte[] key = key(event.tenant(), before.caseId(), event.work());
                byte[] value = new Out().instant(event.at()).text(event.detail().at("reason").text()).toBytes();
                yield (after, rows) -> rows.put(key, value);
            }
            case "IncidentResolved" -> ended(before, event, List.of(event.work()));
            case "WorkCompleted", "WorkFailed", "WorkWithdrawn", "WorkRetried" ->
                before.incidents().contains(event.work()) ? ended(before, event, List.of(event.work())) : null;
            case "CaseCompleted", "CaseFailed", "CaseCancelled" ->
                before.incidents().isEmpty() ? null : ended(before, event, before.incidents());
            default -> null;
        };
    }

    private static After ended(ReadOnlyCase of, RecordedEvent event, List<Integer> works) {
        List<byte[]> keys = works.stream().map(work -> key(event.tenant(), of.caseId(), work)).toList();
        return (after, rows) -> keys.forEach(rows::delete);
    }

    private static byte[] key(String tenant, CaseId id, int work) {
        return new Out().keyText(tenant).keyText(id.toString()).int32(work).toBytes();
    }

    /** Where the rows of a tenant begin. */
    static byte[] of(String tenant) {
        return new Out().keyText(tenant).toBytes();
    }

    /** Whether a key is of a tenant's row. */
    static boolean isOf(String tenant, byte[] key) {
        return new In(key).keyText().equals(tenant);
    }
}
