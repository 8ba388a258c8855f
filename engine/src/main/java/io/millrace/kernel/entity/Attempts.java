package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Message;
import io.millrace.language.Happening;
import io.millrace.language.TurnSignal;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the gate delays. An attempt is recorded by {@link Incidents}, in the turn that takes the place of the delayed one; here it is
 * tried again, and dropped with what it would have changed.
 *
 * <p>Every turn tries one attempt. If the gate goes on delaying it, the turn is dropped like any other that the gate stops, so an
 * attempt never takes place by half.
 */
public final class Attempts {
    /** What was attempted is refused when it is tried again, whatever the gate says. */
    public static final class Refused extends TurnSignal {
        public final transient Problem problem;

        private Refused(Problem problem) {
            super(problem.message());
            this.problem = problem;
        }
    }

    private final CaseEntity entity;
    private final Ledger ledger;
    private final CaseTurn turn;
    private final CaseCommands commands;

    public Attempts(CaseEntity entity, Ledger ledger, CaseTurn turn, CaseCommands commands) {
        this.entity = entity;
        this.ledger = ledger;
        this.turn = turn;
        this.commands = commands;
    }

    // Trying again.

    /** An operator wants the gate to be asked again. */
    Answer reconsider(CaseState member, Command.Reconsider command) {
        Attempt attempt = member.attempts.get(command.attempt());
        if (attempt == null) {
            return new Answer.Refused(Code.UNKNOWN_ATTEMPT.with(member.id, command.attempt()));
        }
        WorkItem item = member.works.get(attempt.work());
        if (item != null && isSuspended(member, attempt)) {
            return new Answer.Refused(Code.WORK_SUSPENDED.with("reconsider an attempt on", item.id()));
        }
        tryAgain(member, attempt, attempt.granted());
        return Answer.DONE;
    }

    /** While a case or a work item is suspended nothing happens to it; resuming it lets the case ask again. */
    private boolean isSuspended(CaseState member, Attempt attempt) {
        WorkItem item = member.works.get(attempt.work());
        return entity.isSuspended(member) || item != null && item.state() == WorkState.SUSPENDED;
    }

    /** Something has changed in the case, or it is time: asks the gate again about the first attempt from this number on. */
    void reconsider(CaseState member, int from) {
        Attempt attempt = from(member, from);
        if (attempt == null) {
            return;
        }
        if (!isSuspended(member, attempt)) {
            tryAgain(member, attempt, attempt.granted());
        } else if (!entity.isSuspended(member)) {
            goOn(ledger, member, attempt.number());
        }
    }

    /** Another entity has decided. */
    void decide(CaseState member, Message.Decide decided, EntityId from) {
        Attempt attempt = member.attempts.get(decided.attempt());
        if (attempt == null) {
            return;
        }
        CaseId by = from instanceof EntityId.OfCase of ? CaseId.root(of.root()) : member.id;
        if (decided.accepted() && isSuspended(member, attempt)) {
            if (ledger.surroundings.processes().inForce().stream().anyMatch(each -> each.rules().equals(by))) {
                // When what is suspended is resumed, the rules are asked again, and they remember.
                return;
            }
            // The decision stands until what is suspended is resumed.
            ledger.record(
                    member,
                    new Event.Attempted(
                            attempt.number(),
                            attempt.event(),
                            attempt.trial(),
                            attempt.by(),
                            attempt.reason(),
                            attempt.grantedWithEvent()));
        } else if (decided.accepted()) {
            ledger.accept(attempt.event(), by, decided.literals());
            tryAgain(member, attempt, attempt.granted());
        } else {
            Incidents.refuse(entity, member, attempt, decided.reason(), ledger);
        }
    }

    private void tryAgain(CaseState member, Attempt attempt, List<Event.Significant> granted) {
        ledger.record(member, new Event.AttemptDecided(attempt.number(), true, null));
        ledger.actAs(attempt.by(), attempt.onBehalfOf());
        ledger.grant(granted);
        switch (attempt.trial()) {
            case Attempt.Asked asked -> {
                if (commands.decideAny(asked.command()) instanceof Answer.Refused refused) {
                    throw new Refused(refused.problem());
                }
            }
            case Attempt.Elapsed elapsed -> commands.elapsed(member, elapsed.purpose());
            case Attempt.Begun begun -> turn.beginNow(member, begun.work());
            case Attempt.Handed handed -> {
                turn.received(member, handed.ticket(), handed.content(), handed.sent());
                turn.give(member, new Happening.SignalCame(handed.ticket(), handed.content()));
            }
            case Attempt.Reaction reaction -> {
                if (attempt.event() instanceof Event.CaseStarted started && started.parentWork() == 0) {
                    // The root case is there, and the gate has not accepted that it starts.
                    ledger.ask(member, started);
                }
                turn.give(member, reaction.happening());
            }
        }
        ledger.settled(member, attempt.number());
        ledger.stirred(member);
    }

    // What others ask of attempts.

    static boolean hasResult(CaseState member, int work, int attempt) {
        for (int number : member.attempts.keys()) {
            Attempt waiting = member.attempts.get(number);
            if (waiting != null && waiting.isResultOf(work, attempt)) {
                return true;
            }
        }
        return false;
    }

    /** Whether automatic work waits for rules to let it begin. */
    static boolean hasBeginning(CaseState member, int work) {
        for (int number : member.attempts.keys()) {
            Attempt waiting = member.attempts.get(number);
            if (waiting != null && waiting.trial() instanceof Attempt.Begun begun && begun.work() == work) {
                return true;
            }
        }
        return false;
    }

    /** The first attempt from this number on, or null. */
    static @Nullable Attempt from(CaseState member, int from) {
        for (int number : member.attempts.keys()) {
            if (number >= from) {
                return member.attempts.get(number);
            }
        }
        return null;
    }

    // Around every event of a case in which something waits.

    /** What an event ends, and whether the gate may think otherwise after it. */
    static void before(Ledger ledger, CaseState member, Event.OfCase event) {
        switch (event) {
            case Event.AttemptDecided e -> {
                cancelTimer(ledger, member, member.attempts.get(e.number()));
                if (!e.accepted()) {
                    ledger.settled(member, e.number());
                }
            }
            case Event.WorkCompleted e -> dropOfWork(ledger, member, e.work());
            case Event.WorkFailed e -> dropOfWork(ledger, member, e.work());
            case Event.WorkWithdrawn e -> dropOfWork(ledger, member, e.work());
            case Event.SignalForgotten e -> dropOfWait(ledger, member, e.ticket());
            case Event.Ending e -> {
                for (int number : member.attempts.keys()) {
                    drop(ledger, member, number, "the case has ended");
                }
            }
            case Event.OfCase other -> {}
        }
        if (isSeen(event)) {
            ledger.stirred(member);
        }
    }

    /** Whether an event changes what a gate sees of a case. */
    private static boolean isSeen(Event.OfCase event) {
        return switch (event) {
            case Event.Attempted e -> false;
            case Event.AttemptDecided e -> false;
            case Event.TimerSet e -> false;
            case Event.TimerFired e -> false;
            case Event.TimerCancelled e -> false;
            case Event.SignalAwaited e -> false;
            case Event.SignalForgotten e -> false;
            case Event.SignalMissed e -> false;
            case Event.StimulusHeld e -> false;
            case Event.OfCase other -> true;
        };
    }

    private static void dropOfWork(Ledger ledger, CaseState member, int work) {
        for (int number : member.attempts.keys()) {
            Attempt attempt = member.attempts.get(number);
            if (attempt != null && attempt.work() == work) {
                drop(ledger, member, number, "its work item is closed");
            }
        }
    }

    private static void dropOfWait(Ledger ledger, CaseState member, int ticket) {
        for (int number : member.attempts.keys()) {
            Attempt attempt = member.attempts.get(number);
            if (attempt != null && attempt.trial() instanceof Attempt.Handed handed && handed.ticket() == ticket) {
                drop(ledger, member, number, "the case no longer waits for the signal");
            }
        }
    }

    private static void drop(Ledger ledger, CaseState member, int number, String why) {
        ledger.record(member, new Event.AttemptDecided(number, false, why));
    }

    private static void cancelTimer(Ledger ledger, CaseState member, @Nullable Attempt attempt) {
        if (attempt != null && attempt.timer() != 0 && member.timers.has(attempt.timer())) {
            ledger.record(member, new Event.TimerCancelled(attempt.timer()));
        }
    }

    /**
     * At the end of a turn, the case asks itself to reconsider what waits. By a message, so that nothing is forgotten in a crash and
     * each attempt has a turn of its own; and by one message for all of them, which goes from one to the next.
     */
    static void stir(Ledger ledger) {
        for (CaseState member : ledger.stirred()) {
            if (member.status.isOpen()) {
                send(ledger, member, 1);
            }
        }
    }

    /** Goes on to the next attempt after this one, if there is one. */
    static void goOn(Ledger ledger, CaseState member, int after) {
        send(ledger, member, after + 1);
    }

    private static void send(Ledger ledger, CaseState member, int from) {
        Attempt next = from(member, from);
        if (next != null && ledger.entity.id instanceof EntityId.OfCase self) {
            ledger.send(member, self, new Message.Reconsider(member.id, next.number()));
        }
    }
}
