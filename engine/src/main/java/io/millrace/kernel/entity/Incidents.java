package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.language.Happening;
import io.millrace.work.WorkItem;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a turn that threw, or that the gate refused, when there is nobody to tell: what happened is recorded all
 * the same (the timer has fired, the result is there), the reaction is held, and the case waits for a person.
 */
public final class Incidents {
    private final CaseEntity entity;
    private final Ledger ledger;
    private final CaseTurn turn;
    /** Whether the gate refused the very thing that happened, and not only what follows from it. */
    private final boolean refused;
    private final String reason;

    private Incidents(CaseEntity entity, Ledger ledger, boolean refused, String reason) {
        this.entity = entity;
        this.ledger = ledger;
        this.turn = new CaseTurn(entity, ledger);
        this.refused = refused;
        this.reason = reason;
    }

    /** Whether a failure becomes an incident: nobody waits for an answer, or what was asked can stand without its consequences. */
    public static boolean belongs(Input input, Throwable failure) {
        return isUnattended(input) || failure instanceof Gatekeeper.Refusal refusal && refusal.following && canStand(input);
    }

    /** Whether an input comes from the engine or a handler, which cannot correct the case itself. */
    private static boolean isUnattended(Input input) {
        return switch (input) {
            case Input.Due due -> true;
            case Input.Begun begun -> true;
            case Input.TakenByCase taken -> true;
            case Input.Act act when act.command() instanceof Command.Complete complete -> complete.attempt() > 0;
            case Input.Act act when act.command() instanceof Command.Fail fail -> fail.attempt() > 0;
            case Input other -> false;
        };
    }

    /** Whether what somebody asked is a fact to which the process can react later. */
    private static boolean canStand(Input input) {
        return input instanceof Input.Open
                || input instanceof Input.Act act
                        && (act.command() instanceof Command.Complete
                                || act.command() instanceof Command.Fail
                                || act.command() instanceof Command.Withdraw);
    }

    /** @param ledger one that does not ask the gate again: the turn that failed has asked it about all that is recorded here */
    public static Answer raise(CaseEntity entity, Input input, Throwable failure, String reason, Ledger ledger) {
        boolean refused = failure instanceof Gatekeeper.Refusal refusal && !refusal.following;
        return new Incidents(entity, ledger, refused, reason).raise(input);
    }

    private Answer raise(Input input) {
        switch (input) {
            case Input.Due due -> fired(due);
            case Input.Open open -> {
                Command.Start start = open.command();
                return begun(start.process(), start.version(), start.input(), start.key(), false);
            }
            case Input.Begun begun -> {
                Message.Begin begin = begun.message();
                return begun(begin.process(), begin.version(), begin.input(), begin.key(), true);
            }
            case Input.TakenByCase taken -> handed(taken.message());
            case Input.Act act when act.command() instanceof Command.OfWork command -> {
                CaseState part = entity.part(command.caseId());
                WorkItem item = part == null ? null : part.works.get(command.work().number());
                if (part != null && item != null) {
                    worked(part, item, command);
                }
            }
            case Input other -> throw new BrokenInvariant("no incident for " + other);
        }
        return Answer.DONE;
    }

    private void worked(CaseState part, WorkItem item, Command.OfWork command) {
        int work = item.id().number();
        switch (command) {
            case Command.Complete c when refused -> attemptRefused(part, item);
            case Command.Fail c when refused -> attemptRefused(part, item);
            case Command.Complete c -> {
                if (c.attempt() == 0 && item.isAutomatic()) {
                    turn.recall(item, "it was completed by hand");
                } else if (WorkCommands.isOnTheWay(item)) {
                    new WorkCommands(entity, ledger, turn).take(part, item);
                }
                turn.done(part, item, c.output());
                hold(part, new Happening.WorkDone(work, c.output()));
            }
            case Command.Fail c -> {
                if (c.attempt() == 0) {
                    turn.recall(item, c.reason());
                }
                lost(part, item, c.reason());
            }
            case Command.Withdraw c -> {
                turn.withdraw(part, item, c.reason());
                hold(part, new Happening.WorkLost(work, c.reason()));
            }
            case Command.OfWork other -> throw new BrokenInvariant("no incident for " + other);
        }
    }

    /** The result of an attempt is not accepted: the attempt is over, as if it had failed for the last time. */
    private void attemptRefused(CaseState part, WorkItem item) {
        int work = item.id().number();
        ledger.record(part, new Event.WorkAttemptFailed(work, item.attempt(), reason));
        ledger.record(part, new Event.IncidentRaised(work, reason));
    }

    private void fired(Input.Due fire) {
        CaseState part = entity.part(fire.caseId());
        Timer timer = part == null ? null : part.timers.get(fire.timer());
        if (part == null || timer == null) {
            return;
        }
        ledger.record(part, new Event.TimerFired(fire.timer()));
        switch (timer.purpose()) {
            case TimerPurpose.Wake wake -> hold(part, new Happening.TimerDue(fire.timer()));
            case TimerPurpose.Retry retry -> {
                if (part.works.has(retry.work())) {
                    ledger.record(part, new Event.IncidentRaised(retry.work(), reason));
                }
            }
            case TimerPurpose.Overdue overdue -> {
                WorkItem item = part.works.get(overdue.work());
                if (item != null && refused) {
                    ledger.record(part, new Event.IncidentRaised(overdue.work(), reason));
                } else if (item != null) {
                    lost(part, item, "its deadline has passed");
                }
            }
        }
    }

    private void lost(CaseState part, WorkItem item, String why) {
        turn.lost(part, item, why);
        hold(part, new Happening.WorkLost(item.id().number(), why));
    }

    private Answer begun(String process, int version, Data input, @Nullable String key, boolean unique) {
        Answer answer = new CaseCommands(entity, ledger, turn).started(process, version, input, key, unique);
        hold(entity.create(entity.rootId()), new Happening.Started(input));
        return answer;
    }

    private void handed(Message.Hand hand) {
        CaseState part = entity.part(hand.caseId());
        if (part == null || !part.waits.has(hand.ticket())) {
            return;
        }
        if (refused) {
            ledger.record(part, new Event.SignalMissed(hand.ticket(), hand.content()));
            ledger.record(part, new Event.IncidentRaised(0, reason));
            turn.awaitAgain(part, hand.ticket());
        } else {
            turn.received(part, hand.ticket(), hand.content());
            hold(part, new Happening.SignalCame(hand.ticket(), hand.content()));
        }
    }

    private void hold(CaseState part, Happening happening) {
        ledger.record(part, new Event.StimulusHeld(happening));
        ledger.record(part, new Event.IncidentRaised(0, reason));
    }
}
