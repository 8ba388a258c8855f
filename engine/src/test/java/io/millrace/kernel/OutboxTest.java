package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Shards;
import io.millrace.problem.Code;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is delivered again, and what is on its way already. */
class OutboxTest {
    private static final EntityId.OfMailbox MAILBOX = new EntityId.OfMailbox("t", "go", "k");

    private static final Keys KEYS = new Keys(new Shards(Shards.DEFAULT));

    private final MemoryStore rows = new MemoryStore();
    private boolean unreadable;
    private final Outbox outbox = new Outbox(new Store() {
        @Override
        public void commit(Batch batch) {
            rows.commit(batch);
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            return rows.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            if (unreadable) {
                throw new StoreException(Code.STORE_FAILED.with("for a while"));
            }
            rows.scan(table, from, to, direction, visitor);
        }

        @Override
        public void close() {}
    }, KEYS, PayloadCodec.PLAIN);

    @Test
    void everything_that_was_not_taken_is_delivered_again() {
        Input.Taken first = send(1);
        Input.Taken second = send(2);
        assertThat(outbox.undelivered()).containsExactly(first, second);
    }

    @Test
    void what_is_sent_while_the_outbox_cannot_be_read_is_delivered_once() {
        Input.Taken before = send(1);
        unreadable = true;
        assertThatThrownBy(outbox::undelivered).isInstanceOf(StoreException.class);
        Input.Taken since = send(2);
        outbox.delivered(since);
        assertThatThrownBy(outbox::undelivered).isInstanceOf(StoreException.class);
        unreadable = false;
        assertThat(outbox.undelivered()).as("the other is on its way").containsExactly(before);
    }

    @Test
    void after_a_failed_commit_nothing_is_on_its_way() {
        unreadable = true;
        assertThatThrownBy(outbox::undelivered).isInstanceOf(StoreException.class);
        Input.Taken dropped = send(1);
        outbox.delivered(dropped);
        outbox.forget();
        unreadable = false;
        assertThat(outbox.undelivered()).containsExactly(dropped);
    }

    private Input.Taken send(long number) {
        EntityId sender = new EntityId.OfCase("t", 3);
        Message.Await message = new Message.Await(CaseId.of(3), (int) number);
        Input.Taken sent = Input.taken(sender, number, MAILBOX, message, Instant.EPOCH);
        Out body = new Out();
        Outbox.write(body, sent);
        rows.commit(new Batch().put(Table.OUTBOX, KEYS.message(sender, number, MAILBOX), body.toBytes()));
        return sent;
    }
}
