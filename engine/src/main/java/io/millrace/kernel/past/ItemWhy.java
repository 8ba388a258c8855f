package io.millrace.kernel.past;

import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.language.Claims;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.Reason;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains why one work item stands as it does, from its own events. A participant reads it who may see this item and no other: so it leaves
 * out what the language says of the case, what an event followed from, the reason of an incident of the whole case, and other cases.
 */
final class ItemWhy {
    private final Why why;

    ItemWhy(Why why) {
        this.why = why;
    }

    /** @param member the case while it is known, or null */
    Reason of(CaseEntity entity, @Nullable CaseState member, WorkId work) {
        CaseId caseId = work.caseId();
        ItemLife life = why.life(work);
        if (life == null || !(life.offered().event() instanceof Event.WorkOffered offer)) {
            throw new RefusedException(Code.UNKNOWN_WORK.with(work));
        }
        String name = Claims.atom(offer.task());
        WorkItem item = member == null ? null : member.works.get(work.number());
        List<Reason> because = new ArrayList<>();
        life.acts().forEach(act -> because.add(step(act, name)));
        if (life.ended() == null && member != null) {
            because.addAll(hindrances(entity, member, work.number()));
        }
        String fluent = life.ended() == null ? item == null ? "waiting" : fluent(item) : fluent(life.ended().event());
        String state = life.ended() == null
                ? item == null ? "open" : item.state().word() + Why.who(item)
                : life.ended().event() instanceof Event.WorkFailed ? "failed" : "was " + fluent;
        return new Reason(
                why.now(Claims.term(fluent, name, "_", Claims.of(caseId))),
                true,
                "Task '" + offer.task() + "' of case " + caseId + (life.ended() == null ? " is " : " ") + state + ", as work item " + work + ".",
                life.acts().getLast().id(),
                because);
    }

    private static String fluent(WorkItem item) {
        return switch (item.state()) {
            case STARTED -> "active";
            case SUSPENDED -> "suspended";
            default -> "waiting";
        };
    }

    private static String fluent(Event ending) {
        return ending instanceof Event.WorkCompleted ? "completed" : ending instanceof Event.WorkFailed ? "failed" : "withdrawn";
    }

    /** One event of a work item, without what it followed from. */
    private static Reason step(Act act, String task) {
        String caseId = act.caseId() == null ? "_" : Claims.of(act.caseId());
        String when = " at " + Why.shown(act.turn().recorded());
        String event = switch (act.event()) {
            case Event.WorkOffered e -> Claims.term("offer", task, caseId);
            case Event.WorkAllocated e -> Claims.term("assign", Claims.atom(e.to()), task, caseId);
            case Event.WorkReleased e -> Claims.term("release", "_", task, caseId);
            case Event.WorkStarted e -> Claims.term("start", task, e.by() == null ? "_" : Claims.atom(e.by()), caseId);
            case Event.WorkSuspended e -> Claims.term("suspend", task, caseId);
            case Event.WorkResumed e -> Claims.term("resume", task, caseId);
            case Event.WorkCompleted e -> Claims.term("end", task, "_", caseId);
            case Event.WorkFailed e -> Claims.term("fail", task, "_", caseId);
            case Event.WorkWithdrawn e -> Claims.term("withdraw", task, "_", caseId);
            case Event other -> "_";
        };
        String words = switch (act.event()) {
            case Event.WorkOffered e -> "it was offered";
            case Event.WorkAllocated e -> "it was allocated to " + e.to();
            case Event.WorkReleased e -> "it was released";
            case Event.WorkStarted e -> e.by() == null ? "it was started" : e.by() + " started it";
            case Event.WorkSuspended e -> "it was suspended";
            case Event.WorkResumed e -> "it was resumed";
            case Event.WorkCompleted e -> "it was completed";
            case Event.WorkFailed e -> "it failed: " + e.reason();
            case Event.WorkWithdrawn e -> "it was withdrawn (" + e.reason() + ")";
            case Event.IncidentRaised e -> "it became an incident: " + e.reason();
            case Event.IncidentResolved e -> "its incident was resolved";
            case Event other -> EventView.kind(other);
        };
        return new Reason(Why.happened(event, act), true, words + when, act.id(), List.of());
    }

    /** What keeps the work item from going on. Of the case as a whole it says only whether the case waits. */
    private List<Reason> hindrances(CaseEntity entity, CaseState member, int work) {
        List<Reason> found = new ArrayList<>(why.suspensions(entity, member));
        member.attempts.forEach((number, attempt) -> {
            if (attempt.work() == work) {
                Act act = why.last(member.id, event -> event instanceof Event.Attempted tried && tried.number() == number);
                found.add(why.delayed(attempt, act, List.of()));
            }
        });
        WorkItem item = member.works.get(work);
        if (item != null && item.incident() != null) {
            found.add(new Reason("true", true, "it waits for an operator: " + item.incident(), null, List.of()));
        } else if (CaseRows.info(member).incident() != null) {
            found.add(new Reason("true", true, "the case waits for an operator", null, List.of()));
        }
        return found;
    }
}
