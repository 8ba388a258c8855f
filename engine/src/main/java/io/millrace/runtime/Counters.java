package io.millrace.runtime;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** A monitor that keeps its metrics in memory, with a histogram for each latency. Safe for use by several threads. */
public final class Counters implements Monitor {
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final Map<String, LongSupplier> gauges = new ConcurrentHashMap<>();
    private final Map<String, Histogram> latencies = new ConcurrentHashMap<>();

    @Override
    public void count(String counter, long more) {
        // Every command comes here: looking first takes no lock.
        LongAdder adder = counters.get(counter);
        (adder == null ? counters.computeIfAbsent(counter, name -> new LongAdder()) : adder).add(more);
    }

    @Override
    public void gauge(String gauge, LongSupplier value) {
        gauges.put(gauge, value);
    }

    /** Adds to the histogram, and counts how often and how many microseconds in total. */
    @Override
    public void took(String what, long nanos) {
        Histogram histogram = latencies.get(what);
        (histogram == null ? latencies.computeIfAbsent(what, name -> new Histogram()) : histogram).add(nanos);
        count(what + ".times", 1);
        count(what + ".micros", nanos / 1_000);
    }

    /** The value of a counter; 0 if nothing was counted. */
    public long of(String counter) {
        LongAdder adder = counters.get(counter);
        return adder == null ? 0 : adder.sum();
    }

    /** The latencies of one kind, such as {@code commit}; an empty histogram if nothing was measured. */
    public Histogram latency(String what) {
        return latencies.getOrDefault(what, new Histogram());
    }

    /** What latencies were measured of, such as {@code commit}. */
    public Set<String> latencies() {
        return new TreeSet<>(latencies.keySet());
    }

    /** The counters as they are now, by name. */
    public Map<String, Long> counters() {
        Map<String, Long> all = new TreeMap<>();
        counters.forEach((name, adder) -> all.put(name, adder.sum()));
        return all;
    }

    /** The gauges as they are now, by name. */
    public Map<String, Long> gauges() {
        Map<String, Long> all = new TreeMap<>();
        gauges.forEach((name, value) -> all.put(name, value.getAsLong()));
        return all;
    }

    /** All counters and gauges as they are now, by name. */
    public Map<String, Long> all() {
        Map<String, Long> all = counters();
        all.putAll(gauges());
        return all;
    }
}
