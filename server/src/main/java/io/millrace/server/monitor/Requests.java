package io.millrace.server.monitor;

import io.millrace.runtime.Counters;
import io.millrace.server.http.Endpoint;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** How many requests were answered, how, and how long they took. Safe for use by several threads. */
public final class Requests {
    private final Map<Answered, LongAdder> answered = new ConcurrentHashMap<>();
    private final Counters times = new Counters();
    private final LongSupplier running;

    /** What is counted together. */
    public record Answered(String operation, int status) implements Comparable<Answered> {
        @Override
        public int compareTo(Answered other) {
            int order = operation.compareTo(other.operation);
            return order != 0 ? order : Integer.compare(status, other.status);
        }
    }

    /** @param running how many requests run now */
    public Requests(LongSupplier running) {
        this.running = running;
    }

    /** A request is over. Streams and long polls last as long as their caller likes, so their times say nothing. */
    public void answered(Endpoint endpoint, int status, long nanos) {
        answered.computeIfAbsent(new Answered(endpoint.id(), status), key -> new LongAdder()).increment();
        if (endpoint.type().equals(Endpoint.JSON) && !endpoint.id().equals("fetchJobs")) {
            times.took(endpoint.id(), nanos);
        }
    }

    /** How many requests were answered in which way. */
    Map<Answered, Long> answered() {
        Map<Answered, Long> all = new TreeMap<>();
        answered.forEach((key, number) -> all.put(key, number.sum()));
        return all;
    }

    /** How long requests took, by operation. */
    Counters times() {
        return times;
    }

    long running() {
        return running.getAsLong();
    }
}
