package io.millrace.store.rocksdb;

import static io.millrace.activity.Activities.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseQuery;
import io.millrace.runtime.PayloadCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines that close and open the same directory one after the other. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ReopenedEngineTest {
    private static final ActivityProcess PROCESS = ActivityProcess.named("p", call("pay").result("paid"));

    @TempDir
    Path directory;

    private Millrace open() {
        Millrace mill = Millrace.builder().everything().directory(directory).closeGrace(Duration.ZERO).open();
        mill.deploy(PROCESS);
        return mill;
    }

    @Test
    void a_handler_that_is_interrupted_by_closing_is_called_again_with_the_same_attempt_number() throws InterruptedException {
        LinkedBlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
        for (int life = 0; life < 5; life++) {
            try (Millrace mill = open()) {
                mill.on("pay", work -> {
                    attempts.add(work.attempt());
                    new CountDownLatch(1).await();
                    return null;
                });
                if (life == 0) {
                    mill.start("p");
                }
                assertThat(attempts.take()).isEqualTo(1);
            }
        }
        try (Millrace mill = open()) {
            assertThat(mill.cases(CaseQuery.ALL.onlyIncidents(), null, 10).items()).isEmpty();
            mill.on("pay", work -> work.attempt());
            assertThat(mill.find(CaseId.root(1)).result()).isEqualTo(Data.fields("paid", 1));
        }
    }

    @Test
    void a_directory_opens_again_at_once_after_an_engine_on_it_could_not_begin() {
        try (Millrace mill = open()) {
            mill.start("p");
        }
        PayloadCodec broken = new PayloadCodec() {
            @Override
            public byte[] encode(byte[] plain) {
                return plain;
            }

            @Override
            public byte[] decode(byte[] stored) {
                throw new AssertionError("planned");
            }
        };
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> Millrace.builder().everything().directory(directory).codec(broken).open())
                    .hasStackTraceContaining("planned");
        }
        try (Millrace mill = open()) {
            assertThat(mill.find(CaseId.root(1)).status().isOpen()).isTrue();
        }
    }
}
