package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an entity while it is in the heap, confined to its lane. {@link #decide} reads it and records events
 * through the ledger; {@link #apply} alone changes it.
 */
abstract sealed class Entity permits CaseEntity, MailboxEntity, KeyEntity, RegistryEntity {
    final EntityId id;

    /** The number of the last turn. */
    long sequence;
    /** The instant of the last turn; instants never go back. */
    Instant last = Instant.EPOCH;
    /** How many messages this entity has sent. */
    long sent;
    /** The turn up to which snapshots are written. */
    long saved;
    /** How large the last snapshot was. */
    long savedBytes;
    /** How much has been recorded since. */
    long unsavedBytes;
    /** How many changes were given to the committer. */
    private int handedOver;
    /** How many of them are decided: in the store, or refused. Only the committer writes it. */
    private volatile int settled;

    Entity(EntityId id) {
        this.id = id;
    }

    /** Counts a change that goes to the committer; its number is given back to {@link #settle}. */
    final int handOver() {
        return ++handedOver;
    }

    /** The change of this number, and so every one before it, is decided. */
    final void settle(int change) {
        settled = change;
    }

    /** Whether the store knows all of this state: only then may it leave the heap and be loaded again. */
    final boolean isSettled() {
        return settled == handedOver;
    }

    /** Decides a command; a refusal has recorded nothing. */
    abstract Answer decide(Request request, Ledger ledger);

    /** Applies one event. Arithmetic: the same for live running, recovery and time travel. */
    abstract void apply(@Nullable CaseId caseId, Event event, Instant at);

    /** Writes the state that is the entity's own (parts of a case write themselves). */
    abstract void write(Out out);

    /** Applies a recorded turn. */
    final void replay(TurnRecord turn) {
        for (TurnRecord.Entry entry : turn.entries()) {
            applied(entry.caseId(), entry.event(), turn.recorded());
        }
        sequence = turn.sequence();
        last = turn.recorded();
    }

    /** Applies an event and keeps the counters that every entity has. */
    final void applied(@Nullable CaseId caseId, Event event, Instant at) {
        if (event instanceof Event.MessageSent message) {
            sent = message.number();
        } else {
            apply(caseId, event, at);
        }
    }
}
