package io.millrace.kernel.record;

import io.millrace.work.Deadline;

/** Why a timer was set. */
public sealed interface TimerPurpose {
    /** The process itself waits. */
    record Wake() implements TimerPurpose {}

    /** Automatic work is tried again. */
    record Retry(int work) implements TimerPurpose {}

    /** A work item should have been done by now. */
    record Overdue(int work, Deadline.Action action) implements TimerPurpose {}

    /** The gate is asked again about an attempt that it delayed. */
    record Reconsider(int attempt) implements TimerPurpose {}

    TimerPurpose WAKE = new Wake();
}
