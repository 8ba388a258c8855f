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

    /** Whether a command comes from the engine or a participant that cannot put the case right itself. */
    static boolean belongs(Command command) {
        return switch (command) {
            case Command.Fire fire -> true;
            case Command.Complete complete -> complete.attempt() > 0;
            case Command.Fail fail -> fail.attempt() > 0;
            case Command.Take take ->
                take.message() instanceof Message.Hand || take.message() instanceof Message.Begin;
            case Command other -> false;
        };
    }

    static Answer raise(CaseEntity entity, Command command, String reason, Ledger ledger) {
        switch (command) {
            case Command.Fire fire -> fired(entity, entity.part(fire.caseId()), fire, reason, ledger);
            case Command.Complete done -> {
                CaseState part = entity.part(done.caseId());
                WorkItem item = part == null ? null : part.works.get(done.work().number());
                if (part != null && item != null) {
                    new CaseTurn(entity, ledger).done(part, item, done.output());
                    hold(part, new Happening.WorkDone(item.id().number(), done.output()), reason, ledger);
                }
            }
            case Command.Fail lost -> {
                CaseState part = entity.part(lost.caseId());
                WorkItem item = part == null ? null : part.works.get(lost.work().number());
                if (part != null && item != null) {
                    lost(entity, part, item, lost.reason(), reason, ledger);
                }
            }
            case Command.Take take -> taken(entity, take.message(), reason, ledger);
            case Command other -> throw new IllegalStateException("no incident for " + other);
        }
        return Answer.DONE;
    }

    private static void fired(
            CaseEntity entity, @Nullable CaseState part, Command.Fire fire, String reason, Ledger ledger) {
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

    private static void taken(CaseEntity entity, Message message, String reason, Ledger ledger) {
        if (message instanceof Message.Begin begin) {
            CaseState root = entity.create(entity.rootId());
            Data input = begin.input();
            ledger.record(root, new Event.CaseStarted(begin.process(), begin.version(), input, begin.key(), true, 0));
            hold(root, new Happening.Started(input), reason, ledger);
        } else if (message instanceof Message.Hand hand) {
            CaseState part = entity.part(hand.caseId());
            if (part != null && part.waits.has(hand.ticket())) {
                ledger.record(part, new Event.SignalReceived(hand.ticket(), hand.content()));
                hold(part, new Happening.SignalCame(hand.ticket(), hand.content()), reason, ledger);
            }
        }
    }

    private static void hold(CaseState part, Happening happening, String reason, Ledger ledger) {
        ledger.record(part, new Event.StimulusHeld(happening));
        ledger.record(part, new Event.IncidentRaised(0, reason));
    }
}
