package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.time.Instant;

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
     */
    record Decide(CaseId caseId, int attempt, boolean accepted, String reason) implements ToBegunCase {}

    /** From a case that has ended to its business key: it is free. */
    record Free(long root) implements ToKey {}

    /** From a case to a mailbox: tell me when a signal comes. */
    record Await(CaseId caseId, int ticket) implements ToMailbox {}

    /** From a case to a mailbox: I no longer wait. */
    record Forget(CaseId caseId, int ticket) implements ToMailbox {}

    /** From a case to a mailbox: I had stopped waiting when this came, and nobody else has it; give it to another. */
    record Return(Data content, Instant sent) implements ToMailbox {}
}
