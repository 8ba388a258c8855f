package io.millrace.event;

import io.millrace.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a significant event may happen. The engine asks it before it records such an event, in the one place
 * where events are recorded (the ledger of a turn); an engine without a gate asks nobody.
 *
 * <p>A verdict depends on the arguments alone: no clock, no randomness, nothing that is kept between two questions. The
 * same question may be put more than once, and in turns that are dropped later. Replay never asks: it reads what was recorded.
 *
 * <p>What a refusal means depends on who waits for an answer:
 *
 * <ul>
 *   <li>Somebody asked for the event itself with a command: the command is refused with the problem, and nothing is recorded.
 *   <li>The event follows from what somebody did: the process offers the next task, a case ends. What was done stands, the
 *       reaction of the process is held, and the case has an incident with the text of the problem. When an operator retries
 *       the case, the process reacts again and the gate is asked again. Starting work, and interventions, are refused as a
 *       whole instead, since they cannot stand without what follows from them.
 *   <li>Nobody waits: the result of a handler, a deadline, a signal. The work item or the case has an incident. The attempt of
 *       the handler is over, and an operator can retry it. A refused signal is missed, and the case waits for the next. A start
 *       with a unique business key was answered before, so the case begins, and does nothing until an operator retries or cancels it.
 * </ul>
 *
 * <p>A delay records an attempt where a refusal would refuse or raise an incident: what was tried, by whom, and what it waits for.
 * Whoever asked is answered that it waits. The engine asks again whenever something is recorded in the case, at the instant that
 * the delay names, and when somebody asks for it; another entity can decide it by a message. Then the attempt happens, goes on waiting, or is
 * refused as above, except that nobody waits for the answer to a command any more: the history has it. An attempt to change a
 * work item ends with the work item, every attempt with its case. A start that is delayed begins the case, in which nothing happens until the gate accepts.
 */
@FunctionalInterface
public interface Gate {
    /** Accepts everything. The engine does not even ask it. */
    Gate OPEN = (state, event, now) -> Verdict.ACCEPT;

    /**
     * @param state the case before the event; of a case that starts, only the id is known
     * @param now the instant of the turn
     */
    Verdict verdict(ReadOnlyCase state, Significant event, Instant now);

    /**
     * One gate out of several: all of them must accept. The first refusal counts; without one, the first delay, until the earliest
     * instant and for the shortest time that any of them names.
     */
    static Gate all(List<Gate> gates) {
        if (gates.size() < 2) {
            return gates.isEmpty() ? OPEN : gates.getFirst();
        }
        List<Gate> each = List.copyOf(gates);
        return (state, event, now) -> {
            Delay delay = null;
            for (Gate gate : each) {
                switch (gate.verdict(state, event, now)) {
                    case Accept accept -> {}
                    case Refuse refuse -> {
                        return refuse;
                    }
                    case Delay longer -> delay = delay == null ? longer : delay.orEarlier(longer);
                }
            }
            return delay == null ? Verdict.ACCEPT : delay;
        };
    }

    /** What becomes of an event. */
    sealed interface Verdict {
        Verdict ACCEPT = new Accept();
    }

    record Accept() implements Verdict {}

    record Refuse(Problem problem) implements Verdict {}

    /**
     * The event must wait for others, or for a time.
     *
     * @param reason what it waits for, for people
     * @param until when the gate wants to be asked again, whatever happens; null if events of the case decide alone
     * @param limit how long the attempt may wait in all: then it is refused; null for ever
     */
    record Delay(String reason, @Nullable Instant until, @Nullable Duration limit) implements Verdict {
        public Delay(String reason) {
            this(reason, null, null);
        }

        public Delay(String reason, @Nullable Instant until) {
            this(reason, until, null);
        }

        private Delay orEarlier(Delay other) {
            Instant first = until == null || other.until != null && other.until.isBefore(until) ? other.until : until;
            Duration least = limit == null || other.limit != null && other.limit.compareTo(limit) < 0 ? other.limit : limit;
            return new Delay(reason, first, least);
        }
    }
}
