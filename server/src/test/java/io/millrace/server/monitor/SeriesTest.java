package io.millrace.server.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.runtime.Counters;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SeriesTest {
    private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

    private final Counters engine = new Counters();
    private Instant now = BEGIN;
    private long queue = 7;

    private Series series() {
        Map<String, LongSupplier> gauges = new LinkedHashMap<>();
        gauges.put("queue", () -> queue);
        gauges.put("broken", () -> {
            throw new IllegalStateException("the disk is gone");
        });
        return new Series(() -> now, engine, gauges);
    }

    private void pass(Series series, Duration time) {
        now = now.plus(time);
        series.sample();
    }

    private static List<Data> of(Data answer, String name) {
        return answer.at("series").at(name).asList(Data.class);
    }

    @Test
    void rates_and_percentiles_are_those_of_their_step() {
        engine.count("turns", 1_000);
        engine.took("commit", 1_000_000_000);
        Series series = series();
        engine.count("turns", 10);
        engine.took("commit", 1_000_000);
        pass(series, Series.STEP);
        queue = 9;
        pass(series, Series.STEP.multipliedBy(2));
        Data answer = series.from(Instant.MIN, false);
        assertThat(answer.at("step").asInt()).isEqualTo(5);
        assertThat(answer.at("at").asList(String.class)).containsExactly("2030-01-01T00:00:05Z", "2030-01-01T00:00:15Z");
        assertThat(of(answer, "turns")).containsExactly(Data.of(2), Data.of(0));
        assertThat(of(answer, "commitP99").getFirst().number().doubleValue()).isBetween(1.0, 1.2);
        assertThat(of(answer, "commitP99").getLast().isNothing()).as("there was none").isTrue();
        assertThat(of(answer, "queue")).containsExactly(Data.of(7), Data.of(9));
        assertThat(of(answer, "broken")).allMatch(Data::isNothing);
    }

    @Test
    void an_hour_is_kept_in_steps_of_five_seconds_and_a_day_in_minutes() {
        Series series = series();
        for (int i = 0; i < 20_000; i++) {
            engine.count("turns", 5);
            pass(series, Series.STEP);
        }
        Data hour = series.from(Instant.MIN, false);
        assertThat(hour.at("at").asList(String.class)).hasSize(720).last().isEqualTo(now.toString());
        Data day = series.from(Instant.MIN, true);
        assertThat(day.at("at").asList(String.class)).hasSize(1_440);
        assertThat(day.at("step").asInt()).isEqualTo(60);
        assertThat(of(day, "turns")).allMatch(Data.of(1)::equals);
        assertThat(series.from(now.minusSeconds(60), false).at("at").asList(String.class)).hasSize(13);
        assertThat(series.from(now.plusSeconds(1), false).at("at").asList(String.class)).isEmpty();
    }

    @Test
    void a_clock_that_is_set_back_gives_no_rates_of_negative_time() {
        Series series = series();
        pass(series, Series.STEP);
        engine.count("turns", 5);
        pass(series, Duration.ofHours(-2));
        pass(series, Duration.ZERO);
        engine.count("turns", 5);
        pass(series, Series.STEP);
        assertThat(of(series.from(Instant.MIN, false), "turns")).containsExactly(Data.of(0), Data.of(1));
    }

    @Test
    void nothing_but_closing_ends_the_one_who_samples() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch many = new CountDownLatch(6);
        try (Sampler sampler = new Sampler("samples", Duration.ofMillis(1), () -> {
            many.countDown();
            switch (calls.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("once");
                case 2 -> throw new OutOfMemoryError("twice");
                case 3 -> Thread.currentThread().interrupt();
                case 4 -> throw new StackOverflowError();
                default -> {}
            }
        })) {
            sampler.start();
            assertThat(many.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void one_that_was_never_started_can_be_closed() {
        new Sampler("samples", Duration.ofMillis(1), () -> {}).close();
    }
}
