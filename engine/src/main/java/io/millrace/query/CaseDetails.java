package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one case at a moment.
 *
 * @param data the case's data as its language shows it
 * @param work its open work items, in order
 * @param timers when it will wake, in order
 * @param waits the signals it waits for
 * @param attempts what was tried and waits until a rule permits it, in order
 * @param standing where it stands in its language's own terms; nothing once it has ended
 * @param next what will happen next, one line for each flow
 * @param alarms its timers with what each of them is for, in the order of their instants
 */
public record CaseDetails(
        CaseInfo info,
        Data data,
        List<WorkItem> work,
        List<Instant> timers,
        List<Wait> waits,
        List<Attempt> attempts,
        Data standing,
        List<String> next,
        List<Alarm> alarms) {

    /**
     * A timer that has not fired.
     *
     * @param timer its number in the case
     * @param purpose what happens when it fires, as in {@code wakes task 'remind'}
     */
    public record Alarm(int timer, Instant due, String purpose) {}

    /** A signal that is awaited. */
    public record Wait(String signal, String key) {}

    /**
     * Something that was tried and waits.
     *
     * @param number by which it is named within the case
     * @param event the kind of event that would have been recorded
     * @param detail what that event would have said
     * @param by who tried it, or null for the engine
     * @param reason what it waits for
     */
    public record Attempt(
            int number, String event, Data detail, @Nullable String by, Instant since, String reason) {}
}
