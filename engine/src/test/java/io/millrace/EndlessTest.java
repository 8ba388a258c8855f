package io.millrace;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.signal;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.until;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activity;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.query.CaseStatus;
import io.millrace.work.Deadline;
import io.millrace.work.Handler;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.Work;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** "For ever" is a duration, and "never" an instant, that anybody may give: what they mean is what happens. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EndlessTest {
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final Logged logged = new Logged();
    private final Millrace mill = Millrace.builder()
            .everything()
            .store(new MemoryStore())
            .closeGrace(FOREVER)
            .settings(settings -> settings.signalMemory(FOREVER)
                    .requestMemory(FOREVER)
                    .handlerTimeLimit(FOREVER)
                    .slowTurn(FOREVER)
                    .checkReplay(true))
            .open();

    @AfterEach
    void close() {
        mill.close();
        logged.close();
    }

    private Case start(Activity... steps) {
        mill.deploy(ActivityProcess.named("p", sequence(steps)));
        return mill.start("p");
    }

    @Test
    void a_signal_and_an_answer_are_kept_for_ever() {
        mill.signal("paid", Data.of(1));
        mill.operator().request("r").signal("paid", Data.of(2));
        mill.operator().request("r").signal("paid", Data.of(2));
        assertThat(start(signal("paid").result("a"), signal("paid").result("b")).result().at("b")).isEqualTo(Data.of(2));
    }

    @Test
    void an_engine_with_an_endless_grace_time_waits_for_its_handlers() {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        mill.on("h", work -> {
            called.countDown();
            go.await();
            return 1;
        });
        start(call("h"));
        Thread.startVirtualThread(() -> {
            try {
                called.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            go.countDown();
        });
        mill.close();
    }

    @Test
    void a_handler_without_a_limit_takes_no_other_its_limit() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        mill.on("patient", new Handler() {
            @Override
            public Object handle(Work work) throws InterruptedException {
                never.await();
                return 1;
            }

            @Override
            public Duration timeLimit() {
                return FOREVER;
            }
        });
        mill.on("slow", work -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                failed.countDown();
            }
            return 1;
        });
        mill.deploy(ActivityProcess.named("other", call("slow").timeLimit(Duration.ofMillis(10))));
        start(call("patient"));
        mill.start("other");
        assertThat(failed.getCount() == 0 || await(failed)).as("the call that took too long was broken off").isTrue();
        never.countDown();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(40, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_endless_wait_between_attempts_never_ends() {
        mill.on("h", work -> {
            throw new IllegalStateException("for a while");
        });
        Case stuck = start(call("h").retry(RetryPolicy.attempts(3).backoff(FOREVER, 2, FOREVER)));
        mill.whenQuiet().join();
        assertThat(stuck.info().incident()).isNull();
        assertThat(stuck.work()).singleElement().satisfies(item -> assertThat(item.state()).isEqualTo(WorkState.OFFERED));
    }

    @Test
    void an_endless_sleep_and_an_endless_deadline_never_end() {
        assertThat(start(sleep(FOREVER)).status()).isEqualTo(CaseStatus.RUNNING);
        mill.deploy(ActivityProcess.named("w", work(Task.people("w").deadline(Deadline.fail(FOREVER, "late")).dueAfter(FOREVER))));
        assertThat(mill.start("w").work()).hasSize(1);
        assertThat(mill.timers(null, 10).items()).hasSize(2);
    }

    @Test
    void the_first_and_the_last_instant_are_instants_like_others() {
        mill.deploy(ActivityProcess.named("never", until(Instant.MAX)));
        Case never = mill.start("never");
        start(until(Instant.MIN)).result();
        mill.deploy(ActivityProcess.named("soon", sleep(Duration.ofMillis(1))));
        mill.start("soon").result();
        assertThat(never.status()).isEqualTo(CaseStatus.RUNNING);
    }
}
