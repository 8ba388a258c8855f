package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.problem.Code;
import io.millrace.work.Participant;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Somebody who works for a tenant: roles and capabilities as they stand, or nothing when they have left. */
public final class ParticipantEntity extends Entity<Input.ForParticipant> {
    private @Nullable Participant participant;

    public ParticipantEntity(EntityId.OfParticipant id) {
        super(id, Input.ForParticipant.class);
    }

    /** Who it is, or null when nobody of this name works here. */
    @Nullable
    Participant participant() {
        return participant;
    }

    @Override
    Answer decide(Input.ForParticipant input, Ledger ledger) {
        return switch (input) {
            case Input.Enrol enrol -> decide(enrol.command(), ledger);
        };
    }

    private Answer decide(Command.OfParticipant command, Ledger ledger) {
        return switch (command) {
            case Command.AddParticipant add -> {
                if (!add.participant().equals(participant)) {
                    ledger.record(new Event.ParticipantAdded(add.participant()));
                }
                yield Answer.DONE;
            }
            case Command.RemoveParticipant remove -> {
                if (participant == null) {
                    yield new Answer.Refused(Code.UNKNOWN_PARTICIPANT.with(remove.name()));
                }
                ledger.record(new Event.ParticipantRemoved(remove.name()));
                yield Answer.DONE;
            }
        };
    }

    @Override
    void apply(@Nullable CaseId caseId, Event event, Instant at) {
        participant = switch (event) {
            case Event.ParticipantAdded e -> e.participant();
            case Event.ParticipantRemoved e -> null;
            case Event other -> throw new IllegalStateException("not an event of a participant: " + other);
        };
    }

    @Override
    public void write(Out out) {
        Participant now = participant;
        out.bool(now != null);
        if (now != null) {
            WorkCodec.writeParticipant(out, now);
        }
    }

    @Override
    void read(In in) {
        participant = in.bool() ? WorkCodec.readParticipant(in) : null;
    }
}
