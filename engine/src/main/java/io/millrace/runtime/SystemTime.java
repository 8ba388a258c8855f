package io.millrace.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The machine's clock. Instants have microseconds, as in the journal. */
public final class SystemTime implements Time, AutoCloseable {
    /** The furthest a wish is kept waiting before it is looked at again, so that a changed clock is noticed. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("millrace-time").factory());

    @Override
    public Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public void wakeAt(Instant due, Runnable call) {
        Duration wait = Duration.between(now(), due);
        Duration kept = wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) < 0 ? wait.plusMillis(1) : LONGEST;
        alarms.schedule(call, kept.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        alarms.shutdownNow();
    }
}
