package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.problem.Code;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A business key that at most one running case of a process may have. A start with such a key comes here first; the key
 * is held in the commit that sends the case its beginning, and freed by a message when the case has ended. A key that
 * nobody holds vanishes.
 */
public final class KeyEntity extends Entity<Input.ForKey> {
    private final String process;
    private final String key;
    private long holder;

    public KeyEntity(EntityId.OfKey id) {
        super(id, Input.ForKey.class);
        this.process = id.process();
        this.key = id.key();
    }

    /** The key that a case holds, in which nothing else has happened. */
    public void hold(long root) {
        holder = root;
        isNew = false;
    }

    /** The case that has the key, or 0. */
    public long holder() {
        return holder;
    }

    @Override
    Answer decide(Input.ForKey input, Ledger ledger) {
        return switch (input) {
            case Input.OpenUnique open -> {
                if (holder != 0) {
                    yield new Answer.Refused(Code.KEY_TAKEN.with(process, key, holder));
                }
                int asked = open.command().version();
                int version = asked == 0 ? ledger.surroundings.processes().newest(process) : asked;
                yield new Answer.Done(Data.of(begin(version, open.command().input(), ledger)));
            }
            case Input.SignalUnique both -> {
                Command.StartWithSignal asked = both.command();
                long root = holder != 0
                        ? holder
                        : begin(ledger.surroundings.processes().newest(process), asked.input(), ledger);
                // Kept there until the case waits for it. What comes back to a mailbox and what comes first are the same to it.
                ledger.send(
                        null,
                        new EntityId.OfMailbox(id.tenant(), asked.signal(), key),
                        new Message.Return(asked.content(), ledger.now));
                yield new Answer.Done(Data.of(root));
            }
            case Input.TakenByKey taken -> {
                take(taken.message(), ledger);
                yield Answer.DONE;
            }
        };
    }

    private long begin(int version, Data input, Ledger ledger) {
        long root = ledger.surroundings.numbers().next(id.tenant());
        ledger.record(new Event.KeyHeld(root));
        ledger.send(null, new EntityId.OfCase(id.tenant(), root), new Message.Begin(process, version, input, key));
        return root;
    }

    private void take(Message.ToKey message, Ledger ledger) {
        switch (message) {
            case Message.PutInForce begun -> {
                if (holder == 0) {
                    begin(begun.version(), Data.fields(), ledger);
                }
            }
            case Message.Launch launch -> {
                if (holder == 0) {
                    begin(launch.version(), launch.input(), ledger);
                }
            }
            case Message.Free free -> {
                if (free.root() == holder) {
                    ledger.record(new Event.KeyFreed(free.root()));
                }
            }
        }
    }

    @Override
    void apply(@Nullable CaseId caseId, Event event, Instant at) {
        holder = switch (event) {
            case Event.KeyHeld e -> e.root();
            case Event.KeyFreed e -> 0;
            case Event other -> throw new IllegalStateException("not an event of a key: " + other);
        };
    }

    @Override
    public boolean isEmpty() {
        return holder == 0;
    }

    @Override
    public void write(Out out) {
        out.varint(holder);
    }

    @Override
    void read(In in) {
        holder = in.varint();
    }
}
