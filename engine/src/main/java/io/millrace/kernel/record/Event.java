package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.event.Gate;
import io.millrace.kernel.entity.Ledger;
import io.millrace.event.Significant;
import io.millrace.language.Happening;
import io.millrace.language.ProcessEvent;
import io.millrace.work.Agent;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fact that was recorded. An event says what was decided, so that applying it is arithmetic. Numbers of works,
 * timers and waits count from 1 within their case.
 */
public sealed interface Event {

    /** Events in the life of a case. */
    sealed interface OfCase extends Event {}

    /** Events of a case that rules can speak of; {@link Ledger#record} asks the {@link Gate} before it records one. */
    sealed interface Significant extends OfCase {}

    /** The end of a case. */
    sealed interface Ending extends Significant {}

    /** Events of the entities that are not cases. */
    sealed interface OfEntity extends Event {}

    // The case itself.

    /** @param parentWork the work item of the parent that this case carries out, or 0 for a root case */
    record CaseStarted(String process, int version, Data input, @Nullable String key, boolean unique, int parentWork)
            implements Significant {}

    record CaseSuspended() implements OfCase {}

    record CaseResumed() implements OfCase {}

    record CaseCompleted(Data result) implements Ending {}

    record CaseFailed(String reason) implements Ending {}

    record CaseCancelled(String reason) implements Ending {}

    /**
     * The case goes on under another version.
     *
     * @param mapping old names to new ones, as the operator gave them
     * @param changes what follows from that in the case's state, as the language decided
     * @param state the whole state under the new version, in events of the first form only
     */
    public record CaseMigrated(int version, Data mapping, Data changes, byte @Nullable [] state) implements OfCase {
        public CaseMigrated(int version, Data mapping, Data changes) {
            this(version, mapping, changes, null);
        }
    }

    /** A searchable attribute has a new value. */
    record AttributeSet(String name, Data value) implements OfCase {}

    /** Somebody changed the course of the case by hand; what it meant is in the events after this one. */
    record Intervened(String kind, Data detail) implements OfCase {}

    /** Something happened while the case was suspended or its turn failed; the case reacts when it is resumed or retried. */
    record StimulusHeld(Happening happening) implements OfCase {}

    /** @param work the work item that waits for a person, or 0 for the case itself */
    record IncidentRaised(int work, String reason) implements OfCase {}

    record IncidentResolved(int work, String how) implements OfCase {}

    // What the gate delays.

    /**
     * Something was tried and must wait. Recorded again under the same number when it waits for something else.
     *
     * @param event what would have been recorded, had the gate accepted it
     * @param by who tried it, or null for the engine
     * @param granted what of it was accepted by message in the meantime
     */
    record Attempted(
            int number,
            Significant event,
            Attempt.Trial trial,
            @Nullable String by,
            String reason,
            List<Significant> granted)
            implements OfCase {}

    /**
     * An attempt waits no longer.
     *
     * @param accepted whether it happens now; its events follow in the same turn
     * @param reason why it will never happen, or null
     */
    record AttemptDecided(int number, boolean accepted, @Nullable String reason) implements OfCase {}

    // Work items.

    /** @param child the number of the sub-case that carries the work out, or 0 */
    record WorkOffered(
            int work,
            String task,
            Doer doer,
            Performers performers,
            int priority,
            @Nullable Instant due,
            Data input,
            int child)
            implements Significant {}

    record WorkAllocated(int work, String to) implements OfCase {}

    record WorkReleased(int work) implements OfCase {}

    record WorkStarted(int work, @Nullable String by) implements Significant {}

    record WorkSuspended(int work) implements OfCase {}

    record WorkResumed(int work) implements OfCase {}

    record WorkCompleted(int work, Data output) implements Significant {}

    record WorkFailed(int work, String reason) implements Significant {}

    record WorkWithdrawn(int work, String reason) implements Significant {}

    /** A missed deadline offers the work to others as well. */
    record WorkEscalated(int work, Performers performers, int priority) implements OfCase {}

    /** An attempt failed; the next one is due when the timer fires. */
    record WorkAttemptFailed(int work, int attempt, String reason) implements OfCase {}

    /** @param child the number of the new sub-case that carries the work out, or 0 */
    record WorkRetried(int work, int attempt, int child) implements OfCase {}

    /**
     * A pool has the work: it finds somebody, or knows who has it.
     *
     * @param ticket under which the pool knows it
     */
    record WorkPooled(int work, String pool, long ticket) implements OfCase {}

    /** No pool has it any more, though it is open. */
    record WorkUnpooled(int work) implements OfCase {}

    /** The handler of automatic work has returned without a result, which comes later by a token: nobody calls the handler again. */
    record WorkDeferred(int work) implements OfCase {}

    /** Automatic work of a process with rules waits until these let it begin; {@link WorkStarted} says that they do. */
    record WorkHeld(int work) implements OfCase {}

    // Time and signals.

    record TimerSet(int timer, Instant due, TimerPurpose purpose) implements OfCase {}

    record TimerFired(int timer) implements OfCase {}

    record TimerCancelled(int timer) implements OfCase {}

    record SignalAwaited(int ticket, String signal, String key) implements OfCase {}

    /** @param sent when the signal came to the engine; null in events that were recorded before that was known */
    record SignalReceived(int ticket, Data content, @Nullable Instant sent) implements Significant {}

    record SignalForgotten(int ticket) implements OfCase {}

    /** A signal arrived that the case had stopped waiting for while it was on its way. */
    record SignalMissed(int ticket, Data content) implements OfCase {}

    /** What the language decided, in its own terms. */
    record Progressed(ProcessEvent event) implements OfCase {}

    // Messages, in every kind of entity.

    /**
     * A message has gone to another entity. What it says is in the outbox until it is taken, and nowhere else, so that
     * nothing of it stays behind when its receiver is erased.
     *
     * @param what the kind of message, for people
     */
    record MessageSent(long number, EntityId to, String what) implements OfCase, OfEntity {}

    // Mailboxes.

    record SignalKept(Data content, Instant sent) implements OfEntity {}

    /** The oldest signal that was kept has been handed on, or has been dropped because it was too old. */
    record SignalTaken() implements OfEntity {}

    record WaiterAdded(CaseId caseId, int ticket) implements OfEntity {}

    record WaiterRemoved(CaseId caseId, int ticket) implements OfEntity {}

    // Business keys.

    record KeyHeld(long root) implements OfEntity {}

    record KeyFreed(long root) implements OfEntity {}

    // The registry.

    /**
     * A process has a new version.
     *
     * @param source the text it was compiled from, or null for a process made of Java objects
     * @param despite what spoke against it and was allowed, or null
     * @param places the places that its events speak of by number; empty where events name places, and in older journals
     */
    record ProcessDeployed(
            String name,
            int version,
            String language,
            String fingerprint,
            @Nullable String source,
            @Nullable String despite,
            List<String> places)
            implements OfEntity {
        public ProcessDeployed {
            places = List.copyOf(places);
        }
    }

    record ParticipantAdded(Participant participant) implements OfEntity {}

    record ParticipantRemoved(String name) implements OfEntity {}

    // Pools of agents.

    /** A pool has this strategy and these agents from now on. Agents who are busy and are not among them leave when they are free. */
    record PoolDefined(Pool pool) implements OfEntity {}

    /** An agent is new, or has other qualifications. */
    record AgentAdded(Agent agent) implements OfEntity {}

    /** An agent leaves: now, or when it is free. */
    record AgentRemoved(String agent) implements OfEntity {}

    /** An agent is away and is given nothing, or is back. */
    record AgentPresent(String agent, boolean present) implements OfEntity {}

    record DemandQueued(
            WorkId work,
            long ticket,
            String process,
            String task,
            Performers performers,
            Instant since,
            int priority,
            List<String> declined)
            implements OfEntity {}

    /** A work item waits no longer, and nobody of the pool has it. */
    record DemandDropped(WorkId work, long ticket, String task) implements OfEntity {}

    record AgentAssigned(String agent, WorkId work, long ticket, String process, String task) implements OfEntity {}

    record AgentReleased(String agent, WorkId work, long ticket, String task) implements OfEntity {}

    /**
     * A pool that decides when nothing else happens at an instant.
     *
     * @param pending whether it is going to decide, or has
     */
    record PoolSettling(boolean pending) implements OfEntity {}

    /** The strategy of the pool fails; empty when it works again. */
    record PoolTroubled(String reason) implements OfEntity {}
}
