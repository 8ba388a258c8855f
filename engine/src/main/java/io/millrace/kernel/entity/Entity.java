package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.event.RecordedEvent;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventInPlace;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.TurnRecord;
import java.time.Instant;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of an entity while it is in the heap, confined to its lane. {@link #decide} reads it and records events
 * through the ledger; {@link #apply} alone changes it.
 *
 * @param <I> what the entity handles
 */
public abstract sealed class Entity<I extends Input>
        permits CaseEntity, MailboxEntity, KeyEntity, RegistryEntity, ParticipantEntity, PoolEntity {
    public final EntityId id;
    private final Class<I> inputs;

    /** The number of the last turn. */
    public long sequence;
    /** The instant of the last turn; instants never go back. */
    public Instant last = Instant.EPOCH;
    /** The number of the last message that this entity has sent. */
    public long sent;
    /** Whether no turn of it was ever recorded, or none since it vanished. */
    public boolean isNew = true;
    /** The turn up to which snapshots are written. */
    long saved;
    /** What is known of older snapshots. */
    Kept keeping = Kept.NONE;
    /** How large the last snapshot was. */
    public long savedBytes;
    /** How much has been recorded since. */
    public long unsavedBytes;
    /** What projections remember of it; null while there is nothing. */
    private @Nullable Memories memories;
    /** The last turn that is in the store. Only the committer writes it once the entity is in use. */
    public long committed;
    /** How many changes were given to the committer. */
    private int handedOver;
    /** How many of them are decided: in the store, or refused. Only the committer writes it. */
    private volatile int settled;

    public Entity(EntityId id, Class<I> inputs) {
        this.id = id;
        this.inputs = inputs;
    }

    /** Counts a change that goes to the committer; its number is given back to {@link #settle}. */
    public final int handOver() {
        return ++handedOver;
    }

    /** The change of this number, and so every one before it, is decided. */
    public final void settle(int change) {
        settled = change;
    }

    /** Whether the store knows all of this state: only then may it leave the heap and be loaded again. */
    public final boolean isSettled() {
        return settled == handedOver;
    }

    /** Decides an input that is addressed to this entity; a refusal has recorded nothing. */
    public final Answer handle(Input input, Ledger ledger) {
        Answer answer = decide(inputs.cast(input), ledger);
        ledger.finish();
        return answer;
    }

    /** What projections remember of it. */
    public final Memories memories() {
        if (memories == null) {
            memories = new Memories();
        }
        return memories;
    }

    /** Nothing of a case is to be remembered any more. */
    final void forget(CaseId caseId) {
        if (memories != null) {
            memories.forget(caseId);
        }
    }

    abstract Answer decide(I input, Ledger ledger);

    /** Applies one event. Arithmetic: the same for live running, recovery and time travel. */
    abstract void apply(@Nullable CaseId caseId, Event event, Instant at);

    /** Writes the state that is the entity's own (the cases of a case entity write themselves). */
    public abstract void write(Out out);

    /** Reads into a new entity what {@link #write} wrote. */
    abstract void read(In in);

    /** Whether nothing is left in it. Asked of kinds that vanish. */
    public boolean isEmpty() {
        return false;
    }

    /**
     * A new entity numbers its turns and messages from here. Entities that vanish and come back begin above all numbers
     * that they have used, because the log and the outbox may still mention those.
     */
    public final void beginAt(long base) {
        // While a change is on its way the committer counts on the numbers as they are, and they are above all others.
        if (isNew && base > sequence && isSettled()) {
            sequence = base;
            sent = base;
            saved = base;
            committed = base;
        }
    }

    /** Applies a recorded turn. */
    public final void replay(TurnRecord turn) {
        for (TurnRecord.Entry entry : turn.entries()) {
            applied(entry.caseId(), entry.event(), turn.recorded());
        }
        sequence = turn.sequence();
        committed = sequence;
        last = turn.recorded();
        isNew = false;
    }

    /** The same, event by event. */
    public final void replay(TurnRecord turn, IntConsumer before) {
        int place = 0;
        for (TurnRecord.Entry entry : turn.entries()) {
            before.accept(++place);
            applied(entry.caseId(), entry.event(), turn.recorded());
        }
        sequence = turn.sequence();
        committed = sequence;
        last = turn.recorded();
        isNew = false;
    }

    /**
     * The same with projections, which see what they have seen when the turn was decided. What they remember goes into rows with
     * {@link #finish}, after one turn or after many.
     */
    public final void replay(TurnRecord turn, Projections projections, Batch rows) {
        int place = 0;
        for (TurnRecord.Entry entry : turn.entries()) {
            CaseId caseId = entry.caseId();
            CaseState member = null;
            if (this instanceof CaseEntity cases && caseId != null) {
                member = entry.event() instanceof Event.CaseStarted ? cases.create(caseId) : cases.member(caseId);
            }
            Event event = member == null ? entry.event() : member.inItsLanguage(entry.event());
            RecordedEvent recorded = new EventInPlace(id, caseId, turn.sequence(), ++place, turn.recorded(), turn.occurred(), event);
            projections.around(memories(), member, recorded, () -> applied(caseId, event, turn.recorded()), rows);
        }
        sequence = turn.sequence();
        committed = sequence;
        last = turn.recorded();
        isNew = false;
    }

    /** What projections remember of the turns that were replayed goes into rows. */
    public final void finish(Projections projections, Batch rows) {
        projections.finish(memories(), rows);
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
