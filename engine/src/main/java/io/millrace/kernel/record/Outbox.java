package io.millrace.kernel.record;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Messages that were recorded by their senders and that their receivers have not taken yet. */
public final class Outbox {
    private interface Reader {
        public Input.Taken read(EntityId sender, long number, In in);
    }

    /** The form of a message in its row. */
    private static final Form<Reader> FORM = Form.first("a message", Outbox::readFirst);

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;

    /** What was delivered since messages could not be read; null while none wait to be read. */
    private volatile @Nullable Set<Sent> since;

    private record Sent(EntityId from, long number) {}

    public Outbox(Store store, Keys keys, PayloadCodec codec) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
    }

    /** A message went to its receiver when its sender's commit was done. */
    public void delivered(Input.Taken message) {
        Set<Sent> delivered = since;
        if (delivered != null) {
            delivered.add(new Sent(message.from(), message.number()));
        }
    }

    /** Whatever was delivered before does not count any more. */
    public void forget() {
        since = null;
    }

    /**
     * The messages to deliver again. If they cannot be read now and have to be read later, those that are sent in the
     * meantime are not among them: they have been delivered, and may be on their way when the others are read.
     */
    public List<Input.Taken> undelivered() {
        try {
            Set<Sent> delivered = since;
            List<Input.Taken> messages = messages();
            messages.removeIf(message -> delivered != null && delivered.contains(new Sent(message.from(), message.number())));
            since = null;
            return messages;
        } catch (StoreException e) {
            since = since == null ? ConcurrentHashMap.newKeySet() : since;
            throw e;
        }
    }

    /** All of them, those of one sender in the order in which they were sent. */
    public List<Input.Taken> messages() {
        List<Input.Taken> messages = new ArrayList<>();
        store.scan(Table.OUTBOX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            messages.add(read(key, value));
            return true;
        });
        return messages;
    }

    public Input.Taken read(byte[] key, byte[] value) {
        In from = new In(key);
        EntityId sender = Keys.readEntity(from);
        long number = from.int64();
        In in = new In(codec.decode(value));
        return FORM.reader(in).read(sender, number, in);
    }

    /** Writes the value of a message's row; sender and number are in its key. */
    public static void write(Out out, Input.Taken message) {
        FORM.begin(out).instant(message.sent());
        EventCodec.writeEntity(out, message.to());
        EventCodec.writeMessage(out, message.message());
    }

    private static Input.Taken readFirst(EntityId sender, long number, In in) {
        Instant sent = in.instant();
        return EventCodec.readMessage(sender, number, EventCodec.readEntity(in), sent, in);
    }

    /** Whether a message is still to be taken, as far as the store knows. */
    public boolean holds(Input.Taken message) {
        return store.get(Table.OUTBOX, keys.message(message.from(), message.number(), message.to())) != null;
    }
}
