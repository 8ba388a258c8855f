package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;

/**
 * Everything about one case at a moment.
 *
 * @param data the case's data as its language shows it
 * @param work its open work items, in order
 * @param timers when it will wake, in order
 * @param waits the signals it waits for
 * @param standing where it stands in its language's own terms; nothing once it has ended
 * @param next what will happen next, one line for each flow
 */
public record CaseDetails(
        CaseInfo info,
        Data data,
        List<WorkItem> work,
        List<Instant> timers,
        List<Wait> waits,
        Data standing,
        List<String> next) {

    /** A signal that is awaited. */
    public record Wait(String signal, String key) {}
}
