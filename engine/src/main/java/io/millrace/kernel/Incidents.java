package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.language.Happening;
import io.millrace.work.WorkItem;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a turn that threw and for whose answer nobody waits: what happened is recorded all the same (the
 * timer has fired, the result is there), the reaction is held, and the case waits for a person.
 */
final class Incidents {
    private Incidents() {}

    /** Whether an input comes from the engine or a handler, which cannot correct the case itself. */
    static boolean belongs(Input input) {
        return switch (input) {
            case Input.Due due -> true;
            case Input.Begun begun -> true;
            case Input.TakenByCase taken -> true;
            case Input.Act act when act.command() instanceof Command.Complete complete -> complete.attempt() > 0;
            case Input.Act act when act.command() instanceof Command.Fail fail -> fail.attempt() > 0;
            case Input other -> false;
        };
    }

    static Answer raise(CaseEntity entity, Input input, String reason, Ledger ledger) {
        switch (input) {
            case Input.Due due -> fired(entity, due, reason, ledger);
            case Input.Begun begun -> begun(entity, begun.message(), reason, ledger);
            case Input.TakenByCase taken -> handed(entity, taken.message(), reason, ledger);
            case Input.Act act when act.command() instanceof Command.Complete done -> {
                CaseState part = entity.part(done.caseId());
                WorkItem item = part == null ? null : part.works.get(done.work().number());
                if (part != null && item != null) {
                    new CaseTurn(entity, ledger).done(part, item, done.output());
                    hold(part, new Happening.WorkDone(item.id().number(), done.output()), reason, ledger);
                }
            }
            case Input.Act act when act.command() instanceof Command.Fail lost -> {
                CaseState part = entity.part(lost.caseId());
                WorkItem item = part == null ? null : part.works.get(lost.work().number());
                if (part != null && item != null) {
                    lost(entity, part, item, lost.reason(), reason, ledger);
                }
            }
            case Input other -> throw new BrokenInvariant("no incident for " + other);
        }
        return Answer.DONE;
    }

    private static void fired(CaseEntity entity, Input.Due fire, String reason, Ledger ledger) {
        CaseState part = entity.part(fire.caseId());
        CaseState.Timer timer = part == null ? null : part.timers.get(fire.timer());
        if (part == null || timer == null) {
            return;
        }
        ledger.record(part, new Event.TimerFired(fire.timer()));
        switch (timer.purpose()) {
            case TimerPurpose.Wake wake -> hold(part, new Happening.TimerDue(fire.timer()), reason, ledger);
            case TimerPurpose.Retry retry -> {
                if (part.works.has(retry.work())) {
                    ledger.record(part, new Event.IncidentRaised(retry.work(), reason));
                }
            }
            case TimerPurpose.Overdue overdue -> {
                WorkItem item = part.works.get(overdue.work());
                if (item != null) {
                    lost(entity, part, item, "its deadline has passed", reason, ledger);
                }
            }
        }
    }

    private static void lost(
            CaseEntity entity, CaseState part, WorkItem item, String why, String reason, Ledger ledger) {
        new CaseTurn(entity, ledger).lost(part, item, why);
        hold(part, new Happening.WorkLost(item.id().number(), why), reason, ledger);
    }

    private static void begun(CaseEntity entity, Message.Begin begin, String reason, Ledger ledger) {
        CaseState root = entity.create(entity.rootId());
        Data input = begin.input();
        ledger.record(root, new Event.CaseStarted(begin.process(), begin.version(), input, begin.key(), true, 0));
        hold(root, new Happening.Started(input), reason, ledger);
    }

    private static void handed(CaseEntity entity, Message.Hand hand, String reason, Ledger ledger) {
        CaseState part = entity.part(hand.caseId());
        if (part != null && part.waits.has(hand.ticket())) {
            ledger.record(part, new Event.SignalReceived(hand.ticket(), hand.content()));
            hold(part, new Happening.SignalCame(hand.ticket(), hand.content()), reason, ledger);
        }
    }

    private static void hold(CaseState part, Happening happening, String reason, Ledger ledger) {
        ledger.record(part, new Event.StimulusHeld(happening));
        ledger.record(part, new Event.IncidentRaised(0, reason));
    }
}
