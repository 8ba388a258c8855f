package io.millrace.server.channel.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.channel.Service;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client of calls against services that are slow, large, wrong or somewhere else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OutgoingTest {
    private static Outgoing.Request request(String url, Duration timeout) {
        return new Outgoing.Request("GET", URI.create(url), Map.of("X-One", "1"), new byte[0], timeout, 1_000);
    }

    private static Outgoing to(String prefix) {
        return new Outgoing(AllowList.NONE.and(prefix, List.of()));
    }

    /** Answers every connection with some bytes, and leaves it open for a while. */
    private static final class Raw implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());

        Raw(String answer, Duration betweenBytes) throws IOException {
            Thread.ofVirtual().start(() -> {
                while (!socket.isClosed()) {
                    try {
                        Socket one = socket.accept();
                        Thread.ofVirtual().start(() -> write(one, answer, betweenBytes));
                    } catch (IOException e) {
                        return;
                    }
                }
            });
        }

        private static void write(Socket socket, String answer, Duration between) {
            try (socket; OutputStream out = socket.getOutputStream()) {
                byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
                if (between.isZero()) {
                    out.write(bytes);
                    out.flush();
                    socket.shutdownOutput();
                } else {
                    for (byte each : bytes) {
                        out.write(each);
                        out.flush();
                        Thread.sleep(between);
                    }
                }
                socket.getInputStream().readAllBytes();
            } catch (IOException | InterruptedException e) {
                // The client has gone.
            }
        }

        String address() {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static String answer(String raw) throws IOException {
        try (Raw service = new Raw(raw, Duration.ZERO)) {
            return new String(to(service.address()).send(request(service.address(), Duration.ofSeconds(30))).body(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void answers_in_all_forms_of_http_are_read() throws Exception {
        assertThat(answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more")).isEqualTo("hello");
        assertThat(answer("HTTP/1.1 200\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nX: y\r\n\r\n")).isEqualTo("hello");
        assertThat(answer("HTTP/1.0 200 OK\r\n\r\nhello")).isEqualTo("hello");
        assertThat(answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")).isEqualTo("ok");
        assertThat(answer("HTTP/1.1 204 No Content\r\n\r\nnot a body")).isEmpty();
    }

    @Test
    void answers_that_are_none_are_failures() {
        for (String raw : List.of(
                "",
                "nonsense\r\n\r\n",
                "HTTP/1.1 abc\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nX: " + "y".repeat(20_000) + "\r\n\r\n",
                "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(500) + "\r\n")) {
            assertThatThrownBy(() -> answer(raw)).as(raw.substring(0, Math.min(40, raw.length()))).isInstanceOf(IOException.class);
        }
    }

    @Test
    void an_answer_is_no_larger_than_it_may_be() {
        for (String raw : List.of(
                "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 999999999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
                "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(2_000))) {
            assertThatThrownBy(() -> answer(raw)).isInstanceOf(Outgoing.TooLarge.class);
        }
    }

    @Test
    void a_service_that_answers_a_byte_at_a_time_is_left_at_the_time_limit() throws Exception {
        try (Raw service = new Raw("HTTP/1.1 200 OK\r\nX: " + "y".repeat(10_000), Duration.ofMillis(20))) {
            long began = System.nanoTime();
            assertThatThrownBy(() -> to(service.address()).send(request(service.address(), Duration.ofSeconds(2))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer within PT2S");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void a_redirect_is_an_answer_and_is_not_followed() throws Exception {
        try (Service inner = new Service(); Service outer = new Service()) {
            outer.answers = (exchange, seen) -> {
                exchange.getResponseHeaders().set("Location", inner.address() + "/secret");
                Service.json(exchange, 302, "");
            };
            assertThat(to(outer.address()).send(request(outer.address() + "/a", Duration.ofSeconds(30))).status()).isEqualTo(302);
            assertThat(inner.all).isEmpty();
        }
    }

    @Test
    void the_address_that_was_checked_is_the_one_that_is_connected_to() throws Exception {
        try (Service service = new Service()) {
            AtomicInteger asked = new AtomicInteger();
            // The name leads to an allowed address when it is checked, and to another one ever after.
            AllowList list = AllowList.NONE
                    .and("http://rebind.example.org:" + service.port() + "/", List.of("127.0.0.1/32"))
                    .names(host -> new InetAddress[] {
                        Network.literal(asked.incrementAndGet() == 1 ? "127.0.0.1" : "127.0.0.99")
                    });
            Outgoing outgoing = new Outgoing(list);
            String url = "http://rebind.example.org:" + service.port() + "/a?b=c";
            assertThat(outgoing.send(request(url, Duration.ofSeconds(30))).status()).isEqualTo(200);
            assertThat(asked).hasValue(1);
            assertThat(service.all.getFirst().headers()).containsEntry("Host", "rebind.example.org:" + service.port()).containsEntry("X-One", "1");
            assertThat(service.all.getFirst().path()).isEqualTo("/a?b=c");
            assertThatThrownBy(() -> outgoing.send(request(url, Duration.ofSeconds(30)))).hasMessageContaining("MR-8042");
            assertThat(service.all).hasSize(1);
        }
    }

    @Test
    void nothing_can_be_added_to_a_request_by_a_header() throws Exception {
        try (Service service = new Service()) {
            for (String value : List.of("a\r\nX-Evil: 1", "a\nb", "\u0000", "ä")) {
                Outgoing.Request request = new Outgoing.Request(
                        "GET", URI.create(service.address() + "/"), Map.of("X-One", value), new byte[0], Duration.ofSeconds(5), 10);
                assertThatThrownBy(() -> to(service.address()).send(request)).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(service.all).isEmpty();
        }
    }

    @Test
    void all_addresses_of_a_host_together_have_the_time_of_the_call() throws Exception {
        // A queue of one that is full: further connections are neither taken nor refused.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> waiting = new java.util.ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Socket each = new Socket();
                waiting.add(each);
                try {
                    each.connect(full.getLocalSocketAddress(), 200);
                } catch (IOException e) {
                    break;
                }
            }
            InetAddress[] many = new InetAddress[200];
            java.util.Arrays.fill(many, InetAddress.getLoopbackAddress());
            String url = "http://many.example:" + full.getLocalPort() + "/";
            Outgoing outgoing = new Outgoing(AllowList.NONE.and(url, List.of("127.0.0.0/8")).names(host -> many));
            long before = System.nanoTime();
            assertThatThrownBy(() -> outgoing.send(request(url, Duration.ofMillis(500)))).hasMessageContaining("no connection within PT0.5S");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            for (Socket each : waiting) {
                each.close();
            }
        }
    }
}
