package io.millrace.server.monitor;

import io.millrace.data.Data;
import io.millrace.runtime.Counters;
import io.millrace.runtime.Histogram;
import io.millrace.runtime.Monitor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How the numbers of an engine were, for the charts of a page: every five seconds of the last hour, every minute of the last day. In
 * memory and of fixed size; a server that starts begins anew. Safe for use by several threads.
 *
 * <p>A rate or a percentile is that of the step that ends at the instant of its sample, however long the step was: a machine that slept
 * has a long one.
 */
final class Series {
    /** How often numbers are read. */
    static final Duration STEP = Duration.ofSeconds(5);

    static final Duration LONG_STEP = Duration.ofMinutes(1);

    private static final int STEPS = 720;
    private static final int LONG_STEPS = 1_440;
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e6;

    /** Counters, whose rate each second is kept. */
    private static final Map<String, String> RATES = inOrder(
            "casesStarted", Monitor.CASES_STARTED, "casesEnded", Monitor.CASES_ENDED, "turns", "turns", "commits", Monitor.COMMITS);

    /** Latencies, whose percentiles are kept in milliseconds. */
    private static final Map<String, String> TIMES = inOrder("command", Monitor.COMMAND, "commit", "commit");

    /** What everything was at the beginning of a step. */
    private static final class Begin {
        private Instant at;
        private final Map<String, Long> counts = new HashMap<>();
        private final Map<String, long[]> buckets = new HashMap<>();

        Begin(Instant at, Counters engine) {
            this.at = at;
            look(at, engine);
        }

        void look(Instant now, Counters engine) {
            at = now;
            RATES.forEach((name, counter) -> counts.put(name, engine.of(counter)));
            TIMES.forEach((name, latency) -> buckets.put(name, engine.latency(latency).buckets()));
        }
    }

    private final InstantSource clock;
    private final Counters engine;
    private final Map<String, LongSupplier> gauges;
    private final List<String> names;
    private final Ring fine = new Ring(STEP, STEPS);
    private final Ring coarse = new Ring(LONG_STEP, LONG_STEPS);
    private final Begin fineBegin;
    private final Begin coarseBegin;

    /** @param gauges what is read as it is, by the name of its series */
    Series(InstantSource clock, Counters engine, Map<String, LongSupplier> gauges) {
        this.clock = clock;
        this.engine = engine;
        this.gauges = new LinkedHashMap<>(gauges);
        this.names = new ArrayList<>(RATES.keySet());
        for (String time : TIMES.keySet()) {
            names.add(time + "P50");
            names.add(time + "P99");
        }
        names.addAll(this.gauges.keySet());
        this.fineBegin = new Begin(clock.instant(), engine);
        this.coarseBegin = new Begin(clock.instant(), engine);
    }

    private static Map<String, String> inOrder(String... pairs) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            all.put(pairs[i], pairs[i + 1]);
        }
        return all;
    }

    /** Reads all numbers. A gauge that cannot be read has no value in this sample. */
    void sample() {
        // Outside of the lock: some gauges count for a while.
        double[] read = gauges.values().stream().mapToDouble(Series::read).toArray();
        Instant now = clock.instant();
        synchronized (this) {
            add(fine, fineBegin, now, read);
            // A little early counts: the next sample would be a whole step late.
            if (!now.isBefore(coarseBegin.at.plus(LONG_STEP).minus(STEP.dividedBy(2)))) {
                add(coarse, coarseBegin, now, read);
            }
        }
    }

    private static double read(LongSupplier gauge) {
        try {
            return gauge.getAsLong();
        } catch (RuntimeException e) {
            return Double.NaN;
        }
    }

    private void add(Ring ring, Begin begin, Instant now, double[] read) {
        double seconds = Duration.between(begin.at, now).toNanos() / NANOS;
        if (seconds <= 0) {
            // The clock was set back: what lies ahead of it is not shown as if it came next.
            begin.look(now, engine);
            return;
        }
        double[] values = new double[names.size()];
        int at = 0;
        for (Map.Entry<String, String> rate : RATES.entrySet()) {
            long counted = engine.of(rate.getValue()) - begin.counts.getOrDefault(rate.getKey(), 0L);
            values[at++] = counted / seconds;
        }
        for (Map.Entry<String, String> time : TIMES.entrySet()) {
            Histogram histogram = engine.latency(time.getValue());
            long[] before = begin.buckets.getOrDefault(time.getKey(), new long[0]);
            values[at++] = millis(histogram.percentileSince(before, 50));
            values[at++] = millis(histogram.percentileSince(before, 99));
        }
        System.arraycopy(read, 0, values, at, read.length);
        ring.add(new Ring.Sample(now, values));
        begin.look(now, engine);
    }

    /** No duration at all takes no time. */
    private static double millis(long nanos) {
        return nanos == 0 ? Double.NaN : nanos / MILLIS;
    }

    /** The samples of a step from an instant on: their instants, and for each series a value or null at each of them. */
    synchronized Data from(Instant from, boolean minutes) {
        Ring ring = minutes ? coarse : fine;
        List<Ring.Sample> samples = ring.from(from);
        Map<String, Data> series = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            int place = i;
            series.put(names.get(i), Data.of(samples.stream().map(sample -> value(sample.values()[place])).toList()));
        }
        return Data.fields(
                "step", ring.step().toSeconds(),
                "at", samples.stream().map(sample -> sample.at().toString()).toList(),
                "series", Data.Fields.of(series));
    }

    /** Three digits behind the point are enough for a chart. */
    private static Data value(double value) {
        if (Double.isNaN(value)) {
            return Data.nothing();
        }
        return value == Math.rint(value) ? Data.of((long) value) : Data.of(Math.round(value * 1_000) / 1_000d);
    }
}
