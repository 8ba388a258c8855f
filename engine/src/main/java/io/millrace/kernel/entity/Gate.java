package io.millrace.kernel.entity;

import io.millrace.problem.Problem;

/**
 * Decides whether a significant event may happen. The engine asks it before it records such an event, in the one place
 * where events are recorded ({@link Ledger#record}); an engine without a gate asks nobody.
 *
 * <p>A verdict depends on the arguments alone: no clock, no randomness, nothing that is kept between two questions. The
 * same question may be put more than once, and in turns that are dropped later.
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
 */
@FunctionalInterface
public interface Gate {
    /** Accepts everything. The engine does not even ask it. */
    Gate OPEN = (state, event) -> Verdict.ACCEPT;

    /** @param state the case before the event; of a case that starts, only the id is known */
    Verdict verdict(ReadOnlyCase state, Significant event);

    /** What becomes of an event. */
    sealed interface Verdict {
        Verdict ACCEPT = new Accept();
    }

    record Accept() implements Verdict {}

    record Refuse(Problem problem) implements Verdict {}

    /**
     * The event must wait for others. No engine holds it yet: until rules bring the entity that takes it up again, a delay is a
     * refusal that says so.
     *
     * @param reason what it waits for, for people
     */
    record Delay(String reason) implements Verdict {}
}
