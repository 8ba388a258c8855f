package io.millrace.kernel;

import io.millrace.id.WorkId;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.Log;
import io.millrace.runtime.Monitor;
import org.jspecify.annotations.Nullable;

/** Counts and logs what an operator should know of a committed turn: timers, incidents, retries that are used up. */
final class Notices {
    private Notices() {}

    static void of(Ledger ledger, Monitor monitor, Log log) {
        TurnRecord.@Nullable Entry attempt = null;
        for (TurnRecord.Entry entry : ledger.entries) {
            switch (entry.event()) {
                case Event.TimerFired fired -> monitor.count(Monitor.TIMERS, 1);
                case Event.WorkAttemptFailed failed -> attempt = entry;
                case Event.IncidentRaised raised -> {
                    monitor.count(Monitor.INCIDENTS, 1);
                    incident(entry, raised, attempt, log);
                }
                case Event other -> {}
            }
        }
    }

    private static void incident(
            TurnRecord.Entry entry, Event.IncidentRaised raised, TurnRecord.@Nullable Entry attempt, Log log) {
        if (entry.caseId() == null) {
            return;
        }
        WorkId work = raised.work() == 0 ? null : new WorkId(entry.caseId(), raised.work());
        if (work != null
                && attempt != null
                && attempt.event() instanceof Event.WorkAttemptFailed failed
                && entry.caseId().equals(attempt.caseId())
                && failed.work() == raised.work()) {
            log.retriesUsedUp(entry.caseId(), work, failed.attempt(), raised.reason());
        }
        log.incident(entry.caseId(), work, raised.reason());
    }
}
