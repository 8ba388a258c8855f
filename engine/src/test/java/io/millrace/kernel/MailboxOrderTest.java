package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.kernel.entity.MailboxEntity;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import java.time.Instant;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A mailbox gives signals in the order in which they were sent, also those that came back from a case. */
public class MailboxOrderTest {
    @Test
    void a_signal_that_comes_back_stands_before_those_that_were_sent_later() {
        for (long seed = 1; seed <= 20; seed++) {
            run(seed);
        }
    }

    public static void run(long seed) {
        Random random = new Random(seed);
        MailboxEntity mailbox = MailboxEntity.at(new EntityId.OfMailbox("main", "go", "k"));
        TreeMap<Instant, Data> model = new TreeMap<>();
        for (int i = 0; i < 50; i++) {
            Instant sent = Instant.EPOCH.plusMillis(random.nextInt(1_000_000));
            if (random.nextInt(3) == 0 && !model.isEmpty()) {
                model.pollFirstEntry();
                mailbox.apply(null, new Event.SignalTaken(), sent);
            } else if (model.putIfAbsent(sent, Data.of(i)) == null) {
                mailbox.apply(null, new Event.SignalKept(Data.of(i), sent), sent);
            }
            assertThat(mailbox.contents()).containsExactlyElementsOf(model.values());
        }
    }
}
