package io.millrace.server.channel.call;

import static io.millrace.activity.Activities.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.channel.ChannelSettings;
import io.millrace.server.channel.Service;
import io.millrace.server.config.Section;
import io.millrace.work.RetryPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Automatic work that a real service on the loopback address does. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HttpChannelTest {
    private static final String SECRET = "token-4711-very-secret";

    @TempDir
    Path directory;

    private Service service;
    private Server server;

    @BeforeEach
    void open() throws Exception {
        service = new Service();
        Files.writeString(directory.resolve("token"), SECRET + "\n");
        serve("\"url\": \"" + service.address() + "/rates/{customer}?from={@case}\"");
    }

    @AfterEach
    void close() {
        server.close();
        service.close();
    }

    private ChannelSettings channels(String channel) {
        return ChannelSettings.of(Section.of(Data.parse("{\"allow\": [\"" + service.address() + "/rates\"], \"channels\": [{\"task\": \"rate\", \"kind\": \"http\", " + channel + "}]}")));
    }

    private void serve(String channel) {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0).channels(channels(channel)));
        server.mill().deploy(process(RetryPolicy.attempts(3).backoff(Duration.ofMillis(10), 1, Duration.ofMillis(10))));
    }

    private static ActivityProcess process(RetryPolicy retry) {
        return ActivityProcess.named(
                "quote",
                call("rate").input("customer", "amount").retry(retry).output(Shape.fields(Shape.field("rate", Shape.number()))).result("answer"));
    }

    private void again(String channel) {
        server.close();
        serve(channel);
    }

    private Case start(Object customer) {
        return server.mill().start("quote", Data.fields("customer", customer, "amount", 12));
    }

    private static void await(Case started, CaseStatus status) throws InterruptedException {
        for (int i = 0; started.status() != status; i++) {
            assertThat(i).as(started.details().toString()).isLessThan(8_000);
            Thread.sleep(5);
        }
    }

    private static String incident(Case started) throws InterruptedException {
        for (int i = 0; started.info().incident() == null && started.status() == CaseStatus.RUNNING; i++) {
            assertThat(i).isLessThan(8_000);
            Thread.sleep(5);
        }
        return started.info().incident() == null ? started.info().outcome().toString() : started.info().incident();
    }

    private String history(Case of) {
        return server.mill().history().ofCase("main", of.id(), null, 1_000, History.Order.OLDEST_FIRST).items().stream()
                .map(HistoryEvent::toData)
                .map(Data::json)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void the_answer_of_a_service_is_the_output() throws Exception {
        service.answers = (exchange, seen) -> Service.json(exchange, 200, "{\"rate\": 1.25}");
        Case started = server.mill().operator().trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").start("quote", Data.fields("customer", "Müller & Co/7", "amount", 12));
        await(started, CaseStatus.COMPLETED);
        assertThat(started.data().at("answer").at("rate")).isEqualTo(Data.of(1.25));
        Service.Seen seen = service.all.getFirst();
        assertThat(seen.method()).isEqualTo("POST");
        assertThat(seen.path()).isEqualTo("/rates/M%C3%BCller%20%26%20Co%2F7?from=" + started.id());
        assertThat(seen.data()).isEqualTo(Data.fields("customer", "Müller & Co/7", "amount", 12));
        assertThat(seen.headers()).containsEntry("Idempotency-Key", started.id() + "#1").containsEntry("Content-Type", "application/json");
        assertThat(seen.headers().get("traceparent")).startsWith("00-0af7651916cd43dd8448eb211c80319c-");
    }

    @Test
    void what_fails_for_now_is_tried_again_and_then_becomes_an_incident() throws Exception {
        for (int status : List.of(500, 503, 408, 429)) {
            service.all.clear();
            service.answers = (exchange, seen) -> Service.json(exchange, service.all.size() < 3 ? status : 200, "{\"rate\": 2}");
            await(start("a"), CaseStatus.COMPLETED);
            assertThat(service.all).as("status " + status).hasSize(3);
            assertThat(service.all).extracting(seen -> seen.headers().get("Idempotency-Key")).containsOnly(service.all.getFirst().headers().get("Idempotency-Key"));
        }
        service.all.clear();
        service.answers = (exchange, seen) -> Service.json(exchange, 500, "{\"secret\":\"inner detail\"}");
        Case stuck = start("a");
        assertThat(incident(stuck)).contains("MR-8043", "status 500", "POST " + service.address() + "/rates/a'").doesNotContain("inner detail", "from=");
        assertThat(service.all).hasSize(3);
    }

    @Test
    void a_service_that_says_how_long_to_wait_is_not_asked_before() throws Exception {
        List<Long> times = new CopyOnWriteArrayList<>();
        service.answers = (exchange, seen) -> {
            times.add(System.nanoTime());
            exchange.getResponseHeaders().set("Retry-After", times.size() == 1 ? "1" : "never");
            Service.json(exchange, times.size() < 3 ? 429 : 200, "{\"rate\": 2}");
        };
        await(start("a"), CaseStatus.COMPLETED);
        assertThat(Duration.ofNanos(times.get(1) - times.getFirst())).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(times).hasSize(3);
    }

    @Test
    void every_other_answer_fails_the_work_at_once() throws Exception {
        for (int status : List.of(400, 401, 403, 404, 409, 302, 307)) {
            service.all.clear();
            service.answers = (exchange, seen) -> {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
                Service.json(exchange, status, "");
            };
            Case started = start("a");
            assertThat(incident(started)).contains("status " + status);
            assertThat(service.all).as("status " + status).hasSize(1);
        }
    }

    @Test
    void answers_that_are_not_what_the_task_wants_change_nothing() throws Exception {
        for (String body : List.of("not json", "{\"rate\":", "{\"rate\": \"much\"}", "[]", "{\"rate\": 1, \"other\": 2}", "[".repeat(5_000))) {
            service.answers = (exchange, seen) -> Service.json(exchange, 200, body);
            Case started = start("a");
            assertThat(incident(started)).as(body).isNotEmpty().doesNotContain("not json");
            assertThat(started.status()).isNotEqualTo(CaseStatus.COMPLETED);
        }
        service.answers = (exchange, seen) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{\"rate\": 1}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        };
        assertThat(incident(start("a"))).contains("not JSON");
    }

    @Test
    void values_cannot_leave_their_place() throws Exception {
        service.answers = (exchange, seen) -> Service.json(exchange, 200, "{\"rate\": 1}");
        for (String value : List.of("..", "../../admin", "..\\x", "%2e%2e/x", ".")) {
            assertThat(incident(start(value))).as(value).contains("MR-8042");
        }
        assertThat(incident(server.mill().start("quote", Data.fields("customer", Data.nothing(), "amount", 1)))).contains("MR-8046");
        assertThat(service.all).isEmpty();
        for (String value : List.of("a?b=c&d#e", "@evil.example/", "x\r\nX-Evil: 1", "//evil.example", ":80")) {
            service.all.clear();
            await(start(value), CaseStatus.COMPLETED);
            Service.Seen seen = service.all.getFirst();
            assertThat(seen.path()).as(value).matches("/rates/[A-Za-z0-9%._*-]+\\?from=\\d+");
            assertThat(seen.headers()).doesNotContainKey("X-Evil");
        }
    }

    @Test
    void headers_and_secrets_are_sent_and_shown_nowhere() throws Exception {
        again("\"method\": \"PUT\", \"url\": \"" + service.address() + "/rates\", \"headers\": {\"X-Customer\": \"{customer}\"}, "
                + "\"secretHeaders\": {\"Authorization\": {\"file\": \"" + directory.resolve("token") + "\"}}, "
                + "\"body\": {\"who\": \"{customer}\", \"what\": [\"{amount}\", \"for {customer}\", 1, true]}");
        service.answers = (exchange, seen) -> Service.json(exchange, 200, "{\"rate\": 1}");
        Case started = start("Max");
        await(started, CaseStatus.COMPLETED);
        Service.Seen seen = service.all.getFirst();
        assertThat(seen.method()).isEqualTo("PUT");
        assertThat(seen.headers()).containsEntry("X-Customer", "Max").containsEntry("Authorization", SECRET);
        assertThat(seen.data()).isEqualTo(Data.parse("{\"who\":\"Max\",\"what\":[12,\"for Max\",1,true]}"));
        service.answers = (exchange, again) -> Service.json(exchange, 401, "{}");
        Case failed = start("Max");
        incident(failed);
        assertThat(history(started) + history(failed)).doesNotContain(SECRET);
        assertThat(incident(start("a\r\nX-Evil: 1"))).contains("MR-8046", "line break");
        assertThat(service.all).noneMatch(each -> each.headers().containsKey("X-Evil"));
    }

    @Test
    void a_channel_that_could_call_somewhere_else_is_refused_when_it_is_read() {
        for (String url : List.of(
                "http://{host}/rates/",
                "http://127.0.0.1:{port}/rates/",
                service.address() + "{path}",
                service.address() + "/other/{x}",
                "http://127.0.0.1:1/rates/x",
                "https://example.org/",
                service.address() + "/rates/{",
                "{url}")) {
            assertThatThrownBy(() -> channels("\"url\": \"" + url + "\"")).as(url).isInstanceOf(RefusedException.class).hasMessageContaining("MR-8015");
        }
        for (String more : List.of(
                "\"method\": \"TRACE\"",
                "\"headers\": {\"Host\": \"x\"}",
                "\"headers\": {\"Transfer-Encoding\": \"chunked\"}",
                "\"headers\": {\"X Y\": \"x\"}",
                "\"secretHeaders\": {\"Authorization\": \"plain\"}",
                "\"timeout\": \"never\"",
                "\"body\": \"{\"")) {
            assertThatThrownBy(() -> channels("\"url\": \"" + service.address() + "/rates\", " + more)).as(more).hasMessageContaining("MR-8015");
        }
        assertThatThrownBy(() -> ChannelSettings.of(Section.of(Data.parse("{\"channels\": [{\"task\": \"a\", \"kind\": \"http\", \"url\": \"https://example.org/\"}]}"))))
                .hasMessageContaining("MR-8042");
    }

    @Test
    void a_slow_service_ends_an_attempt_and_not_the_engine() throws Exception {
        again("\"url\": \"" + service.address() + "/rates\", \"timeout\": \"PT2S\"");
        server.mill().deploy(process(RetryPolicy.attempts(15).backoff(Duration.ofMillis(10), 1, Duration.ofMillis(10))));
        CompletableFuture<Void> free = new CompletableFuture<>();
        service.answers = (exchange, seen) -> {
            if (service.all.size() < 3) {
                free.join();
            }
            Service.json(exchange, 200, "{\"rate\": 3}");
        };
        await(start("a"), CaseStatus.COMPLETED);
        free.complete(null);
        assertThat(service.all).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void work_of_another_tenant_or_process_is_for_workers_as_before() throws Exception {
        service.answers = (exchange, seen) -> Service.json(exchange, 200, "{\"rate\": 1}");
        server.mill().tenant("other").deploy(process(RetryPolicy.NONE));
        Case foreign = server.mill().tenant("other").start("quote", Data.fields("customer", "b", "amount", 1));
        Case own = start("a");
        await(own, CaseStatus.COMPLETED);
        Caller worker = Caller.of(server).with("Millrace-Tenant", "other");
        Data jobs = worker.post("/jobs/fetch", Data.fields("tasks", List.of("rate"), "wait", "PT10S")).good().at("jobs");
        worker.post("/jobs/" + jobs.at(0).at("job").text().replace("#", "%23") + "/complete", Data.fields("output", Data.fields("rate", 9))).good();
        assertThat(foreign.data().at("answer").at("rate")).isEqualTo(Data.of(9));
        assertThat(service.all).hasSize(1);
        // A worker that asks for the task of a channel does not take it over.
        assertThat(Caller.of(server).post("/jobs/fetch", Data.fields("tasks", List.of("rate"))).good().at("jobs")).isEqualTo(Data.items());
        await(start("c"), CaseStatus.COMPLETED);
        assertThat(Millrace.TENANT).isEqualTo("main");
    }

    @Test
    void a_value_that_does_not_fit_a_header_fails_the_work_at_once() throws Exception {
        again("\"url\": \"" + service.address() + "/rates\", \"headers\": {\"X-Customer\": \"{customer}\"}");
        Case started = start("Müller");
        assertThat(incident(started)).contains("MR-8046", "X-Customer");
        assertThat(service.seen).isEmpty();
        assertThat(history(started)).containsOnlyOnce("\"WorkFailed\"");
        assertThatThrownBy(() -> channels("\"url\": \"" + service.address() + "/rates\", \"headers\": {\"X-Place\": \"Zürich\"}"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("headers/X-Place");
    }
}
