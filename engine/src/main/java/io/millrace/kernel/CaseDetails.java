package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
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

    static CaseDetails of(CaseState part) {
        List<WorkItem> work = new ArrayList<>();
        part.works.forEach((number, item) -> work.add(item));
        List<Instant> timers = new ArrayList<>();
        part.timers.forEach((number, timer) -> timers.add(timer.due()));
        timers.sort(null);
        List<Wait> waits = new ArrayList<>();
        part.waits.forEach((number, wait) -> waits.add(new Wait(wait.signal(), wait.key())));
        boolean open = part.status.isOpen();
        return new CaseDetails(
                CaseInfo.of(part),
                open ? part.code().data(part.language()) : part.outcome,
                work,
                timers,
                waits,
                open ? part.code().standing(part.language()) : Data.nothing(),
                open ? part.code().next(part.language()) : List.of());
    }
}
