package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.language.Compiled;
import io.millrace.problem.RefusedException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models and events that make no sense are refused in a sentence; times beyond all measure never come. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class HostileModelsTest {
    private static final long HOUR = 3_600L * 1_000_000;

    private static Compiled<?> desk() {
        return PaperHistoryTest.process("desk", "initial_activity(serve). final_activity(serve). role(serve, clerk).");
    }

    private static Outcome run(String facts) {
        return Simulation.of(desk()).with(Model.read("model.pl", facts)).until(Duration.ofDays(1)).run();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "arrivals(desk, 0).",
        "arrivals(desk, uniform(0, 0)).",
        "arrivals(desk, sample([0, 0])).",
        "arrivals(desk, -5, 3).",
        "duration(serve, -5).",
        "duration(serve, normal(-5, 1)).",
        "after(begin(_, _), x, -1).",
        "begin('+999999999-12-31T23:59:59Z').",
        "begin('-999999999-01-01T00:00:00Z')."
    })
    void a_model_that_cannot_be_is_refused(String facts) {
        assertThatThrownBy(() -> run(facts)).isInstanceOf(RefusedException.class).hasMessageContaining("MR-5060");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[[\"submit(o1)\", -5]]", "[[\"submit(X)\", 5]]", "[[\"X\", 5]]"})
    void an_event_before_the_beginning_or_with_a_variable_is_refused(String events) {
        assertThatThrownBy(() -> ExternalEvent.read("e.json", events)).hasMessageContaining("MR-5061");
    }

    @Test
    void events_that_follow_from_each_other_without_end_are_stopped() {
        assertThatThrownBy(() -> run("arrivals(desk, 5, 1). after(begin(_, _), begin(x, desk), 0)."))
                .hasMessageContaining("MR-5062");
    }

    @Test
    void what_takes_longer_than_there_is_time_does_not_end() {
        for (String takes : new String[] {"1.0e12", "1.0e18", "1.0e300", "exponential(1.0e300)"}) {
            Outcome outcome = run("begin('2026-01-05T08:00:00Z'). arrivals(desk, 5, 3). duration(serve, " + takes + ").");
            assertThat(outcome.figures().completed()).as(takes).isZero();
        }
        Outcome never = run("begin('2026-01-05T08:00:00Z'). arrivals(desk, 1.0e300).");
        assertThat(never.figures().started()).isZero();
        Outcome hours = run(
                "begin('2026-01-05T08:00:00Z'). arrivals(desk, 5, 1). agents(clerk, 1). hours(mon, 9:00-9:01). duration(serve, 1.0e300).");
        assertThat(hours.figures().completed()).isZero();
    }

    @Test
    void a_simulation_may_be_asked_to_run_for_ages() {
        for (Duration until : new Duration[] {Duration.ofDays(300_000), Duration.ofSeconds(Long.MAX_VALUE)}) {
            Outcome outcome = Simulation.of(desk())
                    .with(Model.read("model.pl", "begin('2026-01-05T08:00:00Z'). arrivals(desk, 5, 3)."))
                    .until(until)
                    .run();
            assertThat(outcome.figures().completed()).isEqualTo(3);
        }
    }

    @Test
    void many_phases_take_as_long_as_they_should() {
        Distribution erlang = new Distribution.Erlang(1_000, 5);
        Chance chance = new Streams(3).of(Streams.Purpose.DURATION, "x");
        for (int i = 0; i < 100; i++) {
            assertThat(erlang.draw(chance)).isCloseTo(5, within(1.0));
        }
    }

    @Test
    void long_work_in_hours_ends_when_it_would_day_by_day() {
        Random random = new Random(1);
        for (int run = 0; run < 200; run++) {
            WorkingHours hours = new WorkingHours();
            for (int i = 0; i <= random.nextInt(3); i++) {
                DayOfWeek first = DayOfWeek.of(1 + random.nextInt(7));
                long from = random.nextInt(20) * 3_600L;
                hours.add(first, DayOfWeek.of(1 + random.nextInt(7)), from, from + 3_600L * (1 + random.nextInt(3)));
            }
            long begun = random.nextInt(400) * HOUR;
            long work = random.nextInt(2_000) * HOUR / 2;
            long at = hours.after(begun, work);
            assertThat(hours.within(begun, at)).as("run %s", run).isEqualTo(work);
            assertThat(work == 0 || hours.within(begun, at - 1) < work).as("run %s ends no later than it must", run).isTrue();
        }
    }
}
