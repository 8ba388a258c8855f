package io.millrace.server.federation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process does. */
final class Until {
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private Until() {}

    /** Returns when something holds; fails if it does not within a long while. */
    static void holds(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
