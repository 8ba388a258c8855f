package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Sizes;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.language.Happening;
import io.millrace.language.Intention;
import io.millrace.language.Turn;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.RetryPolicy;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides commands on work items. */
final class WorkCommands {
    /** Who is meant when the engine itself, or an operator without a name, acts. */
    private static final String ENGINE = "engine";

    private final CaseEntity entity;
    private final Ledger ledger;
    private final CaseTurn turn;

    WorkCommands(CaseEntity entity, Ledger ledger, CaseTurn turn) {
        this.entity = entity;
        this.ledger = ledger;
        this.turn = turn;
    }

    Answer decide(Command.OfWork command) {
        WorkId id = command.work();
        CaseState member = entity.member(id.caseId());
        if (member == null || !member.status.isOpen()) {
            return entity.absent(verb(command) + " work of", id.caseId(), member == null ? null : member.status);
        }
        WorkItem item = member.works.get(id.number());
        if (item == null) {
            return new Answer.Refused(Code.UNKNOWN_WORK.with(id));
        }
        boolean fromAttempt = command instanceof Command.Complete c && c.attempt() > 0
                || command instanceof Command.Fail f && f.attempt() > 0
                || command instanceof Command.Defer;
        if (!fromAttempt && entity.isSuspended(member)) {
            return new Answer.Refused(Code.CASE_SUSPENDED.with(verb(command) + " work of", member.id));
        }
        if (item.state() == WorkState.SUSPENDED && needsActive(command)) {
            return new Answer.Refused(Code.WORK_SUSPENDED.with(verb(command), id));
        }
        return switch (command) {
            case Command.Claim c -> claim(member, item);
            case Command.Release c -> release(member, item);
            case Command.Delegate c -> delegate(member, item, c.to());
            case Command.StartWork c -> startWork(member, item);
            case Command.SuspendWork c -> suspend(member, item);
            case Command.ResumeWork c -> resume(member, item);
            case Command.Complete c -> complete(member, item, c);
            case Command.Fail c -> fail(member, item, c);
            case Command.Defer c -> defer(member, item, c.attempt());
            case Command.Withdraw c -> withdraw(member, item, c.reason());
            case Command.Skip c -> skip(member, item, c.output());
            case Command.RetryWork c -> retry(member, item);
        };
    }

    private static boolean needsActive(Command.OfWork command) {
        return !(command instanceof Command.ResumeWork)
                && !(command instanceof Command.Withdraw)
                && !(command instanceof Command.Skip);
    }

    private Answer claim(CaseState member, WorkItem item) {
        Problem problem = notFor(item, "claim");
        if (problem == null) {
            problem = separated(member, item, "claim");
        }
        if (problem == null && item.state() != WorkState.OFFERED) {
            problem = Code.WORK_STATE.with("claim", item.id(), item.state().word());
        }
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(member, new Event.WorkAllocated(item.id().number(), actor()));
        turn.placing().occupy(member, item.id().number());
        return Answer.DONE;
    }

    private Answer release(CaseState member, WorkItem item) {
        if (!isPeoples(item) || item.state() == WorkState.OFFERED) {
            return state("release", item);
        }
        Problem problem = heldByAnother(item, "release");
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(member, new Event.WorkReleased(item.id().number()));
        turn.placing().leave(member, item.id().number());
        String holder = item.holder();
        turn.placing().queue(member, item.id().number(), holder == null ? List.of() : List.of(holder));
        WorkItem now = member.works.get(item.id().number());
        if (now != null) {
            ledger.effect(new Effect.OfferWork(ledger.tenant(), member.process, now));
        }
        return Answer.DONE;
    }

    private Answer delegate(CaseState member, WorkItem item, String to) {
        Problem problem = notFor(item, "delegate");
        if (problem == null) {
            // A role can be lent with the work; a separation of duties would mean nothing if it could.
            problem = separated(member, item, "delegate", to);
        }
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(member, new Event.WorkAllocated(item.id().number(), to));
        turn.placing().occupy(member, item.id().number());
        return Answer.DONE;
    }

    private Answer startWork(CaseState member, WorkItem item) {
        if (item.state() == WorkState.STARTED) {
            return state("start", item);
        }
        Problem problem = notFor(item, "start");
        if (problem == null) {
            problem = separated(member, item, "start");
        }
        if (problem == null) {
            problem = member.code().check(member.language(), new Intention.StartWork(item.id().number()), member);
        }
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        take(member, item);
        return Answer.DONE;
    }

    /** Starts people's work for whoever asks. */
    void take(CaseState member, WorkItem item) {
        turn.start(member, item.id().number(), ledger.actorName());
    }

    private Answer suspend(CaseState member, WorkItem item) {
        Problem problem = isPeoples(item) ? notFor(item, "suspend") : carriedOut(item, "suspend");
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(member, new Event.WorkSuspended(item.id().number()));
        turn.placing().leave(member, item.id().number());
        if (item.isAutomatic()) {
            turn.recall(item, "it is suspended");
        }
        return Answer.DONE;
    }

    private Answer resume(CaseState member, WorkItem item) {
        if (item.state() != WorkState.SUSPENDED) {
            return state("resume", item);
        }
        Problem problem = isPeoples(item) ? notFor(item, "resume") : null;
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(member, new Event.WorkResumed(item.id().number()));
        WorkItem now = member.works.get(item.id().number());
        if (now != null && now.isAutomatic() && now.incident() == null) {
            turn.retry(member, now);
        }
        if (now != null && now.isPooled()) {
            // It returns to whoever had it, or to its pool.
            turn.placing().occupy(member, item.id().number());
            turn.placing().queue(member, item.id().number(), List.of());
        }
        return Answer.DONE;
    }

    private Answer complete(CaseState member, WorkItem item, Command.Complete command) {
        Problem problem = notFrom(command.attempt(), member, item, "complete");
        if (problem == null) {
            problem = Sizes.tooLarge(command.output(), item.id(), ledger.surroundings.settings());
        }
        if (problem == null) {
            problem = mistyped(member, item, command.output());
        }
        int number = item.id().number();
        boolean onTheWay = isOnTheWay(item);
        if (problem == null) {
            problem = onTheWay ? separated(member, item, "complete") : separated(member, item, "complete", ledger.onBehalfOf());
        }
        if (problem == null && onTheWay) {
            problem = member.code().check(member.language(), new Intention.StartWork(number), member);
        }
        if (problem == null) {
            problem = member.code().check(member.language(), new Intention.CompleteWork(number, command.output()), member);
        }
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        if (onTheWay) {
            take(member, item);
        }
        WorkItem now = member.works.get(number);
        if (now == null) {
            // The turn is dropped, and so is the taking: whoever wants only that can start the work item.
            throw new RefusedException(Code.WORK_STATE.with("complete", item.id(), "withdrawn by being started"));
        }
        if (command.attempt() == 0 && item.isAutomatic()) {
            turn.recall(item, "it was completed by hand");
        }
        turn.completed(member, now, command.output());
        turn.react();
        return Answer.DONE;
    }

    /** Whether completing a work item starts it, too. */
    static boolean isOnTheWay(WorkItem item) {
        return isPeoples(item) && item.state() != WorkState.STARTED;
    }

    private @Nullable Problem mistyped(CaseState member, WorkItem item, Data output) {
        Shape shape = member.code().task(item.task()).output();
        var mismatches = shape.check(output);
        return mismatches.isEmpty()
                ? null
                : Code.DATA_TYPE.with("The output of '" + item.task() + "'", mismatches.getFirst());
    }

    /**
     * An attempt of automatic work that failed is tried again as its policy says; when that is used up, or another
     * attempt would not help, a technical failure waits as an incident and a failure that was said is told the process.
     */
    private Answer fail(CaseState member, WorkItem item, Command.Fail command) {
        int work = item.id().number();
        Problem problem = notFrom(command.attempt(), member, item, "fail");
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        if (command.attempt() == 0) {
            turn.recall(item, command.reason());
            turn.failed(member, item, command.reason());
            turn.react();
            return Answer.DONE;
        }
        if (!command.again()) {
            turn.failed(member, item, command.reason());
            turn.react();
            return Answer.DONE;
        }
        RetryPolicy policy = member.code().task(item.task()).retry();
        ledger.record(member, new Event.WorkAttemptFailed(work, item.attempt(), command.reason()));
        turn.placing().leave(member, work);
        if (item.attempt() < policy.attempts() && policy.retries(command.kinds())) {
            ledger.record(
                    member,
                    new Event.TimerSet(
                            member.lastTimer + 1,
                            Turn.later(ledger.now, policy.waitAfter(item.attempt(), item.id())),
                            new TimerPurpose.Retry(work)));
        } else {
            ledger.record(member, new Event.IncidentRaised(work, command.reason()));
        }
        return Answer.DONE;
    }

    /** The handler has handed the work on. The holder of the attempt's token brings the result. */
    private Answer defer(CaseState member, WorkItem item, int attempt) {
        Problem problem = notFrom(attempt, member, item, "defer");
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(member, new Event.WorkDeferred(item.id().number()));
        return Answer.DONE;
    }

    private Answer withdraw(CaseState member, WorkItem item, String reason) {
        Problem problem = isPeoples(item) ? notFor(item, "withdraw") : notForNamed(item, "withdraw");
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        turn.withdraw(member, item, reason);
        turn.give(member, new Happening.WorkLost(item.id().number(), reason));
        return Answer.DONE;
    }

    private Answer skip(CaseState member, WorkItem item, Data output) {
        Intention.Skip what = new Intention.Skip(item.id().number(), output);
        Problem problem = Sizes.tooLarge(output, item.id(), ledger.surroundings.settings());
        if (problem == null && !output.isNothing()) {
            problem = mistyped(member, item, output);
        }
        if (problem == null) {
            problem = member.code().check(member.language(), what, member);
        }
        if (problem != null) {
            return new Answer.Refused(problem);
        }
        ledger.record(
                member,
                new Event.Intervened(
                        "skip", Data.fields("work", item.id().toString(), "task", item.task(), "output", output)));
        turn.withdraw(member, item, "it was skipped");
        turn.intervene(member, what);
        return Answer.DONE;
    }

    private Answer retry(CaseState member, WorkItem item) {
        if (item.incident() == null) {
            return new Answer.Refused(Code.NOT_AN_INCIDENT.with(item.id()));
        }
        ledger.record(member, new Event.IncidentResolved(item.id().number(), "retry"));
        if (isPeoples(item)) {
            turn.placing().queue(member, item.id().number(), List.of());
            ledger.effect(new Effect.OfferWork(ledger.tenant(), member.process, item.incident(null)));
        } else {
            turn.retry(member, item);
        }
        return Answer.DONE;
    }

    // Who may do what.

    private static boolean isPeoples(WorkItem item) {
        return item.doer() instanceof Doer.People;
    }

    private String actor() {
        String name = ledger.actorName();
        return name == null ? ENGINE : name;
    }

    private static Answer state(String verb, WorkItem item) {
        return new Answer.Refused(Code.WORK_STATE.with(verb, item.id(), item.state().word()));
    }

    /** Why this actor may not handle this item of people's work. */
    private @Nullable Problem notFor(WorkItem item, String verb) {
        if (!isPeoples(item)) {
            return Code.WORK_STATE.with(verb, item.id(), "not work for people");
        }
        Problem held = heldByAnother(item, verb);
        Participant actor = ledger.restricted();
        if (held != null || actor == null || actor.name().equals(item.holder())) {
            return held;
        }
        if (admits(item, actor)) {
            return null;
        }
        // A role or a delegation would not help those who did the work from which this is separated.
        Code why = item.performers().excluded().contains(actor.name()) ? Code.EXCLUDED : Code.NOT_QUALIFIED;
        return why.with(verb, item.id(), actor.name());
    }

    /** Why those who ask may not do work: the actor, or the person for whom the actor acts. The two are one. */
    private @Nullable Problem separated(CaseState member, WorkItem item, String verb) {
        Problem problem = separated(member, item, verb, ledger.actorName());
        return problem == null ? separated(member, item, verb, ledger.onBehalfOf()) : problem;
    }

    /** Why a participant may not do work: by what was done when it was offered, or since then. */
    static @Nullable Problem separated(CaseState member, WorkItem item, String verb, @Nullable String who) {
        if (who == null) {
            return null;
        }
        boolean isExcluded = item.performers().excluded().contains(who)
                || member.code().excluded(member.language(), item.task()).contains(who);
        return isExcluded ? Code.EXCLUDED.with(verb, item.id(), who) : null;
    }

    /** Whether somebody is among those to whom the work is offered, or who are qualified for it in its pool. */
    private boolean admits(WorkItem item, Participant actor) {
        String pool = item.performers().pool();
        if (pool == null) {
            return item.performers().admits(actor);
        }
        CaseState member = entity.member(item.id().caseId());
        return member != null && ledger.surroundings.admits(item.performers(), member.process, item.task(), actor);
    }

    /** Why a result is not taken: from a person when the attempt is 0, else from that attempt. */
    private @Nullable Problem notFrom(int attempt, CaseState member, WorkItem item, String verb) {
        return attempt > 0 && item.child() == 0 ? oldAttempt(member, item, attempt) : notForHand(item, verb);
    }

    /** Why this actor may not end this item by hand: automatic work may be ended by hand, a sub-case's may not. */
    private @Nullable Problem notForHand(WorkItem item, String verb) {
        if (isPeoples(item)) {
            return notFor(item, verb);
        }
        Problem problem = carriedOut(item, verb);
        return problem == null ? notForNamed(item, verb) : problem;
    }

    /** Why nothing can be done to this item: a sub-case does it, and is what must be spoken to. */
    private static @Nullable Problem carriedOut(WorkItem item, String verb) {
        return item.child() == 0
                ? null
                : Code.WORK_STATE.with(
                        verb, item.id(), "carried out by case '" + item.id().caseId().child(item.child()) + "'");
    }

    /** Why a participant may not touch work that is not for people: until it is an incident, it is the engine's. */
    private @Nullable Problem notForNamed(WorkItem item, String verb) {
        return ledger.restricted() == null || item.incident() != null
                ? null
                : Code.WORK_STATE.with(verb, item.id(), "not work for people");
    }

    private @Nullable Problem heldByAnother(WorkItem item, String verb) {
        Participant actor = ledger.restricted();
        String holder = item.holder();
        return actor == null || holder == null || holder.equals(actor.name())
                ? null
                : Code.WORK_HELD.with(verb, item.id(), holder);
    }

    /** A result counts once, and only while its attempt runs: the first one that comes ends the attempt. */
    private static @Nullable Problem oldAttempt(CaseState member, WorkItem item, int attempt) {
        if (attempt != item.attempt()) {
            return Code.OLD_ATTEMPT.with(attempt, item.id(), "attempt " + item.attempt() + " is the last");
        }
        if (item.delayed() != null && Attempts.hasResult(member, item.id().number(), attempt)) {
            return Code.OLD_ATTEMPT.with(attempt, item.id(), "its result waits: " + item.delayed());
        }
        return item.state() == WorkState.STARTED ? null : Code.OLD_ATTEMPT.with(attempt, item.id(), "it is over");
    }

    private static String verb(Command.OfWork command) {
        return switch (command) {
            case Command.Claim c -> "claim";
            case Command.Release c -> "release";
            case Command.Delegate c -> "delegate";
            case Command.StartWork c -> "start";
            case Command.SuspendWork c -> "suspend";
            case Command.ResumeWork c -> "resume";
            case Command.Complete c -> "complete";
            case Command.Fail c -> "fail";
            case Command.Defer c -> "defer";
            case Command.Withdraw c -> "withdraw";
            case Command.Skip c -> "skip";
            case Command.RetryWork c -> "retry";
        };
    }
}
