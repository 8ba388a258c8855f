package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.time.Instant;

/**
 * A timer that has not fired.
 *
 * @param timer its number in the case
 * @param purpose what happens when it fires, as in {@code wakes task 'remind'}
 */
public record TimerInfo(String tenant, CaseId caseId, int timer, Instant due, String purpose) {
    /** As one JSON object. */
    public Data toData() {
        return Data.fields(
                "due", due.toString(),
                "tenant", tenant,
                "case", caseId.toString(),
                "timer", timer,
                "purpose", purpose);
    }
}
