package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.RawEvent;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Plan;
import io.millrace.problem.RefusedException;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a command would do: a copy of the case decides it in a turn that nobody writes down, and each event of
 * that turn becomes a sentence. The live case is read and never changed.
 */
public final class Rehearsal {
    private Rehearsal() {}

    public static Plan of(CaseEntity live, Input.Act input, Request request, Instant now, Ledger.Surroundings surroundings) {
        CaseEntity copy = copy(live);
        Instant at = live.last.isAfter(now) ? live.last : now;
        Ledger ledger = new Ledger(copy, input, request, at, surroundings.unrecorded());
        try {
            Answer answer = copy.decide(input, ledger);
            return answer instanceof Answer.Refused refused
                    ? Plan.refused(refused.problem())
                    : Plan.of(describe(copy(live), ledger.entries, at));
        } catch (RefusedException e) {
            return Plan.refused(e.problem());
        } catch (Gatekeeper.Stop e) {
            if (!Incidents.belongs(input, e)) {
                return Plan.refused(e.problem);
            }
            CaseEntity other = copy(live);
            Ledger instead = new Ledger(other, input, request, at, surroundings.unrecorded().ungated());
            return Incidents.raise(other, input, e, e.problem.message(), instead) instanceof Answer.Refused refused
                    ? Plan.refused(refused.problem())
                    : Plan.of(describe(copy(live), instead.entries, at));
        }
    }

    /** The sentences for the events of a turn, which are applied to the entity one after the other. */
    static List<String> describe(CaseEntity entity, List<TurnRecord.Entry> entries, Instant at) {
        List<String> sentences = new ArrayList<>();
        for (TurnRecord.Entry entry : entries) {
            CaseId caseId = entry.caseId();
            String sentence = caseId == null ? "" : sentence(caseId, entity.member(caseId), entry.event());
            if (!sentence.isEmpty()) {
                sentences.add(sentence);
            }
            entity.applied(caseId, entry.event(), at);
        }
        return sentences;
    }

    private static CaseEntity copy(CaseEntity live) {
        CaseEntity copy = live.copy(caseId -> {
            CaseState member = live.member(caseId);
            if (member == null) {
                return null;
            }
            Out out = new Out();
            CaseCodec.write(out, member);
            return CaseCodec.read(caseId, new In(out.toBytes()), live.processes());
        });
        copy.sequence = live.sequence;
        copy.last = live.last;
        copy.sent = live.sent;
        return copy;
    }

    private static String sentence(CaseId id, @Nullable CaseState member, Event event) {
        return switch (event) {
            case Event.Progressed e when member != null -> inCase(id, language(member, e));
            case Event.WorkOffered e -> "Task '" + e.task() + "' is offered as work item '" + new WorkId(id, e.work()) + "'.";
            case Event.WorkAllocated e -> item(id, member, e.work()) + " is allocated to '" + e.to() + "'.";
            case Event.WorkStarted e -> item(id, member, e.work()) + " is started" + (e.by() == null ? "." : " by '" + e.by() + "'.");
            case Event.WorkCompleted e -> item(id, member, e.work()) + " is completed.";
            case Event.WorkFailed e -> item(id, member, e.work()) + " fails: " + e.reason() + ".";
            case Event.WorkWithdrawn e -> item(id, member, e.work()) + " is withdrawn: " + e.reason() + "." + lost(member, e.work());
            case Event.WorkRetried e -> item(id, member, e.work()) + " is tried again.";
            case Event.TimerSet e -> inCase(id, "A timer is set for " + e.due() + ".");
            case Event.TimerCancelled e -> inCase(id, "A timer" + due(member, e.timer()) + " is cancelled.");
            case Event.SignalAwaited e -> inCase(id, "The case waits for signal '" + e.signal() + "'.");
            case Event.SignalForgotten e -> inCase(id, "The case no longer waits for signal" + signal(member, e.ticket()) + ".");
            case Event.AttributeSet e -> inCase(id, "Attribute '" + e.name() + "' becomes " + Plan.shown(e.value()) + ".");
            case Event.IncidentRaised e -> (e.work() == 0 ? "The case '" + id + "'" : item(id, member, e.work())) + " waits for an operator: " + e.reason() + ".";
            case Event.IncidentResolved e -> "The incident of " + (e.work() == 0 ? "case '" + id + "'" : "work item '" + new WorkId(id, e.work()) + "'") + " is resolved.";
            case Event.CaseStarted e -> "Case '" + id + "' of process '" + e.process() + "' starts.";
            case Event.CaseSuspended e -> "Case '" + id + "' is suspended.";
            case Event.CaseResumed e -> "Case '" + id + "' is resumed.";
            case Event.CaseCompleted e -> "Case '" + id + "' completes with " + Plan.shown(e.result()) + ".";
            case Event.CaseFailed e -> "Case '" + id + "' fails: " + e.reason() + ".";
            // Without a reason it is that word again.
            case Event.CaseCancelled e -> "Case '" + id + "' is cancelled" + (e.reason().equals("cancelled") ? "." : ": " + e.reason() + ".");
            case Event.CaseMigrated e -> "Case '" + id + "' continues under version " + e.version() + ".";
            case Event.Attempted e -> inCase(id, EventView.kind(e.event()) + " must wait as attempt " + e.number() + ": " + e.reason() + ".");
            case Event.AttemptDecided e -> inCase(id, "Attempt " + e.number() + (e.accepted() ? " happens now." : " will never happen: " + e.reason() + "."));
            case Event other -> "";
        };
    }

    private static String language(CaseState member, Event.Progressed event) {
        return event.event() instanceof RawEvent raw
                ? member.code().describe(member.language(), raw.in(member.code()))
                : member.code().describe(member.language(), event.event());
    }

    /** What happens inside a sub-case says so. */
    private static String inCase(CaseId id, String sentence) {
        return sentence.isEmpty() || id.isRoot() ? sentence : "In case '" + id + "': " + sentence;
    }

    private static String item(CaseId id, @Nullable CaseState member, int work) {
        WorkItem item = member == null ? null : member.works.get(work);
        return "Work item '" + new WorkId(id, work) + "'" + (item == null ? "" : " of task '" + item.task() + "'");
    }

    private static String lost(@Nullable CaseState member, int work) {
        WorkItem item = member == null ? null : member.works.get(work);
        return item == null || item.holder() == null ? "" : " What '" + item.holder() + "' has done on it is lost.";
    }

    private static String due(@Nullable CaseState member, int timer) {
        Timer set = member == null ? null : member.timers.get(timer);
        return set == null ? "" : " for " + set.due();
    }

    private static String signal(@Nullable CaseState member, int ticket) {
        CaseState.Wait wait = member == null ? null : member.waits.get(ticket);
        return wait == null ? "" : " '" + wait.signal() + "'";
    }
}
