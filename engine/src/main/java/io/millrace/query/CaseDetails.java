package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The complete state of one case at a moment. Immutable.
 *
 * @param data the case's data as its language shows it
 * @param work its open work items, in order
 * @param timers when it will wake, in order
 * @param waits the signals it waits for
 * @param attempts the attempts that a gate or rule delays, in order
 * @param standing its state in the terms of its language (tokens, places, goals); empty after its end
 * @param next what happens next, one line for each flow
 * @param alarms its timers with the purpose of each, in the order of their instants
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

    /** A signal that the case waits for. */
    public record Wait(String signal, String key) {}

    /**
     * An attempt that a gate or rule delays.
     *
     * @param number its number within the case
     * @param event the kind of event that would have been recorded
     * @param detail the content of that event
     * @param by who tried it, or null for the engine
     * @param reason what it waits for
     */
    public record Attempt(
            int number, String event, Data detail, @Nullable String by, Instant since, String reason) {}
}
