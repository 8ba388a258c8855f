package io.millrace.server.http;

import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints on a socket. Everything that comes in is held against its endpoint before it is done; everything that goes wrong is answered
 * with problem+json.
 *
 * <p>A page of another site cannot make a browser act here: there are no cookies, what changes anything must be announced as JSON, for
 * which a browser first asks permission that is never given, and requests that name another origin or host are refused.
 */
public final class Listener implements AutoCloseable {
    private static final int HEADERS = 16_384;
    /** Bodies may take longer the larger they are; this is as slow as they may come. */
    private static final int LEAST_BYTES_PER_SECOND = 16_384;
    /** How much of a body is read although the request is refused, so that the connection can be used again. */
    private static final int UNWANTED = 65_536;
    private static final long LOOK_AGAIN = Duration.ofSeconds(5).toNanos();
    /** Parameters of paths that open something by themselves. */
    private static final Set<String> SECRETS = Set.of("token", "secret", "link");
    /** Fields of answers that say what was made. */
    private static final List<String> MADE = List.of("case", "process", "operation", "id");

    /**
     * Where and how to listen.
     *
     * @param hosts the names under which the server may be addressed; empty for any
     * @param tls the server's certificate, or null for plain HTTP
     * @param mostBytes how large a request may be
     * @param mostConnections how many there may be at once
     * @param slowest how long a request may take to arrive
     */
    public record Settings(
            String host, int port, Set<String> hosts, @Nullable Tls tls, int mostBytes, int mostConnections, Duration slowest) {}

    /**
     * A request that is over.
     *
     * @param identity who made it, or null if that is not known
     * @param ids those in the path and in the answer, without what opens something by itself
     * @param code of the problem, or null if there was none
     */
    public record Act(Endpoint endpoint, @Nullable Identity identity, String address, Map<String, String> ids, int status, @Nullable String code) {}

    /** Is told what was asked, and what went wrong. */
    public interface Watch {
        /** A request is over. */
        void answered(Endpoint endpoint, Identity identity, int status, long nanos);

        /** A request is over, also one of somebody unknown. */
        default void acted(Act act) {}

        /** Something failed that should not; the number stands in the answer. */
        void failed(long number, Throwable failure);
    }

    /** Serves what is no endpoint: the pages. */
    @FunctionalInterface
    public interface Pages {
        /** What lies at a path, or null. */
        @Nullable Reply page(String path);
    }

    private final Settings settings;
    private final Guard guard;
    private final Watch watch;
    private final AtomicLong failures = new AtomicLong();
    private final WebServer server;

    /** Opens the socket. */
    public Listener(
            Settings settings, String prefix, List<Endpoint> endpoints, List<Route> routes, Guard guard, Pages pages, Watch watch) {
        this.settings = settings;
        this.guard = guard;
        this.watch = watch;
        HttpRouting.Builder routing = HttpRouting.builder();
        routing.addFilter((chain, request, response) -> {
            try {
                guard.admit(request.remotePeer().host());
            } catch (TooManyRequests e) {
                drain(request, response);
                fail(response, e);
                return;
            }
            if (request.prologue().method().text().equals("CONNECT")) {
                // It has no path by which it could be routed.
                refuse(response, Code.WRONG_METHOD.with("the server", "CONNECT", "GET, POST, PUT and DELETE"));
            } else {
                chain.proceed();
            }
        });
        Map<String, TreeSet<String>> methods = new LinkedHashMap<>();
        for (Endpoint endpoint : endpoints) {
            String path = prefix + endpoint.path();
            methods.computeIfAbsent(path, key -> new TreeSet<>()).add(endpoint.method());
            routing.route(Method.create(endpoint.method()), path, (request, response) -> serve(endpoint, request, response));
        }
        for (Route route : routes) {
            methods.computeIfAbsent(route.path(), key -> new TreeSet<>()).add(route.method());
            routing.route(Method.create(route.method()), route.path(), (request, response) -> serve(route, request, response));
        }
        methods.forEach((path, known) -> routing.any(path, (request, response) -> {
            String allowed = String.join(", ", known);
            response.header(HeaderNames.ALLOW, allowed);
            refuse(response, Code.WRONG_METHOD.with(shown(request), request.prologue().method().text(), allowed));
        }));
        routing.any((request, response) -> unknown(pages, request, response));
        routing.error(Throwable.class, (request, response, failure) -> fail(response, failure));
        this.server = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .maxPayloadSize(settings.mostBytes())
                .idleConnectionTimeout(Patience.IDLE)
                .shutdownHook(false)
                .maxTcpConnections(settings.mostConnections())
                .connectionOptions(Patience.options(settings.slowest()))
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new Patience(
                        settings.slowest(), Http1Config.builder().maxHeadersSize(HEADERS).maxPrologueLength(HEADERS)))
                .directHandlers(direct())
                .update(builder -> {
                    if (settings.tls() != null) {
                        builder.tls(settings.tls());
                    }
                })
                .routing(routing)
                .build()
                .start();
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** What Helidon refuses before there is an endpoint. */
    private static DirectHandlers direct() {
        DirectHandler handler = (request, type, status, headers, message) -> {
            // What our own code throws does not come here; what Helidon fails at before that is the request's fault.
            Status answered = status.code() >= 500 ? Status.BAD_REQUEST_400 : status;
            int code = answered.code();
            Problem problem = code == 413
                    ? Code.BODY_TOO_LARGE.with("the server takes")
                    : Code.BAD_REQUEST.with("it is not a request that HTTP knows");
            return DirectHandler.TransportResponse.builder()
                    .status(answered)
                    .headers(headers)
                    .header(HeaderNames.create("X-Content-Type-Options"), "nosniff")
                    .header(HeaderNames.CACHE_CONTROL, "no-store")
                    .header(HeaderNames.CONTENT_TYPE, HttpProblem.TYPE)
                    .entity(HttpProblem.body(problem, code).json())
                    .build();
        };
        DirectHandlers.Builder all = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            all.addHandler(type, handler);
        }
        return all.build();
    }

    private void unknown(Pages pages, ServerRequest request, ServerResponse response) {
        try {
            checkHost(request);
            Reply page = request.prologue().method().equals(Method.GET) ? pages.page(request.path().path()) : null;
            if (page == null) {
                refuse(response, Code.NO_SUCH_ADDRESS.with(shown(request)));
            } else {
                send(response, page, () -> {});
            }
        } catch (RefusedException e) {
            refuse(response, e.problem());
        }
    }

    private void serve(Endpoint endpoint, ServerRequest request, ServerResponse response) {
        long began = System.nanoTime();
        Identity identity = null;
        String code = null;
        Map<String, String> ids = new TreeMap<>();
        String address = request.remotePeer().host();
        try {
            checkHost(request);
            Map<String, String> headers = headers(request);
            for (String name : request.path().pathParameters().names()) {
                ids.put(name, SECRETS.contains(name) ? "…" : Brief.of(request.path().pathParameters().get(name)));
            }
            identity = known(endpoint.access(), request, headers);
            if (endpoint.access() != Access.OPEN) {
                identity.demand(endpoint.access());
            }
            checkContent(endpoint, request);
            Exchange exchange = new Exchange(endpoint, parameters(request), headers, content(request), identity);
            Reply reply = endpoint.action().answer(exchange);
            addMade(reply, ids);
            send(response, Tags.checked(endpoint, exchange, reply), () -> known(endpoint.access(), request, headers).demand(endpoint.access()));
        } catch (Exception | StackOverflowError e) {
            drain(request, response);
            code = fail(response, e);
        } finally {
            watch.acted(new Act(endpoint, identity, address, ids, response.status().code(), code));
            if (identity != null) {
                watch.answered(endpoint, identity, response.status().code(), System.nanoTime() - began);
            }
        }
    }

    private void serve(Route route, ServerRequest request, ServerResponse response) {
        try {
            checkHost(request);
            Map<String, String> headers = headers(request);
            Identity identity = known(route.access(), request, headers);
            if (route.access() != Access.OPEN) {
                identity.demand(route.access());
            }
            Reply reply = route.action()
                    .answer(new Route.Visit(parameters(request), headers, content(request), identity, request.remotePeer().host()));
            send(response, reply, () -> known(route.access(), request, headers).demand(route.access()));
        } catch (Exception | StackOverflowError e) {
            drain(request, response);
            fail(response, e);
        }
    }

    private Identity known(Access access, ServerRequest request, Map<String, String> headers) {
        return access == Access.OPEN
                ? new Identity(null, "main", Set.of(), null)
                : guard.identify(new Guard.Caller(headers, request.remotePeer().host()));
    }

    private static void addMade(Reply reply, Map<String, String> ids) {
        if (reply instanceof Reply.Json json && (json.status() == 201 || json.status() == 202)) {
            for (String field : MADE) {
                if (json.body().at(field) instanceof Data.Text made) {
                    ids.put(field, Brief.of(made.value()));
                }
            }
        }
    }

    /** Reads what is left of the body of a request that is refused, if that is little; otherwise the connection ends with the answer. */
    private void drain(ServerRequest request, ServerResponse response) {
        if (response.isSent() || !request.content().hasEntity() || request.content().consumed()) {
            return;
        }
        boolean empty = false;
        if (!request.headers().contains(HeaderNames.EXPECT)) {
            try {
                empty = read(request, UNWANTED, settings.slowest()) != null;
            } catch (IOException | RuntimeException e) {
                // The connection ends.
            }
        }
        if (!empty) {
            response.header(HeaderNames.CONNECTION, "close");
        }
    }

    /** A name that leads here without the server's knowledge, and a page of another site, are refused. */
    private void checkHost(ServerRequest request) {
        String host = request.authority().replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
        if (!settings.hosts().isEmpty() && !settings.hosts().contains(host)) {
            throw Exchange.bad("this server is not called '" + Brief.of(host) + "'");
        }
        request.headers().first(HeaderNames.ORIGIN).ifPresent(origin -> {
            if (!origin.replaceFirst("^https?://", "").equalsIgnoreCase(request.authority())) {
                throw Exchange.bad("a page of '" + Brief.of(origin) + "' may not use this server");
            }
        });
    }

    private static void checkContent(Endpoint endpoint, ServerRequest request) {
        if (!endpoint.changes()) {
            return;
        }
        String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        String taken = endpoint.consumes();
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(taken) && !taken.equals("*/*")) {
            throw new RefusedException(Code.WRONG_MEDIA_TYPE.with(type.isEmpty() ? "no media type" : Brief.of(type), taken));
        }
    }

    private static Map<String, String> headers(ServerRequest request) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : request.headers()) {
            headers.put(header.name().toLowerCase(Locale.ROOT), header.values());
        }
        return headers;
    }

    private static Map<String, List<String>> parameters(ServerRequest request) {
        Map<String, List<String>> parameters = new HashMap<>(request.query().toMap());
        for (String name : request.path().pathParameters().names()) {
            if (parameters.put(name, List.of(request.path().pathParameters().get(name))) != null) {
                throw Exchange.bad("parameter '" + name + "' belongs into the path");
            }
        }
        return parameters;
    }

    private byte[] content(ServerRequest request) throws IOException {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        byte[] content = read(request, settings.mostBytes(), settings.slowest());
        if (content == null) {
            throw new RefusedException(Code.BODY_TOO_LARGE.with(settings.mostBytes()));
        }
        return content;
    }

    /** A body; null if it is larger than a limit. */
    private static byte @Nullable [] read(ServerRequest request, int most, Duration slowest) throws IOException {
        long began = System.nanoTime();
        InputStream in = request.content().inputStream();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[8_192];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
            all.write(part, 0, read);
            if (all.size() > most) {
                return null;
            }
            long allowed = slowest.toMillis() + all.size() * 1_000L / LEAST_BYTES_PER_SECOND;
            if (System.nanoTime() - began > allowed * 1_000_000) {
                throw new RefusedException(Code.TOO_SLOW.with(allowed / 1_000));
            }
        }
        in.close();
        return all.toByteArray();
    }

    /** Asks again and again whether somebody who is sent a stream may still have it. */
    private static final class Permitted extends FilterOutputStream {
        private final Runnable permission;
        private long looked = System.nanoTime();

        Permitted(OutputStream out, Runnable permission) {
            super(out);
            this.permission = permission;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (System.nanoTime() - looked > LOOK_AGAIN) {
                try {
                    permission.run();
                } catch (RefusedException e) {
                    throw new IOException(e);
                } catch (TooManyRequests e) {
                    // They may have it, and make other requests.
                }
                looked = System.nanoTime();
            }
            out.write(bytes, from, length);
        }
    }

    private void send(ServerResponse response, Reply reply, Runnable permission) {
        secure(response);
        switch (reply) {
            case Reply.Json json -> {
                json.headers().forEach(response::header);
                response.status(json.status());
                if (json.status() == 204 || json.status() == 304) {
                    response.send();
                } else {
                    response.header(HeaderNames.CONTENT_TYPE, Endpoint.JSON);
                    response.send(json.body().json().getBytes(StandardCharsets.UTF_8));
                }
            }
            case Reply.Bytes bytes -> {
                response.status(bytes.status());
                response.header(HeaderNames.CONTENT_TYPE, bytes.type());
                bytes.headers().forEach(response::header);
                response.send(bytes.content());
            }
            case Reply.Stream stream -> {
                response.header(HeaderNames.CONTENT_TYPE, stream.type());
                stream.headers().forEach(response::header);
                if (stream.name() != null) {
                    response.header("Content-Disposition", attachment(stream.name()));
                }
                try (OutputStream out = new Permitted(response.outputStream(), permission)) {
                    stream.writer().write(out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** A browser saves what comes under this name; it may be any text, and cannot add to the header. */
    private static String attachment(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._ -]", "_");
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
        return "attachment; filename=\"" + plain + "\"" + (plain.equals(name) ? "" : "; filename*=UTF-8''" + encoded);
    }

    private void secure(ServerResponse response) {
        if (settings.tls() != null) {
            response.header("Strict-Transport-Security", "max-age=31536000");
        }
        response.header("X-Content-Type-Options", "nosniff");
        response.header("Cache-Control", "no-store");
        response.header("Referrer-Policy", "no-referrer");
        response.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.header("Cross-Origin-Resource-Policy", "same-origin");
    }

    /** Answers with a problem; returns its code. */
    private String refuse(ServerResponse response, Problem problem) {
        int status = HttpProblem.status(problem.code());
        if (response.isSent()) {
            return problem.code().id();
        }
        secure(response);
        if (status == 401) {
            response.header("WWW-Authenticate", "Bearer");
        }
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, HttpProblem.TYPE);
        response.send(HttpProblem.body(problem, status).json().getBytes(StandardCharsets.UTF_8));
        return problem.code().id();
    }

    private @Nullable String fail(ServerResponse response, Throwable failure) {
        return switch (failure) {
            case RefusedException refused -> refuse(response, refused.problem());
            case TooManyRequests tooMany -> {
                if (!response.isSent()) {
                    response.header("Retry-After", Long.toString(tooMany.seconds()));
                }
                yield refuse(response, tooMany.problem());
            }
            case io.helidon.http.RequestException wrong when wrong.status().equals(Status.REQUEST_ENTITY_TOO_LARGE_413) ->
                refuse(response, Code.BODY_TOO_LARGE.with(settings.mostBytes()));
            case io.helidon.http.RequestException wrong -> refuse(response, Code.BAD_REQUEST.with("it is not a request that HTTP knows"));
            case IllegalArgumentException wrong when wrong.getMessage() != null ->
                refuse(response, Code.BAD_REQUEST.with(wrong.getMessage().replaceFirst("\\.$", "")));
            // The caller has gone, or is too slow: there is nobody to answer.
            case UncheckedIOException gone -> null;
            case IOException gone -> null;
            default -> {
                long number = failures.incrementAndGet();
                watch.failed(number, failure);
                yield refuse(response, Code.SERVER_FAILED.with(number));
            }
        };
    }

    private static String shown(ServerRequest request) {
        return Brief.of(request.path().path());
    }

    /** Takes no new requests, lets those that run come to their end for a while, and closes the socket. */
    @Override
    public void close() {
        server.stop();
    }
}
