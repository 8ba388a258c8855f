package io.millrace.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Token buckets. */
class BucketsTest {
    private final AtomicLong time = new AtomicLong();
    private final Buckets buckets = new Buckets(new Rate(2, 3), time::get);

    @Test
    void a_burst_is_let_through_and_then_the_average() {
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isEqualTo(1);
        assertThat(buckets.take("b")).as("another is not held up").isZero();
        time.addAndGet(Duration.ofMillis(500).toNanos());
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isEqualTo(1);
        time.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).as("a rest saves up no more than a burst").isEqualTo(1);
    }

    @Test
    void memory_is_bounded_however_many_ask() {
        for (int i = 0; i < 100_000; i++) {
            buckets.take("10.0." + i);
        }
        assertThat(buckets.remembered()).isEqualTo(20_000);
    }

    @Test
    void addresses_of_one_network_count_as_one() {
        assertThat(Gatekeeper.network("2001:db8:0:1:0:0:0:7")).isEqualTo(Gatekeeper.network("2001:db8:0:1:ffff:0:0:8"));
        assertThat(Gatekeeper.network("2001:db8:0:1:0:0:0:7")).isNotEqualTo(Gatekeeper.network("2001:db8:0:2:0:0:0:7"));
        assertThat(Gatekeeper.network("192.0.2.1")).isEqualTo("192.0.2.1");
    }
}
