package io.millrace.kernel.record;

import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a timer is for, as people read it. */
public final class TimerWords {
    /** Nothing more is known. */
    public static final String WAKES = "wakes the case";

    private TimerWords() {}

    /**
     * @param awaited what waits for the timer in the process, if that is known
     * @param tasks the tasks of work items, as far as they are known
     */
    public static String of(TimerPurpose purpose, @Nullable String awaited, CaseId caseId, Map<Integer, String> tasks) {
        return switch (purpose) {
            case TimerPurpose.Wake wake -> awaited == null ? WAKES : "wakes " + awaited;
            case TimerPurpose.Retry retry -> "tries work " + named(caseId, retry.work(), tasks) + " again";
            case TimerPurpose.Overdue overdue -> "deadline of work " + named(caseId, overdue.work(), tasks);
            case TimerPurpose.Reconsider reconsider -> "asks the rules again about attempt " + reconsider.attempt();
        };
    }

    /** The work item that a timer is for, or 0. */
    public static int work(TimerPurpose purpose) {
        return switch (purpose) {
            case TimerPurpose.Retry retry -> retry.work();
            case TimerPurpose.Overdue overdue -> overdue.work();
            case TimerPurpose.Wake wake -> 0;
            case TimerPurpose.Reconsider reconsider -> 0;
        };
    }

    private static String named(CaseId caseId, int work, Map<Integer, String> tasks) {
        String task = tasks.getOrDefault(work, "");
        return new WorkId(caseId, work) + (task.isEmpty() ? "" : " '" + task + "'");
    }
}
