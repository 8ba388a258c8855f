package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.time.Instant;

/**
 * What one entity asks of another. Recorded in the sender's commit, delivered at least once, and taken once: the
 * receiver's commit removes it from the outbox.
 */
public sealed interface Message {
    /** From a business key to the case that now holds it: start. */
    record Begin(String process, int version, Data input, String key) implements Message {}

    /** From a case that has ended to its business key: it is free. */
    record Free(long root) implements Message {}

    /** From a case to a mailbox: tell me when a signal comes. */
    record Await(CaseId caseId, int ticket) implements Message {}

    /** From a case to a mailbox: I no longer wait. */
    record Forget(CaseId caseId, int ticket) implements Message {}

    /**
     * From a mailbox to a case that waits: here is a signal.
     *
     * @param only whether nobody else was given it; only then may it go back, or somebody would have it twice
     */
    record Hand(CaseId caseId, int ticket, Data content, Instant sent, boolean only) implements Message {}

    /** From a case to a mailbox: I had stopped waiting when this came, and nobody else has it; give it to another. */
    record Return(Data content, Instant sent) implements Message {}
}
