package io.millrace.spring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.runtime.Monitor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counters, gauges and timers of Micrometer, named as the engine names its numbers. */
final class MeterMonitor implements Monitor {
    private static final String PREFIX = "millrace.";

    private final MeterRegistry registry;

    MeterMonitor(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void count(String counter, long more) {
        registry.counter(PREFIX + counter).increment((double) more);
    }

    @Override
    public void gauge(String gauge, LongSupplier value) {
        Gauge.builder(PREFIX + gauge, value, LongSupplier::getAsLong).strongReference(true).register(registry);
    }

    @Override
    public void took(String what, long nanos) {
        registry.timer(PREFIX + what).record(nanos, TimeUnit.NANOSECONDS);
    }
}
