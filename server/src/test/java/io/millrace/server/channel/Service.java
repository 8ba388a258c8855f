package io.millrace.server.channel;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.data.Data;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** A real HTTP service on the loopback address. */
public final class Service implements AutoCloseable {
    /** A request that came in. */
    public record Seen(String method, String path, Map<String, String> headers, byte[] body) {
        public Data data() {
            return Data.parse(new String(body, StandardCharsets.UTF_8));
        }
    }

    /** Answers a request. */
    @FunctionalInterface
    public interface Answers {
        void answer(HttpExchange exchange, Seen seen) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    public final List<Seen> all = new CopyOnWriteArrayList<>();
    public final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    public volatile Answers answers = (exchange, request) -> json(exchange, 200, "{}");

    public Service() throws IOException {
        this(0);
    }

    public Service(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join("|", values)));
            Seen request = new Seen(
                    exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, exchange.getRequestBody().readAllBytes());
            all.add(request);
            seen.add(request);
            try {
                answers.answer(exchange, request);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                exchange.close();
            }
        });
        server.start();
    }

    public static void json(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String address() {
        return "http://127.0.0.1:" + port();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
