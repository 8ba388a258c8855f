package io.millrace.event;

import io.millrace.problem.Problem;
import io.millrace.problem.Problem.Grounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a significant event may happen. The engine calls it before it records such an event.
 *
 * <p>A gate must be a pure function of its arguments: no clock, no randomness, no state. The engine may call it several times for the same
 * event, from several threads, and in turns that it drops later. Replay never calls it: replay reads the recorded events.
 *
 * <p>The effect of a refusal depends on who waits for an answer:
 *
 * <ul>
 *   <li>A command asks for the event itself: the engine refuses the command with the problem, and records nothing.
 *   <li>The event follows from a command: the process offers the next task, or the case ends. The command stays done, the engine holds the
 *       reaction of the process, and the case has an incident with the text of the problem. When an operator retries the case, the process
 *       reacts again, and the engine calls the gate again. The engine refuses a start of work, and interventions, as a whole, because they
 *       cannot stand without their consequences.
 *   <li>No caller waits, because the event is the result of a handler, a deadline or a signal: the work item or the case has an incident.
 *       The attempt of the handler has ended, and an operator can retry it. A refused signal is lost, and the case waits for the next one.
 *       A start with a unique business key was answered before, so the case begins, and does nothing until an operator retries or cancels
 *       it.
 * </ul>
 *
 * <p>A delay records an attempt instead: what was tried, by whom, and what it waits for. The caller gets the answer that the attempt waits.
 * The engine calls the gate again whenever an event of the case is recorded, at the instant that the delay names, and on the command {@code
 * Reconsider}; another entity can decide the attempt by a message. Then the attempt happens, keeps waiting, or is refused as above, except
 * that no caller waits for the answer any more: the history records it. An attempt to change a work item ends with the work item, every
 * attempt with its case. A delayed start begins the case, in which nothing happens until the gate accepts.
 */
@FunctionalInterface
public interface Gate {
    /** Accepts everything. The engine does not call it. */
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

    /** The decision about an event. */
    sealed interface Verdict {
        /** The verdict that accepts an event. */
        Verdict ACCEPT = new Accept();
    }

    /** The event happens. */
    record Accept() implements Verdict {}

    /** The event does not happen; the problem is the answer to the command, or the text of the incident. */
    record Refuse(Problem problem) implements Verdict {}

    /**
     * The event must wait for others, or for a time.
     *
     * @param reason what it waits for, for people
     * @param until when the engine calls the gate again in any case; null to call it only after events of the case
     * @param limit the timeout of the attempt, after which it is refused; null for no timeout
     * @param grounds the rules behind it, and what would lift it, for programs
     */
    record Delay(String reason, @Nullable Instant until, @Nullable Duration limit, Grounds grounds) implements Verdict {
        /** A delay that no named rule is behind. */
        public Delay(String reason, @Nullable Instant until, @Nullable Duration limit) {
            this(reason, until, limit, Grounds.NONE);
        }

        /** A delay until events of the case satisfy the gate. */
        public Delay(String reason) {
            this(reason, null, null);
        }

        /** A delay after which the engine calls the gate again at an instant. */
        public Delay(String reason, @Nullable Instant until) {
            this(reason, until, null);
        }

        private Delay orEarlier(Delay other) {
            Instant first = until == null || other.until != null && other.until.isBefore(until) ? other.until : until;
            Duration least = limit == null || other.limit != null && other.limit.compareTo(limit) < 0 ? other.limit : limit;
            return new Delay(reason, first, least, grounds);
        }
    }
}
