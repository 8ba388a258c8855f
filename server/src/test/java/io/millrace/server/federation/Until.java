package io.millrace.server.federation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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

    /** Returns when nothing is wrong any more; fails with what is still wrong after a long while. */
    static void nothing(String what, Supplier<List<String>> wrong) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (List<String> still = wrong.get(); !still.isEmpty(); still = wrong.get()) {
            if (System.nanoTime() - end > 0) {
                assertThat(still).as(what).isEmpty();
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
