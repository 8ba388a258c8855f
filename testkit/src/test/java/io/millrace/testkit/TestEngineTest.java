package io.millrace.testkit;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.kernel.Steps.Step;
import io.millrace.kernel.Steps;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TestEngineTest {
    private final TestEngine engine = TestEngine.open();

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void a_call_that_a_crash_cut_off_is_made_again() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch called = new CountDownLatch(1);
        engine.deploy(Steps.of("a", handler("slow")));
        engine.on("slow", work -> {
            if (calls.incrementAndGet() == 1) {
                called.countDown();
                new CountDownLatch(1).await();
            }
            return Data.fields("attempt", work.attempt());
        });
        var started = engine.mill().start("a");
        called.await();
        engine.restart();
        assertThat(engine.mill().find(started.id()).result()).isEqualTo(Data.fields("attempt", 1));
        assertThat(calls).hasValue(2);
    }

    @Test
    void everything_acknowledged_survives_a_crash() {
        engine.deploy(Steps.of("a", people("do")));
        engine.mill().participant("anna", "boss");
        for (int i = 0; i < 20; i++) {
            engine.mill().start("a");
            engine.restart();
        }
        assertThat(engine.mill().work(WorkQuery.ALL, null, 100).items()).hasSize(20);
        assertThat(engine.mill().participants()).hasSize(1);
    }

    @Test
    void timers_fire_at_their_own_instants_and_in_order() {
        List<String> fired = new ArrayList<>();
        for (int hours : List.of(5, 1, 3)) {
            engine.deploy(Steps.of("p" + hours, new Step.Wait(Duration.ofHours(hours)), handler("note"), new Step.Wait(Duration.ofHours(1)), handler("note")));
        }
        engine.on("note", work -> {
            synchronized (fired) {
                fired.add(work.process() + "@" + Duration.between(ManualTime.START, engine.time().now()).toHours());
            }
            return null;
        });
        List.of(5, 1, 3).forEach(hours -> engine.mill().start("p" + hours));
        engine.advance(Duration.ofDays(1));
        assertThat(fired).containsExactly("p1@1", "p1@2", "p3@3", "p3@4", "p5@5", "p5@6");
        assertThat(engine.time().now()).isEqualTo(Instant.parse("2000-01-02T00:00:00Z"));
        assertThat(engine.mill().find("1").status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void an_object_that_waits_for_a_value_lets_the_engine_rest() {
        engine.deploy(ActivityProcess.named(
                "a",
                Activities.sequence(
                        Activities.bind("lab", "lab"),
                        Activities.send("lab", "analyse").result("finding"),
                        Activities.send("lab", "report", Activities.later("finding")).result("report"),
                        Activities.work("read"))));
        engine.bind("lab", new Laboratory());
        var started = engine.mill().start("a");
        engine.quiet();
        assertThat(engine.mill().find(started.id()).details().timers()).hasSize(1);
        engine.advance(Duration.ofSeconds(1));
        assertThat(engine.mill().find(started.id()).data().at("report")).isEqualTo(Data.of("positive: true"));
    }

    /** What a laboratory finds. */
    public interface Finding {
        boolean positive();
    }

    /** An object of the application whose first analysis fails. */
    public static final class Laboratory {
        private final AtomicInteger analyses = new AtomicInteger();

        public Data analyse() {
            if (analyses.incrementAndGet() == 1) {
                throw new IllegalStateException("no reagent");
            }
            return Data.fields("positive", true);
        }

        public String report(Finding finding) {
            return "positive: " + finding.positive();
        }
    }

    @Test
    void a_timer_that_became_due_while_nothing_ran_fires_after_the_crash() {
        engine.deploy(Steps.of("a", new Step.Wait(Duration.ofHours(1)), people("do")));
        engine.mill().start("a");
        engine.restart();
        engine.advance(Duration.ofHours(1));
        assertThat(engine.mill().find("1").work()).hasSize(1);
    }

    @Test
    void the_clock_does_not_go_back() {
        ManualTime time = new ManualTime();
        time.advance(Duration.ofDays(1));
        assertThatThrownBy(() -> time.advanceTo(ManualTime.START))
                .hasMessage("The clock does not go back: it is 2000-01-02T00:00:00Z, asked for 2000-01-01T00:00:00Z");
    }

    @Test
    void whoever_is_woken_may_ask_to_be_woken_again_on_the_way() {
        ManualTime time = new ManualTime();
        List<Instant> woken = new ArrayList<>();
        Instant noon = Instant.parse("2000-01-01T12:00:00Z");
        time.wakeAt(noon, () -> {
            woken.add(time.now());
            time.wakeAt(noon, () -> woken.add(time.now()));
            time.wakeAt(noon.plusSeconds(1), () -> woken.add(time.now()));
        });
        time.advance(Duration.ofDays(1));
        assertThat(woken).containsExactly(noon, noon, noon.plusSeconds(1));
    }
}
