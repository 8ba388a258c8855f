package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.millrace.data.Data;
import io.millrace.server.monitor.TraceSettings;
import io.millrace.server.monitor.Traces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String NET = """
            initial_activity(pay).
            final_activity(pay).
            work(pay, handler(pay)).
            """;

    @TempDir
    Path directory;

    private final LinkedBlockingQueue<Data> spans = new LinkedBlockingQueue<>();
    private volatile int status = 200;
    private volatile String authorization = "";
    private HttpServer collector;

    @BeforeEach
    void collect() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            int now = status;
            if (now == 200) {
                Data.parse(body).at("resourceSpans").asList(Data.class).forEach(resource -> resource.at("scopeSpans")
                        .asList(Data.class)
                        .forEach(scope -> spans.addAll(scope.at("spans").asList(Data.class))));
            }
            exchange.sendResponseHeaders(now, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    private Server open() {
        TraceSettings settings = new TraceSettings(
                URI.create("http://127.0.0.1:" + collector.getAddress().getPort()), "shop", Map.of("Authorization", "Bearer hush"), 1);
        return Server.open(ServerSettings.of(directory.resolve("journal")).port(0).with(Traces.of(settings)));
    }

    /** The next spans, by name. */
    private Function<String, Data> spans(int number) throws InterruptedException {
        Map<String, Data> all = new LinkedHashMap<>();
        while (all.size() < number) {
            Data span = spans.take();
            all.put(span.at("name").text(), span);
        }
        return name -> Objects.requireNonNull(all.get(name), name);
    }

    private static Data job(Caller caller) throws Exception {
        Data answer = caller.post("/jobs/fetch", Data.fields("tasks", List.of("pay"), "wait", "PT10S")).good();
        return answer.at("jobs").asList(Data.class).getFirst();
    }

    @Test
    void the_trace_of_a_caller_goes_through_the_case_to_the_worker() throws Exception {
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            caller.post("/processes", Data.fields("file", "order.pl", "source", NET)).good();
            String id = caller.with("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")
                    .post("/cases", Data.fields("process", "order"))
                    .good()
                    .at("case")
                    .text();
            Data job = job(caller);
            caller.post("/jobs/" + job.at("job").text().replace("#", "%23") + "/complete", Data.fields("output", Data.fields())).good();
            Function<String, Data> told = spans(2);
            Data order = told.apply("order");
            Data pay = told.apply("pay");
            assertThat(order.at("traceId").text()).isEqualTo(TRACE);
            assertThat(order.at("parentSpanId").text()).isEqualTo("00f067aa0ba902b7");
            assertThat(pay.at("traceId").text()).isEqualTo(TRACE);
            assertThat(pay.at("parentSpanId").text()).isEqualTo(order.at("spanId").text());
            assertThat(job.at("trace").text()).isEqualTo("00-" + TRACE + "-" + pay.at("spanId").text() + "-01");
            assertThat(order.json()).contains("\"millrace.case\"").contains("\"" + id + "\"").contains("CaseCompleted");
            assertThat(authorization).isEqualTo("Bearer hush");
        }
    }

    @Test
    void a_span_that_begins_before_a_restart_ends_after_it_and_waits_for_its_collector() throws Exception {
        String before;
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            caller.post("/processes", Data.fields("file", "order.pl", "source", NET)).good();
            caller.post("/cases", Data.fields("process", "order")).good();
            before = job(caller).at("trace").text();
        }
        Instant restart = Instant.now();
        status = 503;
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            Data job = job(caller);
            assertThat(job.at("trace").text()).isEqualTo(before);
            caller.post("/jobs/" + job.at("job").text().replace("#", "%23") + "/complete", Data.fields("output", Data.fields())).good();
            assertThat(spans.poll(1500, TimeUnit.MILLISECONDS)).isNull();
            status = 200;
            Function<String, Data> told = spans(2);
            assertThat(before).contains(told.apply("pay").at("traceId").text()).contains(told.apply("pay").at("spanId").text());
            assertThat(instant(told.apply("order").at("startTimeUnixNano"))).isBefore(restart);
            assertThat(instant(told.apply("order").at("endTimeUnixNano"))).isAfter(restart);
        }
    }

    private static Instant instant(Data nanos) {
        return Instant.EPOCH.plusNanos(Long.parseLong(nanos.text()));
    }

    @Test
    void a_share_of_nothing_tells_nothing() throws Exception {
        TraceSettings none = new TraceSettings(URI.create("http://127.0.0.1:" + collector.getAddress().getPort()), "shop", Map.of(), 0);
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0).with(Traces.of(none)))) {
            Caller caller = Caller.of(server);
            caller.post("/processes", Data.fields("file", "order.pl", "source", NET)).good();
            caller.post("/cases", Data.fields("process", "order")).good();
            Data job = job(caller);
            assertThat(job.at("trace").text()).endsWith("-00");
            caller.post("/jobs/" + job.at("job").text().replace("#", "%23") + "/complete", Data.fields("output", Data.fields())).good();
        }
        assertThat(spans).isEmpty();
    }
}
