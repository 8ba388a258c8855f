package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.language.Happening;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.work.Doer;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a turn that threw, or that the gate stopped, when it is not simply refused. What happened is recorded all the same
 * (the timer has fired, the result is there). The reaction is held and the case waits for a person; or, if the gate delays it, an
 * attempt waits for the gate.
 */
public final class Incidents {
    private final CaseEntity entity;
    private final Ledger ledger;
    private final CaseTurn turn;
    private final Gatekeeper.@Nullable Stop stop;
    /** How long the gate delays it; null if it is refused, or threw. */
    private final Gate.@Nullable Delay delay;

    private final boolean refused;
    private final String reason;

    private Incidents(CaseEntity entity, Ledger ledger, @Nullable Throwable failure, String reason) {
        this.entity = entity;
        this.ledger = ledger;
        this.turn = new CaseTurn(entity, ledger);
        this.stop = failure instanceof Gatekeeper.Stop stopped ? stopped : null;
        this.delay = stop == null ? null : stop.delay;
        this.refused = failure == null || failure instanceof Attempts.Refused;
        this.reason = reason;
    }

    /**
     * Whether something is recorded in place of a turn that failed: nobody waits for an answer, the gate delays it, or what was
     * asked can stand without its consequences.
     */
    public static boolean belongs(Input input, Throwable failure) {
        if (isUnattended(input)) {
            return true;
        }
        boolean again = input instanceof Input.Act act && act.command() instanceof Command.Reconsider;
        return switch (failure) {
            case Gatekeeper.Stop stop -> again || stop.delay != null || stop.following && canStand(input);
            case Attempts.Refused e -> again;
            case RefusedException e -> again;
            case Throwable e -> false;
        };
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

    private static boolean canStand(Input input) {
        return input instanceof Input.Open || input instanceof Input.Act act && canStand(new Attempt.Asked(act.command()));
    }

    /** Whether what was tried is a fact to which the process can react later. */
    private static boolean canStand(Attempt.Trial trial) {
        return switch (trial) {
            case Attempt.Asked asked ->
                asked.command() instanceof Command.Complete
                        || asked.command() instanceof Command.Fail
                        || asked.command() instanceof Command.Withdraw;
            case Attempt.Elapsed elapsed -> elapsed.purpose() instanceof TimerPurpose.Overdue;
            case Attempt.Begun begun -> false;
            case Attempt.Handed handed -> true;
            case Attempt.Reaction reaction -> true;
        };
    }

    /** @param ledger one that does not ask the gate again: the turn that failed has asked it about all that is recorded here */
    public static Answer raise(CaseEntity entity, Input input, Throwable failure, String reason, Ledger ledger) {
        Answer answer = new Incidents(entity, ledger, failure, reason).raise(input);
        Attempts.stir(ledger);
        ledger.finish();
        return answer;
    }

    /** Automatic work may not begin: it waits, or has an incident that says why it never will. */
    static void hold(CaseEntity entity, CaseState member, int work, Gatekeeper.Stop stop, Ledger ledger) {
        Incidents held = new Incidents(entity, ledger, stop, stop.problem.message());
        if (stop.delay == null) {
            held.refused(member, new Attempt.Begun(work));
        } else {
            held.delayed(member, new Attempt.Begun(work), null, List.of(), stop.alone(), stop.delay);
        }
    }

    /** Another entity has decided that an attempt will never happen. */
    static void refuse(CaseEntity entity, CaseState member, Attempt attempt, String reason, Ledger ledger) {
        new Incidents(entity, ledger, null, reason).failed(member, attempt.trial(), attempt, attempt.granted());
    }

    private Answer raise(Input input) {
        return switch (input) {
            case Input.Open open -> {
                Command.Start start = open.command();
                yield begun(start.process(), start.version(), start.input(), start.key(), false);
            }
            case Input.Begun begun -> {
                Message.Begin begin = begun.message();
                yield begun(begin.process(), begin.version(), begin.input(), begin.key(), true);
            }
            case Input.Due due -> fired(due);
            case Input.TakenByCase taken -> told(taken.message());
            case Input.Act act -> asked(act.command());
            case Input other -> throw new BrokenInvariant("no incident for " + other);
        };
    }

    private Answer asked(Command.OfCase command) {
        CaseState member = entity.member(command.caseId());
        if (member == null) {
            return Answer.DONE;
        }
        if (command instanceof Command.Reconsider again) {
            return triedAgain(member, again.attempt(), false);
        }
        if (command instanceof Command.OfWork work && !member.works.has(work.work().number())) {
            return Answer.DONE;
        }
        return failed(member, new Attempt.Asked(command, ledger.onBehalfOf()), null, List.of());
    }

    private Answer told(Message.ToBegunCase message) {
        CaseState member = entity.member(message.caseId());
        if (member == null) {
            return Answer.DONE;
        }
        switch (message) {
            case Message.Hand hand -> {
                if (member.waits.has(hand.ticket())) {
                    failed(
                            member,
                            new Attempt.Handed(hand.ticket(), hand.content(), hand.sent(), hand.only()),
                            null,
                            List.of());
                }
            }
            case Message.Consult consult ->
                failed(
                        member,
                        new Attempt.Reaction(
                                new Happening.Consulted(consult.from(), consult.attempt(), consult.matter(), consult.literals())),
                        null,
                        List.of());
            case Message.Decide decide -> triedAgain(member, decide.attempt(), true);
            case Message.Assign assign -> assigned(member, assign);
            case Message.Reconsider reconsider -> {
                Attempt attempt = Attempts.from(member, reconsider.attempt());
                if (attempt != null) {
                    triedAgain(member, attempt.number(), false);
                }
                if (attempt != null && ledger.stirred().isEmpty()) {
                    Attempts.goOn(ledger, member, attempt.number());
                }
            }
        }
        return Answer.DONE;
    }

    /** The agent has the work, though it could not be started, or its sub-case could not. */
    private void assigned(CaseState member, Message.Assign assign) {
        WorkItem item = member.works.get(assign.work());
        if (item == null || !CaseCommands.isAwaited(item, assign)) {
            return;
        }
        if (entity.isSuspended(member)) {
            // Since the turn that failed.
            turn.placing().leave(member, assign.work());
            return;
        }
        ledger.record(member, new Event.WorkAllocated(assign.work(), assign.agent()));
        if (delay != null && stop != null && item.doer() instanceof Doer.People) {
            ledger.actAs(assign.agent(), null);
            failed(member, new Attempt.Asked(new Command.StartWork(item.id())), null, List.of());
        } else {
            ledger.record(member, new Event.IncidentRaised(assign.work(), reason));
        }
    }

    private Answer fired(Input.Due fire) {
        CaseState member = entity.member(fire.caseId());
        Timer timer = member == null ? null : member.timers.get(fire.timer());
        if (member == null || timer == null) {
            return Answer.DONE;
        }
        ledger.record(member, new Event.TimerFired(fire.timer()));
        switch (timer.purpose()) {
            case TimerPurpose.Wake wake ->
                failed(member, new Attempt.Reaction(new Happening.TimerDue(fire.timer())), null, List.of());
            case TimerPurpose.Reconsider reconsider -> triedAgain(member, reconsider.attempt(), false);
            case TimerPurpose.Retry retry -> elapsed(member, retry.work(), retry);
            case TimerPurpose.Overdue overdue -> elapsed(member, overdue.work(), overdue);
        }
        return Answer.DONE;
    }

    private void elapsed(CaseState member, int work, TimerPurpose purpose) {
        if (member.works.has(work)) {
            failed(member, new Attempt.Elapsed(purpose), null, List.of());
        }
    }

    private Answer begun(String process, int version, Data input, @Nullable String key, boolean unique) {
        Answer answer = new CaseCommands(entity, ledger, turn).started(process, version, input, key, unique);
        failed(entity.create(entity.rootId()), new Attempt.Reaction(new Happening.Started(input)), null, List.of());
        return answer;
    }

    /** @param accepted whether the event for which the attempt waited was accepted by message */
    private Answer triedAgain(CaseState member, int number, boolean accepted) {
        Attempt attempt = member.attempts.get(number);
        if (attempt == null) {
            return Answer.DONE;
        }
        ledger.actAs(attempt.by(), attempt.onBehalfOf());
        // If it is stopped at the same event, others have to accept that, too.
        boolean passed = accepted && (stop == null || !Gatekeeper.isGranted(stop.event, attempt.event()));
        return failed(member, attempt.trial(), attempt, passed ? attempt.grantedWithEvent() : attempt.granted());
    }

    /**
     * Records what becomes of something that was tried and failed.
     *
     * @param before the attempt if it waited before, or null
     * @param granted what of it was accepted by message
     */
    private Answer failed(
            CaseState member, Attempt.Trial trial, @Nullable Attempt before, List<Event.Significant> granted) {
        boolean whole = isStoppedWhole(trial, before != null);
        Gate.Delay delay = isOver(before) ? null : this.delay;
        if (delay != null && stop != null && (whole || trial instanceof Attempt.Reaction)) {
            return delayed(member, trial, before, granted, stop, delay);
        }
        if (before != null) {
            boolean stands = !whole && !(trial instanceof Attempt.Reaction);
            ledger.record(member, new Event.AttemptDecided(before.number(), stands, stands ? null : reason));
        }
        if (whole && !(trial instanceof Attempt.Reaction)) {
            refused(member, trial);
        } else {
            Happening happening = stands(member, trial);
            if (before != null) {
                ledger.settled(member, before.number());
            }
            if (delay != null && stop != null) {
                delayed(member, new Attempt.Reaction(happening), null, List.of(), stop, delay);
            } else {
                ledger.record(member, new Event.StimulusHeld(happening));
                ledger.record(member, new Event.IncidentRaised(0, reason));
            }
        }
        return Answer.DONE;
    }

    /** Whether an attempt has waited as long as it may. */
    private boolean isOver(@Nullable Attempt before) {
        Instant end = before == null || delay == null ? null : end(before.since(), delay);
        return end != null && !ledger.now.isBefore(end);
    }

    private static @Nullable Instant end(Instant since, Gate.Delay delay) {
        return delay.limit() == null ? null : Turn.later(since, delay.limit());
    }

    /** Whether nothing of what was tried can stand, and not only what follows from it. */
    private boolean isStoppedWhole(Attempt.Trial trial, boolean again) {
        if (stop != null) {
            return !stop.following || !canStand(trial);
        }
        // A person's command whose turn throws is refused; what happened by itself stands.
        boolean persons = again && trial instanceof Attempt.Asked asked && !isResult(asked.command());
        return refused || persons || !canStand(trial);
    }

    private static boolean isResult(Command.OfCase command) {
        return command instanceof Command.Complete c && c.attempt() > 0
                || command instanceof Command.Fail f && f.attempt() > 0;
    }

    // Delays.

    private Answer delayed(
            CaseState member,
            Attempt.Trial trial,
            @Nullable Attempt before,
            List<Event.Significant> granted,
            Gatekeeper.Stop at,
            Gate.Delay until) {
        int number = before == null ? member.lastAttempt + 1 : before.number();
        Attempt other = before == null ? rival(member, trial) : null;
        if (other != null) {
            // Nobody gets ahead by asking twice, and what waits stays within bounds.
            return trial.equals(other.trial()) && Objects.equals(other.by(), ledger.actorName())
                    ? new Answer.Delayed(other.number(), Gatekeeper.waiting(other.event(), member, other.reason(), until.grounds()))
                    : new Answer.Refused(Code.ALREADY_ATTEMPTED.with(
                            EventView.kind(at.event), member.id, other.number(), other.reason())
                            .because(until.grounds()));
        }
        Event.Attempted now =
                new Event.Attempted(number, at.event, trial, ledger.actorName(), until.reason(), granted);
        if (before == null || !now.equals(recorded(before))) {
            ledger.record(member, now);
        }
        Instant end = end(before == null ? ledger.now : before.since(), until);
        Gatekeeper.Question asked = at.asked();
        if (asked != null) {
            ledger.consult(member, asked.rules().rules(), number, Happening.Matter.WANTED, asked.literals());
        }
        askAgainAt(member, number, end == null || until.until() != null && until.until().isBefore(end) ? until.until() : end);
        return new Answer.Delayed(number, at.problem);
    }

    private static Event.Attempted recorded(Attempt attempt) {
        return new Event.Attempted(
                attempt.number(), attempt.event(), attempt.trial(), attempt.by(), attempt.reason(), attempt.granted());
    }

    /** The command of the same kind on the same thing that waits already, or null. */
    private static @Nullable Attempt rival(CaseState member, Attempt.Trial trial) {
        if (!(trial instanceof Attempt.Asked asked)) {
            return null;
        }
        for (int number : member.attempts.keys()) {
            Attempt attempt = member.attempts.get(number);
            if (attempt != null
                    && attempt.trial() instanceof Attempt.Asked other
                    && other.command().getClass() == asked.command().getClass()
                    && attempt.work() == Attempt.workOf(trial)) {
                return attempt;
            }
        }
        return null;
    }

    /** Keeps one timer for an attempt that is to be tried at an instant; an instant that has passed is none. */
    private void askAgainAt(CaseState member, int number, @Nullable Instant until) {
        Attempt attempt = member.attempts.get(number);
        Timer timer = attempt == null ? null : member.timers.get(attempt.timer());
        if (attempt == null || timer != null && timer.due().equals(until)) {
            return;
        }
        if (timer != null) {
            ledger.record(member, new Event.TimerCancelled(attempt.timer()));
        }
        if (until != null && until.isAfter(ledger.now)) {
            ledger.record(
                    member, new Event.TimerSet(member.lastTimer + 1, until, new TimerPurpose.Reconsider(number)));
        }
    }

    // Refusals, and what stands in spite of one.

    private void refused(CaseState member, Attempt.Trial trial) {
        switch (trial) {
            case Attempt.Asked asked -> {
                WorkItem item = member.works.get(Attempt.workOf(trial));
                if (item != null && isResult(asked.command())) {
                    attemptRefused(member, item);
                }
            }
            case Attempt.Elapsed elapsed -> {
                int work = Attempt.workOf(elapsed);
                if (member.works.has(work)) {
                    ledger.record(member, new Event.IncidentRaised(work, reason));
                }
            }
            case Attempt.Handed handed -> {
                ledger.record(member, new Event.SignalMissed(handed.ticket(), handed.content()));
                ledger.record(member, new Event.IncidentRaised(0, reason));
                turn.awaitAgain(member, handed.ticket());
            }
            case Attempt.Begun begun -> ledger.record(member, new Event.IncidentRaised(begun.work(), reason));
            case Attempt.Reaction reaction -> throw new BrokenInvariant("a reaction is held, not refused");
        }
    }

    /** The result of an attempt is not accepted: the attempt is over, as if it had failed for the last time. */
    private void attemptRefused(CaseState member, WorkItem item) {
        int work = item.id().number();
        ledger.record(member, new Event.WorkAttemptFailed(work, item.attempt(), reason));
        turn.placing().leave(member, work);
        ledger.record(member, new Event.IncidentRaised(work, reason));
    }

    /** Records what has happened, and answers to what the process has not reacted. */
    private Happening stands(CaseState member, Attempt.Trial trial) {
        return switch (trial) {
            case Attempt.Asked asked -> worked(member, asked.command());
            case Attempt.Elapsed elapsed -> lost(member, open(member, Attempt.workOf(elapsed)), "its deadline has passed");
            case Attempt.Handed handed -> {
                turn.received(member, handed.ticket(), handed.content(), handed.sent());
                yield new Happening.SignalCame(handed.ticket(), handed.content());
            }
            case Attempt.Begun begun -> throw new BrokenInvariant("work that has not begun cannot stand");
            case Attempt.Reaction reaction -> reaction.happening();
        };
    }

    private Happening worked(CaseState member, Command.OfCase command) {
        switch (command) {
            case Command.Complete c -> {
                WorkItem item = open(member, c.work().number());
                if (c.attempt() == 0 && item.isAutomatic()) {
                    turn.recall(item, "it was completed by hand");
                } else if (WorkCommands.isOnTheWay(item)) {
                    new WorkCommands(entity, ledger, turn).take(member, item);
                }
                turn.done(member, item, c.output());
                return new Happening.WorkDone(c.work().number(), c.output());
            }
            case Command.Fail c -> {
                WorkItem item = open(member, c.work().number());
                if (c.attempt() == 0) {
                    turn.recall(item, c.reason());
                }
                return lost(member, item, c.reason());
            }
            case Command.Withdraw c -> {
                turn.withdraw(member, open(member, c.work().number()), c.reason());
                turn.react();
                return new Happening.WorkLost(c.work().number(), c.reason());
            }
            case Command.OfCase other -> throw new BrokenInvariant("no incident for " + other);
        }
    }

    private Happening lost(CaseState member, WorkItem item, String why) {
        turn.lost(member, item, why);
        // What a sub-case begins that makes good; the case itself has not been told.
        turn.react();
        return new Happening.WorkLost(item.id().number(), why);
    }

    private static WorkItem open(CaseState member, int work) {
        WorkItem item = member.works.get(work);
        if (item == null) {
            throw new BrokenInvariant("work item " + work + " of case " + member.id + " is not open");
        }
        return item;
    }
}
