package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Rate;
import io.millrace.server.security.SecuritySettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages of other sites, requests that are too many, too large, too slow or malformed, and secrets that must not get anywhere. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileTest {
    private static final Data CLAIM = Data.fields("file", "claim.pl", "source", Secured.CLAIM);

    @TempDir
    Path directory;

    private Server open() {
        return open(security -> security);
    }

    /** Without keys: what is refused here is refused although everybody may do everything. */
    private Server open(UnaryOperator<SecuritySettings> more) {
        return Server.open(ServerSettings.of(directory.resolve("open")).port(0).mostBytes(200_000).security(more.apply(SecuritySettings.USUAL)));
    }

    private Secured secured(UnaryOperator<SecuritySettings> more) {
        return new Secured(directory, settings -> settings.security(more.apply(settings.security())));
    }

    /** Sends bytes as they are, and reads until the server closes or is silent. */
    private static String raw(Server server, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return head(socket.getInputStream());
        }
    }

    private static String head(InputStream in) {
        StringBuilder head = new StringBuilder();
        try {
            while (head.indexOf("\r\n\r\n") < 0) {
                int read = in.read();
                if (read < 0) {
                    break;
                }
                head.append((char) read);
            }
        } catch (IOException e) {
            // The server has closed the connection.
        }
        return head.toString();
    }

    private static int status(String head) {
        return head.isEmpty() ? 0 : Integer.parseInt(head.split(" ", 3)[1]);
    }

    @Test
    void a_page_of_another_site_cannot_act() throws Exception {
        try (Server server = open()) {
            Caller browser = Caller.of(server);
            for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain; application/json", "")) {
                Caller.Answered refused = browser.with("Content-Type", type.isEmpty() ? null : type).post("/processes", CLAIM);
                assertThat(refused.status()).as(type).isEqualTo(415);
                assertThat(refused.code()).isEqualTo("MR-8008");
            }
            assertThat(browser.with("Content-Type", null).delete("/participants/anna").status()).isEqualTo(415);
            for (String origin : List.of("https://evil.example", "null", "http://localhost.evil.example", server.address() + ".evil.example")) {
                assertThat(browser.with("Origin", origin).post("/processes", CLAIM).status()).as(origin).isEqualTo(400);
                assertThat(browser.with("Origin", origin).get("/cases").status()).as(origin).isEqualTo(400);
            }
            assertThat(browser.with("Origin", server.address()).get("/cases").status()).isEqualTo(200);
            for (String host : List.of("evil.example", "evil.example:" + server.port(), "127.0.0.1.evil.example", "localhost.evil.example:80")) {
                String answer = raw(server, "GET /api/v1/cases HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
                assertThat(status(answer)).as(host).isEqualTo(400);
            }
            assertThat(status(raw(server, "GET /api/v1/cases HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\n\r\n"))).isEqualTo(200);
            Caller.Answered asked = browser.with("Origin", "https://evil.example")
                    .with("Access-Control-Request-Method", "POST")
                    .with("Access-Control-Request-Headers", "content-type")
                    .send("OPTIONS", "/processes", "");
            assertThat(asked.status()).isGreaterThanOrEqualTo(400);
            assertThat(asked.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
            assertThat(browser.get("/processes").good().at("items").asList(Data.class)).isEmpty();
        }
    }

    @Test
    void every_answer_has_the_headers_that_protect_a_browser() throws Exception {
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            for (String path : List.of("/me", "/cases/99", "/nothing", "/openapi.json")) {
                Caller.Answered answered = caller.get(path);
                assertThat(answered.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
                assertThat(answered.header("Cache-Control")).isEqualTo("no-store");
                assertThat(answered.header("Referrer-Policy")).isEqualTo("no-referrer");
                assertThat(answered.header("Content-Security-Policy")).contains("default-src 'none'").contains("frame-ancestors 'none'");
                assertThat(answered.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
                assertThat(answered.header("Access-Control-Allow-Origin")).isEqualTo("none");
                assertThat(answered.header("Set-Cookie")).isEqualTo("none");
                assertThat(answered.header("Server")).isEqualTo("none");
            }
        }
    }

    @Test
    void somebody_with_too_many_requests_waits() throws Exception {
        try (Secured secured = secured(security -> security.rates(new Rate(1, 5), Rate.UNLIMITED))) {
            Caller anna = secured.caller("anna", Role.OPERATOR);
            for (int i = 0; i < 5; i++) {
                assertThat(anna.get("/me").status()).isEqualTo(200);
            }
            Caller.Answered refused = untilRefused(anna);
            assertThat(refused.code()).isEqualTo("MR-8006");
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 2);
            assertThat(secured.caller("ben", Role.OPERATOR).get("/me").status()).as("others do not wait").isEqualTo(200);
        }
    }

    @Test
    void an_address_with_too_many_requests_waits() throws Exception {
        try (Secured secured = secured(security -> security.rates(Rate.UNLIMITED, new Rate(0.001, 5)))) {
            Caller anna = secured.caller("anna", Role.OPERATOR);
            Caller.Answered refused = untilRefused(anna);
            assertThat(refused.code()).isEqualTo("MR-8006");
            assertThat(refused.body().at("detail").text()).contains("127.0.0.1");
            assertThat(secured.caller("ben", Role.OPERATOR).get("/me").status()).isEqualTo(429);
            assertThat(secured.nobody().get("/live").status()).as("what needs no key, too").isEqualTo(429);
            assertThat(secured.nobody().get("/nothing").status()).isEqualTo(429);
            assertThat(secured.nobody().send("PATCH", "/cases", "{}").status()).isEqualTo(429);
        }
    }

    private static Caller.Answered untilRefused(Caller caller) throws Exception {
        for (int i = 0; i < 100; i++) {
            Caller.Answered answered = caller.get("/me");
            if (answered.status() == 429) {
                return answered;
            }
        }
        throw new AssertionError("100 requests were not too many");
    }

    @Test
    void somebody_who_guesses_waits_but_keeps_nobody_out() throws Exception {
        try (Secured secured = secured(security -> security)) {
            Caller anna = secured.caller("anna", Role.OPERATOR);
            Caller.Answered refused = untilRefused(secured.nobody().as("mk_000000000000_" + "A".repeat(43)));
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(anna.get("/me").status()).isEqualTo(200);
        }
    }

    @Test
    void requests_that_are_too_large_or_too_deep_change_nothing() throws Exception {
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            Data large = Data.fields("file", "claim.pl", "source", Secured.CLAIM, "name", "x".repeat(300_000));
            for (int i = 0; i < 20; i++) {
                assertThat(caller.post("/processes", large).status()).isEqualTo(413);
            }
            String head = "POST /api/v1/processes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
            assertThat(status(raw(server, head + "Content-Length: 99999999999\r\n\r\n{"))).isEqualTo(413);
            String chunks = "ffff\r\n" + " ".repeat(65_535) + "\r\n";
            assertThat(status(raw(server, head + "Transfer-Encoding: chunked\r\n\r\n" + chunks.repeat(5) + "0\r\n\r\n"))).isEqualTo(413);
            String deep = "{\"process\":\"claim\",\"input\":" + "[".repeat(50_000) + "]".repeat(50_000) + "}";
            assertThat(caller.send("POST", "/cases", deep).status()).isEqualTo(400);
            String objects = "{\"process\":\"claim\",\"input\":" + "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000) + "}";
            assertThat(caller.send("POST", "/cases", objects).status()).isEqualTo(400);
            for (String malformed : List.of("{", "{\"process\":}", "\u0000", "{\"process\":\"a\",\"process\":\"b\"}", "nul", "[1,2", "{\"process\":NaN}", "\"\\ud800\"")) {
                assertThat(caller.send("POST", "/cases", malformed).status()).as(malformed).isEqualTo(400);
            }
            assertThat(caller.with("X-Much", "y".repeat(20_000)).get("/me").status()).isBetween(400, 431);
            assertThat(status(raw(server, "GET /api/v1/" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))).isIn(0, 400, 414);
            String many = "X-A: b\r\n".repeat(5_000);
            assertThat(status(raw(server, "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\n" + many + "\r\n"))).isIn(0, 400, 431);
            assertThat(caller.get("/processes").good().at("items").asList(Data.class)).isEmpty();
            assertThat(caller.get("/history").good().at("items").asList(Data.class)).isEmpty();
        }
    }

    @Test
    void tricks_with_paths_and_headers_get_an_error_and_show_nothing() throws Exception {
        try (Server server = open()) {
            List<String> requests = List.of(
                    "GET /api/v1/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /api/v1/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /api/v1/cases/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /api/v1/cases/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET /api/v1/cases/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET http://evil.example/api/v1/cases HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                    "GET /api/v1/me HTTP/1.1\r\n\r\n",
                    "GET /api/v1/me HTTP/9.9\r\nHost: localhost\r\n\r\n",
                    "GET /api/v1/me\r\nHost: localhost\r\n\r\n",
                    "BREW /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "TRACE /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                    "\u0016\u0003\u0001 TLS to a plain port\r\n\r\n");
            for (String request : requests) {
                String answer = raw(server, request);
                assertThat(status(answer)).as("%s gives %s", request, answer).matches(code -> code == 0 || code >= 400 && code < 500);
                assertThat(answer).doesNotContain("root:");
            }
            String two = String.join(
                    "\r\n",
                    "POST /api/v1/signals HTTP/1.1",
                    "Host: localhost",
                    "Content-Type: application/json",
                    "Content-Length: 4",
                    "Transfer-Encoding: chunked",
                    "",
                    "0",
                    "",
                    "GET /api/v1/live HTTP/1.1",
                    "Host: localhost",
                    "",
                    "");
            assertThat(status(raw(server, two))).as("two lengths").matches(code -> code == 0 || code >= 400);
            assertThat(Caller.of(server).get("/live").status()).isEqualTo(200);
        }
    }

    @Test
    void an_answer_to_head_has_no_body_that_could_be_taken_for_the_next_answer() throws Exception {
        try (Server server = open(); Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            for (String path : List.of("/api/v1/live", "/api/v1/cases/99", "/api/v1/jobs/fetch", "/nothing", "/api/v1/events", "/metrics")) {
                String host = " HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\n\r\n";
                socket.getOutputStream().write(("HEAD " + path + host + "GET /api/v1/nowhere" + host).getBytes(StandardCharsets.US_ASCII));
                head(socket.getInputStream());
                String next = head(socket.getInputStream());
                assertThat(next).as(path).startsWith("HTTP/1.1 404");
                int length = Integer.parseInt(next.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
                assertThat(new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8)).contains("MR-8002");
            }
            assertThat(status(raw(server, "HEAD /api/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n"))).isEqualTo(200);
        }
    }

    @Test
    void a_request_whose_end_is_not_certain_ends_the_connection() throws Exception {
        try (Server server = open()) {
            String begin = "POST /api/v1/proofs HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\nContent-Type: application/json\r\n";
            String smuggled = "GET /api/v1/live HTTP/1.1\r\nHost: localhost:" + server.port() + "\r\n\r\n";
            for (String lengths : List.of(
                    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                    "Content-Length: +2\r\n\r\n{}",
                    "Content-Length: 2, 2\r\n\r\n{}")) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    socket.setSoTimeout(10_000);
                    socket.getOutputStream().write((begin + lengths + smuggled).getBytes(StandardCharsets.US_ASCII));
                    String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(all).as(lengths).startsWith("HTTP/1.1 400").doesNotContain("alive");
                }
            }
        }
    }

    @Test
    void questions_that_never_end_keep_nobody_else_waiting_and_end_with_the_server() throws Exception {
        List<Thread> asking = new ArrayList<>();
        List<Integer> answered = Collections.synchronizedList(new ArrayList<>());
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 2; i++) {
                asking.add(Thread.ofPlatform().start(() -> {
                    try {
                        answered.add(caller.post("/questions", Data.fields("goal", "repeat, fail")).status());
                    } catch (IOException | InterruptedException e) {
                        answered.add(0);
                    }
                }));
            }
            while (caller.get("/metrics").good().at("gauges").at("http.running").asInt() < asking.size()) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 50; i++) {
                assertThat(caller.get("/cases").status()).isEqualTo(200);
            }
            assertThat(answered).isEmpty();
        }
        for (Thread each : asking) {
            each.join();
        }
        assertThat(answered).hasSize(asking.size());
    }

    @Test
    void a_question_that_needs_too_much_memory_is_stopped_and_the_server_goes_on() throws Exception {
        try (Server server = open()) {
            Caller caller = Caller.of(server);
            for (String goal : List.of("length(L, 100000000)", "findall(X, repeat, L)", "between(1, 1000, X), length(L, 300000)")) {
                Caller.Answered answered = caller.post("/questions", Data.fields("goal", goal, "most", 1_000));
                assertThat(answered.status()).as(answered.text().substring(0, Math.min(300, answered.text().length()))).isIn(200, 422);
                assertThat(answered.text().length()).isLessThan(64_000_000);
            }
            assertThat(caller.get("/live").status()).isEqualTo(200);
        }
    }

    @Test
    void a_head_that_comes_byte_by_byte_ends_the_connection() throws Exception {
        try (Server server = open(security -> security.slowest(Duration.ofSeconds(4)))) {
            assertThat(trickle(server, "GET /api/v1/live HTTP/1.1\r\nX-Slow: ")).isLessThan(Duration.ofSeconds(20));
            assertThat(Caller.of(server).get("/live").status()).isEqualTo(200);
        }
    }

    @Test
    void a_body_that_comes_byte_by_byte_ends_the_connection() throws Exception {
        String head = "POST /api/v1/cases HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 100000\r\n\r\n";
        try (Server server = open(security -> security.slowest(Duration.ofSeconds(4)))) {
            assertThat(trickle(server, head.formatted("application/json"))).isLessThan(Duration.ofSeconds(20));
            assertThat(trickle(server, head.formatted("text/plain"))).as("of a request that is refused, too").isLessThan(Duration.ofSeconds(20));
            assertThat(Caller.of(server).get("/live").status()).isEqualTo(200);
        }
    }

    @Test
    void a_semicolon_does_not_cut_a_name() throws Exception {
        try (Server server = open()) {
            String request = "PUT /api/v1/participants/x;y HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
            assertThat(status(raw(server, request))).isEqualTo(400);
            assertThat(Caller.of(server).get("/participants/x").status()).isEqualTo(404);
        }
    }

    @Test
    void a_caller_who_does_not_read_keeps_no_place() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        SecuritySettings few = SecuritySettings.USUAL.connections(6).connectionsPerAddress(3).slowest(Duration.ofSeconds(2));
        byte[] asked = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40).getBytes(StandardCharsets.US_ASCII);
        try (Server server = open(security -> few)) {
            for (int i = 0; i < 3; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.setReceiveBufferSize(4_096);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
                socket.getOutputStream().write(asked);
            }
            assertRoom(server);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void a_caller_who_reads_slowly_gets_all_answers() throws Exception {
        // More than fits into the buffers on the way, so that the server has to wait for the reader.
        int answers = 20;
        byte[] asked = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(answers).getBytes(StandardCharsets.US_ASCII);
        try (Server server = open(security -> security.slowest(Duration.ofSeconds(4)));
                Socket socket = new Socket()) {
            long length = Caller.of(server).get("/openapi.json").text().getBytes(StandardCharsets.UTF_8).length;
            socket.setReceiveBufferSize(65_536);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(asked);
            long read = 0;
            byte[] part = new byte[65_536];
            while (read < answers * length) {
                int now = socket.getInputStream().read(part);
                assertThat(now).as("after %s bytes", read).isPositive();
                read += now;
                // All of it takes about ten seconds.
                TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(10) * now / (answers * length));
            }
        }
    }

    @Test
    void a_stream_of_events_outlives_the_patience_for_requests() throws Exception {
        try (Server server = open(security -> security.slowest(Duration.ofSeconds(1)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write("GET /api/v1/events?from=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(status(head(socket.getInputStream()))).isEqualTo(200);
            Thread.sleep(4_000);
            assertThat(Caller.of(server).post("/processes", CLAIM).status()).isEqualTo(201);
            StringBuilder said = new StringBuilder();
            while (said.indexOf("claim") < 0) {
                int next = socket.getInputStream().read();
                assertThat(next).as("the stream goes on after %s", said).isNotNegative();
                said.append((char) next);
            }
        }
    }

    @Test
    void a_silent_connection_ends() throws Exception {
        try (Server server = open(security -> security.slowest(Duration.ofSeconds(1)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET /api/v1/live HT".getBytes(StandardCharsets.US_ASCII));
            head(socket.getInputStream());
            assertThat(socket.getInputStream().read()).isNegative();
        }
    }

    /** Sends a byte five times a second until the server has enough of it; returns how long that took. */
    private static Duration trickle(Server server, String begin) throws Exception {
        long began = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            out.write(begin.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(200);
            while (Duration.ofNanos(System.nanoTime() - began).compareTo(Duration.ofSeconds(20)) < 0) {
                out.write('1');
                try {
                    if (socket.getInputStream().read() < 0) {
                        break;
                    }
                } catch (java.net.SocketTimeoutException e) {
                    // It still waits.
                }
            }
        } catch (IOException e) {
            // It has closed.
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Test
    void there_are_no_more_connections_than_permitted() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (Server server = open(security -> security.connections(5).connectionsPerAddress(100))) {
            for (int i = 0; i < 8; i++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
            }
            assertThat(sockets.stream().filter(HostileTest::isAnswered)).hasSize(5);
            for (Socket socket : sockets) {
                socket.close();
            }
            assertRoom(server);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static boolean isAnswered(Socket socket) {
        try {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return head(socket.getInputStream()).startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            // The server has ended the connection.
            return false;
        }
    }

    /** Those that ended make room; the server needs a moment to see that they have. */
    private static void assertRoom(Server server) throws IOException {
        boolean room = false;
        while (!room) {
            try (Socket again = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                room = isAnswered(again);
            }
        }
    }

    @Test
    void one_address_leaves_places_for_others() throws Exception {
        List<Socket> greedy = new ArrayList<>();
        InetAddress here = InetAddress.getLoopbackAddress();
        try (Server server = open(security -> security.connections(10).connectionsPerAddress(4))) {
            for (int i = 0; i < 20; i++) {
                // Silent connections count as well.
                greedy.add(new Socket(here, server.port()));
            }
            try (Socket other = new Socket(here, server.port(), InetAddress.getByName("127.0.0.2"), 0)) {
                assertThat(isAnswered(other)).as("another address").isTrue();
            }
            assertThat(greedy.stream().filter(HostileTest::isAnswered)).as("the greedy address").hasSize(4);
            for (Socket socket : greedy) {
                socket.close();
            }
            assertRoom(server);
        } finally {
            for (Socket socket : greedy) {
                socket.close();
            }
        }
    }

    @Test
    void secrets_stand_in_no_log_no_history_no_error_and_no_file() throws Exception {
        List<String> logged = Collections.synchronizedList(new ArrayList<>());
        Logger root = Logger.getLogger("");
        Handler handler = new Handler() {
            private final SimpleFormatter form = new SimpleFormatter();

            @Override
            public void publish(LogRecord entry) {
                logged.add(form.format(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        Logger own = Logger.getLogger("io.millrace");
        own.setLevel(Level.ALL);
        root.addHandler(handler);
        List<String> secrets = new ArrayList<>();
        StringBuilder answers = new StringBuilder();
        try (Secured secured = secured(security -> security)) {
            secrets.add(secured.keys.add(ApiKey.Wanted.of("boss", "main", Role.ADMINISTRATOR)).secret());
            Caller boss = secured.nobody().as(secrets.getFirst());
            secrets.add(boss.post("/keys", Data.fields("name", "anna", "roles", List.of("participant"))).good().at("secret").text());
            Caller anna = secured.nobody().as(secrets.get(1));
            boss.post("/processes", CLAIM).good();
            boss.post("/cases", Data.fields("process", "claim")).good();
            String broken = "mk_0123456789ab_" + "Zq".repeat(21) + "Z";
            secrets.add(broken);
            for (Caller each : List.of(boss, anna, secured.nobody().as(broken), secured.nobody().with("Authorization", "Basic " + broken))) {
                for (String path : List.of("/me", "/cases", "/cases/1", "/cases/x", "/nothing", "/keys", "/audit", "/history", "/work?limit=0", "/health")) {
                    answers.append(each.get(path).text());
                }
                answers.append(each.send("POST", "/cases", "{").text());
                answers.append(each.send("POST", "/keys", "{\"name\":1}").text());
                answers.append(each.send("PATCH", "/cases", "{}").text());
            }
            boss.delete("/keys/anna");
            answers.append(anna.get("/me").text());
            answers.append(boss.get("/history?limit=1000").text()).append(boss.get("/audit?limit=1000").text());
        } finally {
            root.removeHandler(handler);
            own.setLevel(null);
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSizeGreaterThan(3);
        assertThat(logged).isNotEmpty();
        for (String secret : secrets) {
            // The first part is the id of the key, which may be shown.
            String hidden = secret.substring(16);
            assertThat(answers).doesNotContain(hidden);
            assertThat(logged).noneMatch(line -> line.contains(hidden));
            for (Path file : files) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(hidden);
            }
        }
    }
}
