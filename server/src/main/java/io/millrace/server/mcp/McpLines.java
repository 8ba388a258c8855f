package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The protocol over two streams (its transport "stdio"): one message a line. A line that is no message is answered with an error, and the
 * next one is read. Requests run side by side; the streams end when the client closes its side.
 */
public final class McpLines {
    private static final int LONGEST = 16 * 1024 * 1024;
    private static final int AT_ONCE = 32;
    /** How many may wait for their turn. Until then, what a client does not want any more is read. */
    private static final int WAITING = 1_000;

    private final Desk desk;
    private final InputStream in;
    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, Course> running = new ConcurrentHashMap<>();

    /** For somebody at a desk. */
    public McpLines(Desk desk, InputStream in, OutputStream out) {
        this.desk = desk;
        this.in = in;
        this.out = out;
    }

    /** Serves until the client closes its side. */
    public void serve() throws IOException {
        Line line = new Line();
        Toolbox.fill(McpServer.sync(line), desk.identity().roles());
        McpServerSession session = line.session();
        Semaphore places = new Semaphore(AT_ONCE);
        Semaphore waiting = new Semaphore(WAITING);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (byte[] next = read(); next != null; next = read()) {
                if (next.length > 0) {
                    take(session, next, places, waiting, threads);
                }
            }
            running.values().forEach(Course::cancel);
        }
        session.close();
    }

    private void take(McpServerSession session, byte[] content, Semaphore places, Semaphore waiting, ExecutorService threads) {
        Json.Message message;
        try {
            message = Json.message(content);
        } catch (RefusedException e) {
            write("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                    + Data.fields("code", McpSchema.ErrorCodes.INVALID_REQUEST, "message", e.problem().message()).json() + "}");
            return;
        }
        if (message.message() instanceof McpSchema.JSONRPCNotification notification
                && notification.method().equals("notifications/cancelled")) {
            Object id = Json.plain(message.params().at("requestId"));
            Course course = id == null ? null : running.get(id);
            if (course != null) {
                course.cancel();
            }
            return;
        }
        if (message.message() instanceof McpSchema.JSONRPCRequest request) {
            Course course = new Course();
            running.put(request.id(), course);
            waiting.acquireUninterruptibly();
            threads.execute(() -> {
                places.acquireUninterruptibly();
                try {
                    handle(session, message, course);
                } finally {
                    running.remove(request.id(), course);
                    places.release();
                    waiting.release();
                }
            });
        } else {
            handle(session, message, new Course());
        }
    }

    private void handle(McpServerSession session, Json.Message message, Course course) {
        if (message.message() instanceof McpSchema.JSONRPCRequest request) {
            McpSchema.JSONRPCResponse refusal = Toolbox.refusal(request, message.params(), desk);
            if (refusal != null) {
                write(Json.text(refusal));
                return;
            }
        }
        session.handle(message.message())
                .contextWrite(context -> context.put(McpTransportContext.KEY, Toolbox.context(desk, course, message.params())))
                .onErrorResume(failure -> {
                    if (message.message() instanceof McpSchema.JSONRPCRequest request) {
                        write(Json.text(Json.unusable(request)));
                    }
                    return Mono.empty();
                })
                .block();
    }

    /** A line without its end; null at the end of the stream. One that is too long comes as something that is no message. */
    private byte @Nullable [] read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n') {
            if (line.size() <= LONGEST) {
                line.write(next);
            }
            next = in.read();
        }
        byte[] all = line.size() > LONGEST ? new byte[] {'?'} : line.toByteArray();
        return all.length > 0 && all[all.length - 1] == '\r' ? Arrays.copyOf(all, all.length - 1) : all;
    }

    private void write(String message) {
        lock.lock();
        try {
            out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lock.unlock();
        }
    }

    private final class Line implements McpServerTransportProvider, McpServerTransport {
        private McpServerSession.@Nullable Factory factory;

        McpServerSession session() {
            if (factory == null) {
                throw new IllegalStateException("The SDK has not given a factory of sessions");
            }
            return factory.create(this);
        }

        @Override
        public void setSessionFactory(McpServerSession.Factory given) {
            this.factory = given;
        }

        @Override
        public Mono<Void> notifyClients(String method, Object params) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.fromRunnable(() -> write(Json.text(message)));
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return Json.MAPPER.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }

        @Override
        public void close() {}

        @Override
        public List<String> protocolVersions() {
            return List.of(
                    ProtocolVersions.MCP_2024_11_05,
                    ProtocolVersions.MCP_2025_03_26,
                    ProtocolVersions.MCP_2025_06_18,
                    ProtocolVersions.MCP_2025_11_25);
        }
    }
}
