package io.millrace.event;

import io.millrace.data.Data;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;
import org.jspecify.annotations.Nullable;

/** An event that gates and rules can control, as a {@link Gate} receives it before it is recorded. Immutable. */
public sealed interface Significant {
    /** A case starts. */
    record CaseStarted(String process, int version, Data input, @Nullable String key) implements Significant {}

    /** @param outcome the result of a case that completes, or the reason why it fails or is cancelled */
    record CaseEnded(CaseStatus how, Data outcome) implements Significant {}

    /** @param work the number that the work item will have in its case */
    record WorkOffered(int work, String task, Data input) implements Significant {}

    /** A person starts work. Automatic work starts when it is offered. */
    record WorkStarted(WorkItem item, @Nullable String by) implements Significant {}

    /** Work is completed. */
    record WorkCompleted(WorkItem item, Data output) implements Significant {}

    /** Work fails. */
    record WorkFailed(WorkItem item, String reason) implements Significant {}

    /** Work is withdrawn. */
    record WorkWithdrawn(WorkItem item, String reason) implements Significant {}

    /** The case receives a signal for which it waits. */
    record SignalReceived(String signal, String key, Data content) implements Significant {}
}
