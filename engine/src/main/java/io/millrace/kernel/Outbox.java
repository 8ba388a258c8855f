package io.millrace.kernel;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.util.ArrayList;
import java.util.List;

/** Messages that were recorded by their senders and that their receivers have not taken yet. */
final class Outbox {
    private final Store store;
    private final PayloadCodec codec;

    Outbox(Store store, PayloadCodec codec) {
        this.store = store;
        this.codec = codec;
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
