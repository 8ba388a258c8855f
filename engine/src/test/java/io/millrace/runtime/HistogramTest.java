package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HistogramTest {
    private final Counters counters = new Counters();

    @Test
    void a_percentile_is_at_most_an_eighth_too_high() {
        for (long nanos = 1; nanos <= 100_000; nanos++) {
            counters.took("x", nanos);
        }
        Histogram histogram = counters.latency("x");
        assertThat(histogram.count()).isEqualTo(100_000);
        for (int percent = 1; percent <= 100; percent++) {
            long exact = percent * 1_000L;
            assertThat(histogram.percentile(percent)).isBetween(exact, exact + exact / 8 + 1);
        }
    }

    @Test
    void the_shortest_and_the_longest_duration_have_a_place() {
        counters.took("x", 0);
        counters.took("x", Long.MAX_VALUE);
        assertThat(counters.latency("x").percentile(0)).isZero();
        assertThat(counters.latency("x").percentile(100)).isEqualTo(Long.MAX_VALUE);
        assertThat(counters.latency("never").percentile(99)).isZero();
        assertThatThrownBy(() -> counters.latency("x").percentile(101)).hasMessageContaining("'percent' is 101");
    }

    @Test
    void it_counts_exactly_what_is_shorter_than_a_power_of_two() {
        for (long nanos = 0; nanos < 5_000; nanos++) {
            counters.took("x", nanos);
        }
        assertThat(counters.latency("x").shorterThanPowers(3, 14)).containsExactly(8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 5000, 5000);
        assertThatThrownBy(() -> counters.latency("x").shorterThanPowers(2, 5)).hasMessageContaining("'least' is 2");
    }

    @Test
    void a_percentile_can_leave_out_what_was_before() {
        counters.took("x", 1_000_000);
        long[] before = counters.latency("x").buckets();
        assertThat(counters.latency("x").percentileSince(before, 99)).isZero();
        counters.took("x", 1_000);
        assertThat(counters.latency("x").percentileSince(before, 100)).isBetween(1_000L, 1_125L);
        assertThatThrownBy(() -> counters.latency("x").percentileSince(new long[1], 50)).hasMessageContaining("'before' is 1 numbers");
    }
}
