package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Messages that were recorded by their senders and that their receivers have not taken yet. */
final class Outbox {
    private final Store store;
    private final PayloadCodec codec;

    /** What was delivered since messages could not be read; null while none wait to be read. */
    private volatile @Nullable Set<Sent> since;

    private record Sent(EntityId from, long number) {}

    Outbox(Store store, PayloadCodec codec) {
        this.store = store;
        this.codec = codec;
    }

    /** A message went to its receiver when its sender's commit was done. */
    void delivered(Command.Take message) {
        Set<Sent> delivered = since;
        if (delivered != null) {
            delivered.add(new Sent(message.from(), message.number()));
        }
    }

    /** Whatever was delivered before does not count any more. */
    void forget() {
        since = null;
    }

    /**
     * The messages to deliver again. If they cannot be read now and have to be read later, those that are sent in the
     * meantime are not among them: they have been delivered, and may be on their way when the others are read.
     */
    List<Command.Take> undelivered() {
        try {
            Set<Sent> delivered = since;
            List<Command.Take> messages = messages();
            messages.removeIf(message -> delivered != null && delivered.contains(new Sent(message.from(), message.number())));
            since = null;
            return messages;
        } catch (StoreException e) {
            since = since == null ? ConcurrentHashMap.newKeySet() : since;
            throw e;
        }
    }

    /** All of them, those of one sender in the order in which they were sent. */
    List<Command.Take> messages() {
        List<Command.Take> messages = new ArrayList<>();
        store.scan(Table.OUTBOX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In from = new In(key);
            EntityId sender = Keys.readEntity(from);
            long number = from.int64();
            In in = new In(codec.decode(value));
            var sent = in.instant();
            messages.add(new Command.Take(
                    sender, number, EventCodec.readEntity(in), EventCodec.readMessage(in), sent));
            return true;
        });
        return messages;
    }
}
