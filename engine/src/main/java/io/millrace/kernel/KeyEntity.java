package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A business key that at most one running case of a process may have. A start with such a key comes here first; the key
 * is held in the commit that sends the case its beginning, and freed by a message when the case has ended.
 */
final class KeyEntity extends Entity {
    private final String process;
    private final String key;
    private long holder;

    KeyEntity(EntityId.OfKey id) {
        super(id);
        this.process = id.process();
        this.key = id.key();
    }

    @Override
    Answer decide(Request request, Ledger ledger) {
        return switch (request.command()) {
            case Command.Start start -> {
                if (holder != 0) {
                    yield new Answer.Refused(Code.KEY_TAKEN.with(process, key, holder));
                }
                int version = start.version() == 0
                        ? ledger.surroundings.processes().newest(process)
                        : start.version();
                long root = ledger.surroundings.numbers().next(id.tenant());
                ledger.record(new Event.KeyHeld(root));
                ledger.send(
                        null,
                        new EntityId.OfCase(id.tenant(), root),
                        new Message.Begin(process, version, start.input(), key));
                yield new Answer.Done(Data.of(root));
            }
            case Command.Take take -> {
                if (take.message() instanceof Message.Free free && free.root() == holder) {
                    ledger.record(new Event.KeyFreed(free.root()));
                }
                yield Answer.DONE;
            }
            case Command other -> throw new IllegalStateException("not for a key: " + other);
        };
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
    void write(Out out) {
        out.varint(holder);
    }

    static KeyEntity read(EntityId.OfKey id, In in) {
        KeyEntity entity = new KeyEntity(id);
        entity.holder = in.varint();
        return entity;
    }
}
