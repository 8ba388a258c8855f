package io.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is reported of a request, and when. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ActsTest {
    private final BlockingQueue<Listener.Act> acts = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final Semaphore allowed = new Semaphore(0);
    private final AtomicInteger done = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Listener listener = new Listener(
            new Listener.Settings("127.0.0.1", 0, Set.of(), null, 100_000, 100, 100, Duration.ofSeconds(10)),
            "",
            List.of(
                    Endpoint.post("/things/{thing}", "makeThing").access(Access.ANYBODY).path("thing", "its name").does(exchange -> {
                        done.incrementAndGet();
                        return switch (exchange.path("thing")) {
                            case "refused" -> throw new RefusedException(Code.UNKNOWN_CASE.with("7"));
                            case "broken" -> throw new IllegalStateException("broken");
                            default -> Reply.done();
                        };
                    })),
            List.of(),
            caller -> new Identity("anna", "main", Set.of(Role.OPERATOR), null),
            (path, headers) -> null,
            new Listener.Watch() {
                @Override
                public void answered(Endpoint endpoint, Identity identity, int status, long nanos) {}

                @Override
                public void acted(Listener.Act act) {
                    acts.add(act);
                    allowed.acquireUninterruptibly();
                }

                @Override
                public void failed(long number, Throwable failure) {
                    failures.add(failure);
                }
            });

    @AfterEach
    void close() {
        allowed.release(1_000);
        listener.close();
        client.close();
    }

    private CompletableFuture<HttpResponse<String>> make(String thing) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + "/things/" + thing))
                        .header("Content-Type", Endpoint.JSON)
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Listener.Act reported() throws InterruptedException {
        Listener.Act act = acts.poll(30, TimeUnit.SECONDS);
        assertThat(act).isNotNull();
        return act;
    }

    @Test
    void an_act_is_reported_once_before_it_is_answered() throws Exception {
        Map<String, Integer> statuses = Map.of("good", 204, "refused", 404, "broken", 500);
        for (Map.Entry<String, Integer> each : statuses.entrySet()) {
            CompletableFuture<HttpResponse<String>> answer = make(each.getKey());
            Listener.Act act = reported();
            assertThat(act.status()).as(each.getKey()).isEqualTo(each.getValue());
            assertThat(act.ids()).isEqualTo(Map.of("thing", each.getKey()));
            assertThatThrownBy(() -> answer.get(200, TimeUnit.MILLISECONDS)).as("an answer before the report of it").isInstanceOf(TimeoutException.class);
            allowed.release();
            assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(each.getValue());
        }
        assertThat(acts).isEmpty();
    }

    @Test
    void a_request_that_does_not_come_in_whole_is_not_reported_as_done() throws Exception {
        allowed.release(1_000);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            socket.getOutputStream().write("""
                    POST /things/half HTTP/1.1\r
                    Host: 127.0.0.1\r
                    Content-Type: application/json\r
                    Content-Length: 10\r
                    \r
                    {""".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        }
        Listener.Act act = reported();
        assertThat(failures).as("what is logged as a failure of the server").isEmpty();
        assertThat(act.status()).isEqualTo(400);
        assertThat(done).hasValue(0);
    }
}
