package io.millrace.server.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.Following;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.HistoryEvent;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of those who wait for ends of cases elsewhere, without a stream. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EndsTest {
    private final CountDownLatch connects = new CountDownLatch(1);
    private final BlockingQueue<Errand> looks = new LinkedBlockingQueue<>();
    private final Ends ends = new Ends(this::held, looks::add);

    /** A connection that is not there, which is known when the latch is open. */
    private Following held(Consumer<HistoryEvent> listener) {
        try {
            connects.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new RefusedException(Code.SERVER_ABSENT.with("http://127.0.0.1:1", "nothing listens there"));
    }

    private static Errand errand(int attempt) {
        WorkId work = WorkId.parse("6.1#2");
        return new Errand("main", work, attempt, attempt + ":" + work, RemoteProcess.RESULT, Data.fields("case", "3"), null);
    }

    @AfterEach
    void close() {
        ends.close();
        connects.countDown();
    }

    @Test
    void an_errand_of_an_older_attempt_does_not_drive_out_the_newer_one() {
        ends.await("3", errand(2));
        ends.await("3", errand(1));
        ends.forget("3", errand(1));
        assertThat(ends.size()).isEqualTo(1);
        ends.lookAtAll();
        assertThat(looks).containsExactly(errand(2));
    }

    @Test
    void an_errand_of_a_newer_attempt_takes_the_place_of_the_older_one() {
        ends.await("3", errand(1));
        ends.await("3", errand(2));
        ends.forget("3", errand(1));
        ends.lookAtAll();
        assertThat(looks).containsExactly(errand(2));
    }

    @Test
    void while_there_is_no_stream_everybody_who_waits_is_looked_at_again_and_again() throws Exception {
        ends.await("3", errand(1));
        assertThat(looks).as("before it is known that there is none").isEmpty();
        connects.countDown();
        for (int i = 0; i < 3; i++) {
            assertThat(looks.poll(30, TimeUnit.SECONDS)).isEqualTo(errand(1));
            ends.await("3", errand(1));
        }
    }
}
