package io.millrace.kernel.past;

import io.millrace.id.CaseId;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.TurnRecord;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An event where it stands, and who or what brought it about.
 *
 * @param place from 1, within the turn
 */
record Act(EntityId entity, TurnRecord turn, int place) {
    Event event() {
        return turn.entries().get(place - 1).event();
    }

    @Nullable
    CaseId caseId() {
        return turn.entries().get(place - 1).caseId();
    }

    /** As histories name it. */
    String id() {
        return entity + "/" + turn.sequence() + "/" + place;
    }

    /** How the tasks of work items are found. */
    interface Tasks {
        @Nullable
        String of(CaseId caseId, int work);
    }

    /** What this event followed from in its turn, as part of a sentence: "when anna completed 'review'"; empty if the turn began with it. */
    String occasion(Tasks tasks) {
        String who = turn.actor() == null ? "" : turn.actor() + " ";
        for (TurnRecord.Entry entry : turn.entries().subList(0, place - 1).reversed()) {
            CaseId caseId = entry.caseId();
            String what = caseId == null ? "" : what(entry.event(), who, work -> tasks.of(caseId, work));
            if (!what.isEmpty()) {
                return "when " + what;
            }
        }
        if (place == 1) {
            return "";
        }
        return switch (turn.cause()) {
            case Cause.Told told -> "when a message of " + told.from() + " came";
            case Cause.Asked asked -> asked.word().equals("timer") ? "when its time had come" : "when somebody asked to " + asked.word();
        };
    }

    private static String what(Event event, String who, IntFunction<@Nullable String> tasks) {
        return switch (event) {
            case Event.WorkCompleted e -> who.isEmpty() ? task(e.work(), tasks) + " was completed" : who + "completed " + task(e.work(), tasks);
            case Event.WorkFailed e -> task(e.work(), tasks) + " failed";
            case Event.WorkStarted e -> {
                String by = e.by() == null ? who : e.by() + " ";
                yield by.isEmpty() ? task(e.work(), tasks) + " was started" : by + "started " + task(e.work(), tasks);
            }
            case Event.CaseStarted e -> "the case started";
            case Event.CaseCancelled e -> who.isEmpty() ? "the case was cancelled" : who + "cancelled the case";
            case Event.CaseFailed e -> "the case failed";
            case Event.CaseResumed e -> "the case was resumed";
            case Event.CaseMigrated e -> "the case moved to version " + e.version();
            case Event.SignalReceived e -> "a signal came";
            case Event.TimerFired e -> "its time had come";
            case Event.Intervened e -> (who.isEmpty() ? "an operator " : who) + "intervened (" + e.kind() + ")";
            case Event.AttemptDecided e -> "a delayed attempt was decided";
            case Event other -> "";
        };
    }

    private static String task(int work, IntFunction<@Nullable String> tasks) {
        String task = tasks.apply(work);
        return task == null ? "work item " + work : "'" + task + "'";
    }
}
