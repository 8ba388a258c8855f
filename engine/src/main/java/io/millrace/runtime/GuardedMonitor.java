package io.millrace.runtime;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Keeps what a monitor throws away from the engine. */
final class GuardedMonitor implements Monitor {
    private final Monitor monitor;
    private final Consumer<Throwable> failed;

    GuardedMonitor(Monitor monitor, Consumer<Throwable> failed) {
        this.monitor = monitor;
        this.failed = failed;
    }

    @Override
    public void count(String counter, long more) {
        try {
            monitor.count(counter, more);
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    @Override
    public void gauge(String gauge, LongSupplier value) {
        try {
            monitor.gauge(gauge, value);
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    @Override
    public void took(String what, long nanos) {
        try {
            monitor.took(what, nanos);
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }
}
