package io.millrace.kernel;

import io.millrace.data.In;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Shards;
import io.millrace.runtime.PayloadCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rule that a receiver takes the messages of one sender in the order in which they were sent. */
public final class MessageOrder {
    private MessageOrder() {}

    /** Which message a commit takes before one that was sent earlier, or null. The store is as it was before the commit. */
    public static @Nullable String broken(Store before, Batch commit) {
        Outbox outbox = new Outbox(before, new Keys(Shards.in(before)), PayloadCodec.PLAIN);
        List<Input.Taken> waiting = outbox.messages();
        for (Batch.Change change : commit.changes()) {
            if (change instanceof Batch.Put put && put.table() == Table.OUTBOX) {
                waiting.add(outbox.read(put.key(), put.value()));
            } else if (change instanceof Batch.Delete delete && delete.table() == Table.OUTBOX) {
                In key = new In(delete.key());
                EntityId sender = Keys.readEntity(key);
                long number = key.int64();
                List<Input.Taken> taken = waiting.stream()
                        .filter(message -> message.from().equals(sender) && message.number() == number)
                        .toList();
                for (Input.Taken message : taken) {
                    for (Input.Taken earlier : waiting) {
                        if (earlier.from().equals(sender) && earlier.to().equals(message.to()) && earlier.number() < number) {
                            return message + " was taken before " + earlier;
                        }
                    }
                }
                waiting.removeAll(taken);
            }
        }
        return null;
    }
}
