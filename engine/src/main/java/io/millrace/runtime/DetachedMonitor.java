package io.millrace.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Stands between the engine and a monitor of the application: whatever that does, and however long it takes, the engine does not feel
 * it. The engine adds to numbers in memory. A task outside its strands takes them from there, a sum for each counter and the single
 * values of latencies, and calls the monitor; there is one such task at a time. If the monitor blocks, counters go on adding up and lose
 * nothing; of each latency the first {@value #ROOM} values wait, and later ones are dropped and counted as {@code monitor.dropped}.
 */
final class DetachedMonitor implements Monitor {
    private static final int ROOM = 8_192;

    private final Monitor monitor;
    private final Executor later;
    private final Consumer<Throwable> failed;
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final Map<String, Values> latencies = new ConcurrentHashMap<>();
    private final List<Runnable> gauges = new ArrayList<>();
    /** Whether a task is on its way that has not begun to take what is there. */
    private final AtomicBoolean awaited = new AtomicBoolean();
    /** Held by the task that calls the monitor. */
    private final Object turn = new Object();

    /** Values of one latency that wait. */
    private static final class Values {
        private long[] waiting = new long[16];
        private int size;

        synchronized boolean add(long value) {
            if (size == ROOM) {
                return false;
            }
            if (size == waiting.length) {
                waiting = Arrays.copyOf(waiting, size * 2);
            }
            waiting[size++] = value;
            return true;
        }

        synchronized long[] take() {
            long[] taken = Arrays.copyOf(waiting, size);
            size = 0;
            return taken;
        }
    }

    /** @param later runs a task where the application's code may run, now or a little later */
    DetachedMonitor(Monitor monitor, Executor later, Consumer<Throwable> failed) {
        this.monitor = monitor;
        this.later = later;
        this.failed = failed;
    }

    @Override
    public void count(String counter, long more) {
        add(counter, more);
        await();
    }

    private void add(String counter, long more) {
        counters.computeIfAbsent(counter, name -> new LongAdder()).add(more);
    }

    @Override
    public void gauge(String gauge, LongSupplier value) {
        synchronized (gauges) {
            gauges.add(() -> monitor.gauge(gauge, value));
        }
        await();
    }

    @Override
    public void took(String what, long nanos) {
        if (!latencies.computeIfAbsent(what, name -> new Values()).add(nanos)) {
            add(DROPPED, 1);
        }
        await();
    }

    private void await() {
        if (!awaited.get() && awaited.compareAndSet(false, true)) {
            try {
                later.execute(this::hand);
            } catch (RejectedExecutionException e) {
                // The threads are closed; nobody looks at numbers any more.
            }
        }
    }

    /** Hands everything on that is there. */
    private void hand() {
        synchronized (turn) {
            awaited.set(false);
            List<Runnable> registered;
            synchronized (gauges) {
                registered = List.copyOf(gauges);
                gauges.clear();
            }
            registered.forEach(this::guarded);
            counters.forEach((name, adder) -> {
                long sum = adder.sumThenReset();
                if (sum != 0) {
                    guarded(() -> monitor.count(name, sum));
                }
            });
            latencies.forEach((name, values) -> {
                for (long nanos : values.take()) {
                    guarded(() -> monitor.took(name, nanos));
                }
            });
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }
}
