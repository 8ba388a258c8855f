package io.millrace.server.monitor;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.names;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.whole;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Counters;
import io.millrace.runtime.Histogram;
import io.millrace.server.Part;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Route;
import io.millrace.server.http.Schema;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Numbers of the engine, of requests and of the machine: in the form of Prometheus at {@code /metrics}, and as JSON. */
public final class Metrics implements Part {
    /** Latencies are shown in steps of powers of two, from 16 microseconds to 17 seconds: there the engine's buckets end. */
    private static final int LEAST_POWER = 14;

    private static final int MOST_POWER = 34;
    private static final double NANOS = 1e9;

    /** Counting all cases takes a while if there are many; a number may be this old, or older if it takes long. */
    private static final Duration OLD = Duration.ofSeconds(15);

    private static final Schema SERIES = object(
            "MetricSeries",
            "rates are those each second, percentiles are in milliseconds; both of the step that ends at the instant of the sample",
            must("step", whole("the seconds from one sample to the next; a machine that was busy or slept leaves some out")),
            must("at", list("when each sample was taken", instant("an instant"))),
            must(
                    "series",
                    names(
                            "casesStarted, casesEnded, turns, commits (rates); commandP50, commandP99, commitP50, commitP99; workOpen, casesRunning, incidents,"
                                    + " queue, queueBytes, journalBytes, diskFreeBytes",
                            list("a value for each sample", any("a number; null if there was nothing to measure")))));

    private final Millrace mill;
    private final Counters engine;
    private final Requests requests;
    private final PrometheusRegistry machine = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final Path journal;
    private final Now asked = new Now(OLD);
    /** Of its own: who asks right after the start of a server is told what is there, not what was there when the first sample was taken. */
    private final Now sampled = new Now(OLD);
    private final Series series;
    private final Sampler sampler;

    private Metrics(Millrace mill, Counters engine, Requests requests, Path journal, InstantSource clock) {
        this.mill = mill;
        this.engine = engine;
        this.requests = requests;
        this.journal = journal;
        JvmMetrics.builder().register(machine);
        this.series = new Series(clock, engine, sampledGauges());
        this.sampler = new Sampler("millrace-samples", Series.STEP, series::sample);
    }

    /** The numbers that an engine and a listener count. */
    public static Part.Maker of(Counters engine, Requests requests, Path journal, InstantSource clock) {
        return place -> new Metrics(place.mill(), engine, requests, journal, clock);
    }

    private Map<String, LongSupplier> sampledGauges() {
        Map<String, LongSupplier> gauges = new LinkedHashMap<>();
        counts().forEach((name, count) -> gauges.put(name, () -> sampled.of(name, count)));
        Map<String, LongSupplier> named = new LinkedHashMap<>();
        named.put("workOpen", gauges.get("work.open"));
        named.put("casesRunning", gauges.get("cases.running"));
        named.put("incidents", gauges.get("cases.incidents"));
        named.put("queue", () -> engine.gauges().getOrDefault("waiting", 0L));
        named.put("queueBytes", () -> engine.gauges().getOrDefault("waiting.bytes", 0L));
        named.put("journalBytes", gauges.get("journal.bytes"));
        named.put("diskFreeBytes", gauges.get("disk.free.bytes"));
        return named;
    }

    /** What takes a while to find out. */
    private Map<String, LongSupplier> counts() {
        Map<String, LongSupplier> counts = new LinkedHashMap<>();
        counts.put("cases.running", () -> mill.count(CaseQuery.ALL.inState(CaseStatus.RUNNING)));
        counts.put("cases.incidents", () -> mill.count(CaseQuery.ALL.onlyIncidents()));
        counts.put("work.open", () -> mill.count(WorkQuery.ALL));
        counts.put("journal.bytes", () -> Disk.bytes(journal));
        counts.put("disk.free.bytes", () -> Disk.free(journal));
        return counts;
    }

    @Override
    public void start(String address) {
        sampler.start();
    }

    @Override
    public void close() {
        sampler.close();
    }

    @Override
    public String name() {
        return "System";
    }

    @Override
    public List<Endpoint> endpoints() {
        Schema latency = object(
                "Latency",
                "in nanoseconds; percentiles are at most an eighth too high",
                must("count", whole("how many there were")),
                must("p50", whole("what half of them did not exceed")),
                must("p90", whole("what nine of ten did not exceed")),
                must("p99", whole("what 99 of 100 did not exceed")));
        return List.of(
                Endpoint.get("/metrics/series", "getMetricSeries")
                        .summary("Numbers of the last hour every 5 seconds, or of the last day every minute, since the server started.")
                        .access(Access.METRICS)
                        .query("from", instant("only samples from this instant on"))
                        .query("step", whole("the seconds from one sample to the next: 5 or 60; 5 if absent", 5, 60))
                        .answers(200, SERIES)
                        .does(this::series),
                Endpoint.get("/metrics", "getMetrics")
                .summary("Numbers of the whole engine since it started; /metrics has them for Prometheus.")
                .access(Access.METRICS)
                .answers(
                        200,
                        object(
                                "Metrics",
                                "",
                                must("counters", names("what only grows", whole("a number"))),
                                must("gauges", names("what is now", whole("a number"))),
                                must("latencies", names("how long things took", latency))))
                .does(exchange -> {
                    exchange.identity().demandAllTenants("numbers");
                    return Reply.ok(json());
                }));
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/metrics", Access.METRICS, this::expose));
    }

    private Reply series(Exchange exchange) {
        exchange.identity().demandAllTenants("numbers");
        int step = exchange.whole("step").orElse((int) Series.STEP.toSeconds());
        if (step != Series.STEP.toSeconds() && step != Series.LONG_STEP.toSeconds()) {
            throw Exchange.bad("parameter 'step' is " + step + " and must be 5 or 60");
        }
        return Reply.ok(series.from(exchange.instant("from").orElse(Instant.MIN), step == Series.LONG_STEP.toSeconds()));
    }

    private Data json() {
        Data counters = Data.fields();
        for (Map.Entry<String, Long> counter : engine.counters().entrySet()) {
            counters = counters.with(counter.getKey(), counter.getValue());
        }
        Data gauges = Data.fields();
        for (Map.Entry<String, Long> gauge : gauges().entrySet()) {
            gauges = gauges.with(gauge.getKey(), gauge.getValue());
        }
        Data latencies = Data.fields();
        for (String what : engine.latencies()) {
            latencies = latencies.with(what, latency(engine.latency(what)));
        }
        for (String endpoint : requests.times().latencies()) {
            latencies = latencies.with("http." + endpoint, latency(requests.times().latency(endpoint)));
        }
        return Data.fields("counters", counters, "gauges", gauges, "latencies", latencies);
    }

    private static Data latency(Histogram times) {
        return Data.fields("count", times.count(), "p50", times.percentile(50), "p90", times.percentile(90), "p99", times.percentile(99));
    }

    private Map<String, Long> gauges() {
        Map<String, Long> all = engine.gauges();
        counts().forEach((name, count) -> all.put(name, asked.of(name, count)));
        all.put("http.running", requests.running());
        return all;
    }

    private Reply expose(Route.Visit visit) throws IOException {
        visit.identity().demandAllTenants("numbers");
        ExpositionFormatWriter writer = formats.findWriter(visit.headers().get("accept"));
        List<MetricSnapshot> all = new ArrayList<>();
        machine.scrape().forEach(all::add);
        addEngine(all);
        addRequests(all);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(out, new MetricSnapshots(all));
        return new Reply.Bytes(writer.getContentType(), out.toByteArray());
    }

    private void addEngine(List<MetricSnapshot> all) {
        Map<String, Long> counters = engine.counters();
        engine.latencies().forEach(what -> {
            all.add(HistogramSnapshot.builder()
                    .name("millrace_" + snake(what) + "_duration_seconds")
                    .help("How long it took: " + what + ".")
                    .dataPoint(point(Labels.EMPTY, engine, what))
                    .build());
            counters.remove(what + ".times");
            counters.remove(what + ".micros");
        });
        counters.forEach((name, value) -> all.add(CounterSnapshot.builder()
                .name("millrace_" + snake(name))
                .help("Since the engine started: " + name + ".")
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().value(value).build())
                .build()));
        gauges().forEach((name, value) -> all.add(GaugeSnapshot.builder()
                .name("millrace_" + snake(name))
                .help("Now: " + name + ".")
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).build())
                .build()));
    }

    private void addRequests(List<MetricSnapshot> all) {
        CounterSnapshot.Builder answered = CounterSnapshot.builder().name("millrace_http_requests").help("Requests that were answered.");
        requests.answered().forEach((key, number) -> answered.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of("operation", key.operation(), "status", Integer.toString(key.status())))
                .value(number)
                .build()));
        all.add(answered.build());
        HistogramSnapshot.Builder took =
                HistogramSnapshot.builder().name("millrace_http_request_duration_seconds").help("How long requests took.");
        requests.times().latencies().forEach(operation -> took.dataPoint(point(Labels.of("operation", operation), requests.times(), operation)));
        all.add(took.build());
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot point(Labels labels, Counters counters, String what) {
        long[] shorter = counters.latency(what).shorterThanPowers(LEAST_POWER, MOST_POWER);
        List<ClassicHistogramBucket> buckets = new ArrayList<>();
        long below = 0;
        for (int i = 0; i < shorter.length; i++) {
            buckets.add(new ClassicHistogramBucket((1L << LEAST_POWER + i) / NANOS, shorter[i] - below));
            below = shorter[i];
        }
        buckets.add(new ClassicHistogramBucket(Double.POSITIVE_INFINITY, Math.max(0, counters.latency(what).count() - below)));
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(
                        buckets.stream().map(ClassicHistogramBucket::getUpperBound).toList(),
                        buckets.stream().map(ClassicHistogramBucket::getCount).toList()))
                .sum(counters.of(what + ".micros") / 1e6)
                .build();
    }

    private static String snake(String name) {
        return name.replace('.', '_');
    }
}
