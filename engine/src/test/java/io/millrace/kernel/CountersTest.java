package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.command.Command;
import io.millrace.id.CaseId;
import io.millrace.runtime.Counters;
import io.millrace.sim.Rig;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CountersTest {
    private final Counters counters = new Counters();

    @Test
    void what_is_counted_adds_up_and_what_never_was_is_zero() {
        counters.count("turns", 2);
        counters.count("turns", 3);
        assertThat(counters.of("turns")).isEqualTo(5);
        assertThat(counters.of("refusals")).isZero();
        assertThat(counters.all()).doesNotContainKey("refusals");
    }

    @Test
    void a_duration_counts_how_often_and_how_many_microseconds() {
        counters.took("commit", 2_500);
        counters.took("commit", 4_000);
        assertThat(counters.all()).containsExactly(entry("commit.micros", 6L), entry("commit.times", 2L));
    }

    @Test
    void a_gauge_is_read_when_somebody_looks() {
        AtomicLong waiting = new AtomicLong(1);
        counters.gauge("waiting", waiting::get);
        waiting.set(7);
        assertThat(counters.all()).containsExactly(entry("waiting", 7L));
    }

    @Test
    void an_engine_counts_its_turns_refusals_and_commits() {
        Rig rig = Rig.with(Steps.of("p", people("a")));
        CaseId id = rig.start("p");
        long turns = rig.counters().of("turns");
        long commits = rig.counters().of("commit.times");
        rig.done(new Command.CancelCase(id, "enough"));
        assertThat(rig.counters().of("turns")).isEqualTo(turns + 1);
        assertThat(rig.counters().of("cases.started")).isEqualTo(1);
        assertThat(rig.counters().of("cases.ended")).isEqualTo(1);
        assertThat(rig.counters().of("commit.times")).isEqualTo(commits + 1);
        assertThat(rig.counters().of("refusals")).isZero();
        rig.refused(new Command.CancelCase(id, "once more"));
        assertThat(rig.counters().of("turns")).isEqualTo(turns + 1);
        assertThat(rig.counters().of("refusals")).isEqualTo(1);
        assertThat(rig.counters().all()).containsEntry("waiting", 0L);
    }
}
