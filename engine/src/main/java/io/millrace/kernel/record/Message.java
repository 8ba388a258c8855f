package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Happening;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import java.time.Instant;
import java.util.List;

/**
 * What one entity asks of another, typed by who receives it. A message is a row of the outbox, written in the sender's
 * commit and removed in the receiver's: that is how a repeat is recognised.
 */
public sealed interface Message {
    /** Messages to a case. */
    sealed interface ToCase extends Message {}

    /** Messages to a case that has begun. */
    sealed interface ToBegunCase extends ToCase {
        CaseId caseId();
    }

    /** Messages to a mailbox. */
    sealed interface ToMailbox extends Message {}

    /** Messages to a business key. */
    sealed interface ToKey extends Message {}

    /** Messages to a pool of agents. */
    sealed interface ToPool extends Message {}

    /** From a business key to the case that now holds it: start. */
    record Begin(String process, int version, Data input, String key) implements ToCase {}

    /**
     * From a mailbox to a case that waits: here is a signal.
     *
     * @param only whether nobody else was given it; only then may it go back, or somebody would have it twice
     */
    record Hand(CaseId caseId, int ticket, Data content, Instant sent, boolean only)
            implements ToBegunCase {}

    /**
     * To a case in which something has changed, from itself: ask the gate again about an attempt, and about the ones after it.
     */
    record Reconsider(CaseId caseId, int attempt) implements ToBegunCase {}

    /**
     * From an entity that decides for the gate: an attempt happens, or never will. It is told which event was attempted, so an
     * acceptance counts for that event alone; the gate is asked about whatever else follows.
     *
     * @param reason why it never will; empty if it happens
     * @param literals what was asked and is accepted: an acceptance counts only while the case asks for exactly that. Empty if the
     *     acceptance counts for whatever the case attempts
     */
    record Decide(CaseId caseId, int attempt, boolean accepted, String reason, List<String> literals) implements ToBegunCase {
        public Decide {
            literals = List.copyOf(literals);
        }

        public Decide(CaseId caseId, int attempt, boolean accepted, String reason) {
            this(caseId, attempt, accepted, reason, List.of());
        }
    }

    /** From a case to the one whose rules speak of its events: may this happen, or: it did. */
    record Consult(CaseId caseId, CaseId from, int attempt, Happening.Matter matter, List<String> literals) implements ToBegunCase {
        public Consult {
            literals = List.copyOf(literals);
        }
    }

    /** From a registry to the business key of rules between cases: let their case begin, if none runs. */
    record PutInForce(String process, int version) implements ToKey {}

    /** From a schedule to a business key of the process that it starts: let a case begin with this input, if none runs. */
    record Launch(int version, Data input) implements ToKey {}

    /** From a case that has ended to its business key: it is free. */
    record Free(long root) implements ToKey {}

    /** From a case to a mailbox: tell me when a signal comes. */
    record Await(CaseId caseId, int ticket) implements ToMailbox {}

    /** From a case to a mailbox: I no longer wait. */
    record Forget(CaseId caseId, int ticket) implements ToMailbox {}

    /** From a case to a mailbox: I had stopped waiting when this came, and nobody else has it; give it to another. */
    record Return(Data content, Instant sent) implements ToMailbox {}

    // Between cases and pools. A work item is put into a pool under a ticket, a new one each time, so that nobody takes an assignment for
    // another one than it was. The case says whatever becomes of a ticket; so an assignment that comes too late needs no answer.

    /**
     * From a case to a pool: who does this?
     *
     * @param since since when it waits
     * @param declined who gave it back, and is not given it again
     */
    record Queue(
            WorkId work,
            long ticket,
            String process,
            String task,
            Performers performers,
            Instant since,
            int priority,
            List<String> declined)
            implements ToPool {}

    /** From a case to a pool: this work is with somebody by hand, who may be one of the agents. */
    record Occupy(WorkId work, long ticket, String process, String task, String who) implements ToPool {}

    /** From a case to a pool: this ticket is void; whoever had the work is free. */
    record Vacate(WorkId work, long ticket) implements ToPool {}

    /** From a registry to a pool: a process that was deployed brings these agents. */
    record Define(Pool pool) implements ToPool {}

    /** From a pool to itself: decide when nothing else happens at this instant. */
    record Settle() implements ToPool {}

    /** From a pool to a case: this agent does it. */
    record Assign(CaseId caseId, int work, String pool, long ticket, String agent, boolean start)
            implements ToBegunCase {}
}
