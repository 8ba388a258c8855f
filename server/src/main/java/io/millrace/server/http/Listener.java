package io.millrace.server.http;

import io.helidon.common.buffers.DataReader;
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
import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
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
    /** Bodies and answers may take longer the larger they are; this is as slow as they may come, and be read. */
    static final int LEAST_BYTES_PER_SECOND = 16_384;
    /** How much of a body is read although the request is refused, so that the connection can be used again. */
    private static final int UNWANTED = 65_536;
    private static final long LOOK_AGAIN = Duration.ofSeconds(5).toNanos();
    private static final int GONE = 400;
    private static final Ending UNREPORTED = (status, code) -> {};
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
     * @param mostPerAddress how many of them one remote address may have
     * @param slowest how long a request may take to arrive, and a caller may read nothing of an answer
     */
    public record Settings(
            String host, int port, Set<String> hosts, @Nullable Tls tls, int mostBytes, int mostConnections, int mostPerAddress, Duration slowest) {}

    /**
     * What somebody asked for, and what became of it.
     *
     * @param operation what was asked for, by its name in the interface
     * @param changes whether it is something that changes anything
     * @param identity who asked, or null if that is not known
     * @param ids those in the path and in the answer, without what opens something by itself
     * @param code of the problem, or null if there was none
     */
    public record Act(
            String operation, boolean changes, @Nullable Identity identity, String address, Map<String, String> ids, int status, @Nullable String code) {
        public Act {
            ids = Collections.unmodifiableMap(new TreeMap<>(ids));
        }
    }

    /** Is told what was asked, and what went wrong. */
    public interface Watch {
        /** A request is over. */
        void answered(Endpoint endpoint, Identity identity, int status, long nanos);

        /** Something was done or refused, also to somebody unknown. Nobody has been told yet: what they ask next already sees it. */
        default void acted(Act act) {}

        /** Something failed that should not; the number stands in the answer. */
        void failed(long number, Throwable failure);
    }

    /** Serves what is no endpoint: the pages. */
    @FunctionalInterface
    public interface Pages {
        /**
         * What lies at a path, or null.
         *
         * @param headers by their names in small letters
         */
        @Nullable Reply page(String path, Map<String, String> headers);
    }

    private final Settings settings;
    private final Guard guard;
    private final Watch watch;
    private final AtomicLong failures = new AtomicLong();
    private final Doorkeeper doorkeeper;
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
                fail(request, response, e, UNREPORTED);
                return;
            }
            String ambiguous = ambiguousLength(request);
            if (ambiguous != null) {
                // Where this request ends, and the next begins, others on the way may see differently.
                response.header(HeaderNames.CONNECTION, "close");
                refuse(request, response, Code.BAD_REQUEST.with(ambiguous));
            } else if (request.prologue().method().text().equals("CONNECT")) {
                // It has no path by which it could be routed.
                refuse(request, response, Code.WRONG_METHOD.with("the server", "CONNECT", "GET, POST, PUT and DELETE"));
            } else if (request.prologue().uriPath().rawPath().indexOf(';') >= 0) {
                // What follows would be left out of the name that it belongs to.
                drain(request, response);
                refuse(request, response, Code.BAD_REQUEST.with("its path has a semicolon, which is written as %3B"));
            } else {
                chain.proceed();
            }
        });
        Map<String, TreeSet<String>> methods = new LinkedHashMap<>();
        for (Endpoint endpoint : endpoints) {
            String path = prefix + endpoint.path();
            TreeSet<String> known = methods.computeIfAbsent(path, key -> new TreeSet<>());
            known.add(endpoint.method());
            routing.route(Method.create(endpoint.method()), path, (request, response) -> serve(endpoint, request, response));
            if (!endpoint.changes()) {
                known.add(Method.HEAD.text());
                routing.route(Method.HEAD, path, (request, response) -> serve(endpoint, request, response));
            }
        }
        for (Route route : routes) {
            methods.computeIfAbsent(route.path(), key -> new TreeSet<>()).add(route.method());
            routing.route(Method.create(route.method()), route.path(), (request, response) -> serve(route, request, response));
        }
        methods.forEach((path, known) -> routing.any(path, (request, response) -> {
            String allowed = String.join(", ", known);
            response.header(HeaderNames.ALLOW, allowed);
            refuse(request, response, Code.WRONG_METHOD.with(shown(request), request.prologue().method().text(), allowed));
        }));
        routing.any((request, response) -> unknown(pages, request, response));
        routing.error(Throwable.class, (request, response, failure) -> fail(request, response, failure, UNREPORTED));
        this.doorkeeper = new Doorkeeper(settings.mostConnections(), settings.mostPerAddress(), settings.slowest());
        this.server = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .maxPayloadSize(2L * settings.mostBytes())
                .idleConnectionTimeout(Patience.IDLE)
                .shutdownHook(false)
                .connectionOptions(Patience.options(settings.slowest(), doorkeeper))
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new Patience(
                        settings.slowest(), doorkeeper, Http1Config.builder().maxHeadersSize(HEADERS).maxPrologueLength(HEADERS)))
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

    /** Why it is not certain where the body of a request ends; null if it is. */
    private static @Nullable String ambiguousLength(ServerRequest request) {
        if (!request.headers().contains(HeaderNames.CONTENT_LENGTH)) {
            return null;
        }
        List<String> lengths = request.headers().get(HeaderNames.CONTENT_LENGTH).allValues();
        if (request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
            return "it has both Content-Length and Transfer-Encoding";
        }
        return lengths.size() == 1 && lengths.getFirst().matches("\\d{1,18}") ? null : "its Content-Length is not one number";
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
            boolean reads = request.prologue().method().equals(Method.GET) || isHead(request);
            Reply page = reads ? pages.page(request.path().path(), headers(request)) : null;
            if (page == null) {
                refuse(request, response, Code.NO_SUCH_ADDRESS.with(shown(request)));
            } else {
                send(request, response, page, () -> {});
            }
        } catch (RefusedException e) {
            refuse(request, response, e.problem());
        }
    }

    /** One act. It is reported once, before the first byte of the answer goes out. */
    private final class Report {
        private final Endpoint endpoint;
        private final String address;
        private final Map<String, String> ids = new TreeMap<>();
        private @Nullable Identity identity;
        private boolean made;

        Report(Endpoint endpoint, ServerRequest request) {
            this.endpoint = endpoint;
            this.address = request.remotePeer().host();
        }

        void make(int status, @Nullable String code) {
            if (!made) {
                made = true;
                watch.acted(new Act(endpoint.id(), endpoint.changes(), identity, address, ids, status, code));
            }
        }
    }

    private void serve(Endpoint endpoint, ServerRequest request, ServerResponse response) {
        long began = System.nanoTime();
        Report report = new Report(endpoint, request);
        try {
            checkHost(request);
            Map<String, String> headers = headers(request);
            for (String name : request.path().pathParameters().names()) {
                report.ids.put(name, SECRETS.contains(name) ? "…" : Brief.of(request.path().pathParameters().get(name)));
            }
            Identity identity = known(endpoint.access(), request, headers);
            report.identity = identity;
            if (endpoint.access() != Access.OPEN) {
                identity.demand(endpoint.access());
            }
            checkContent(endpoint, request);
            Exchange exchange = new Exchange(endpoint, parameters(request), headers, content(request), identity);
            Reply reply = Tags.checked(endpoint, exchange, answered(() -> endpoint.action().answer(exchange)));
            addMade(reply, report.ids);
            report.make(reply.status(), null);
            send(request, response, reply, () -> known(endpoint.access(), request, headers).demand(endpoint.access()));
        } catch (Throwable e) {
            drain(request, response);
            fail(request, response, e, report::make);
        } finally {
            if (report.identity != null) {
                watch.answered(endpoint, report.identity, response.status().code(), System.nanoTime() - began);
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
            Route.Visit visit = new Route.Visit(parameters(request), headers, content(request), identity, request.remotePeer().host());
            Reply reply = answered(() -> route.action().answer(visit));
            send(request, response, reply, () -> known(route.access(), request, headers).demand(route.access()));
        } catch (Throwable e) {
            drain(request, response);
            fail(request, response, e, UNREPORTED);
        }
    }

    /** What an endpoint answers. If it cannot read or write a file, the server has failed: only with the caller's line the caller goes. */
    private static Reply answered(Callable<Reply> action) throws Exception {
        try {
            return action.call();
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalStateException("The server cannot read or write what it needs", e);
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
                empty = read(request, UNWANTED, UNWANTED, settings.slowest()) != null;
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
            String name = header.name().toLowerCase(Locale.ROOT);
            headers.put(name, HeaderText.read(name, header.values()));
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
        // What is too large by little is read to its end: who still sends when the connection ends does not hear why.
        byte[] content = read(request, settings.mostBytes(), 2L * settings.mostBytes(), settings.slowest());
        if (content == null) {
            throw new RefusedException(Code.BODY_TOO_LARGE.with(settings.mostBytes()));
        }
        return content;
    }

    /**
     * A body; null if it is larger than a limit.
     *
     * @param most what is kept at most
     * @param end how much is read at most
     */
    private static byte @Nullable [] read(ServerRequest request, int most, long end, Duration slowest) throws IOException {
        long began = System.nanoTime();
        InputStream in = request.content().inputStream();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[8_192];
        long size = 0;
        for (int read = next(in, part); read >= 0; read = next(in, part)) {
            size += read;
            if (size <= most) {
                all.write(part, 0, read);
            } else if (size > end) {
                return null;
            } else {
                all.reset();
            }
            long allowed = slowest.toMillis() + size * 1_000L / LEAST_BYTES_PER_SECOND;
            if (System.nanoTime() - began > allowed * 1_000_000) {
                throw new RefusedException(Code.TOO_SLOW.with(allowed / 1_000));
            }
        }
        in.close();
        return size <= most ? all.toByteArray() : null;
    }

    /** Helidon tells with an exception of its own that the caller closed the connection in the middle of the body. */
    private static int next(InputStream in, byte[] part) throws IOException {
        try {
            return in.read(part);
        } catch (DataReader.InsufficientDataAvailableException e) {
            throw new EOFException("The body ends before its time");
        }
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

    private void send(ServerRequest request, ServerResponse response, Reply reply, Runnable permission) {
        secure(response);
        switch (reply) {
            case Reply.Json json -> {
                json.headers().forEach(response::header);
                response.status(json.status());
                if (json.status() == 204 || json.status() == 304) {
                    response.send();
                } else {
                    response.header(HeaderNames.CONTENT_TYPE, Endpoint.JSON);
                    write(request, response, compressed(request, response, Endpoint.JSON, json.body().json().getBytes(StandardCharsets.UTF_8)));
                }
            }
            case Reply.Bytes bytes -> {
                response.status(bytes.status());
                response.header(HeaderNames.CONTENT_TYPE, bytes.type());
                bytes.headers().forEach(response::header);
                boolean done = bytes.headers().containsKey("Content-Encoding");
                write(request, response, done ? bytes.content() : compressed(request, response, bytes.type(), bytes.content()));
            }
            case Reply.Stream stream -> {
                response.header(HeaderNames.CONTENT_TYPE, stream.type());
                stream.headers().forEach(response::header);
                if (stream.name() != null) {
                    response.header("Content-Disposition", attachment(stream.name()));
                }
                if (isHead(request)) {
                    response.send();
                    return;
                }
                try (OutputStream out = new Permitted(response.outputStream(), permission)) {
                    stream.writer().write(out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /**
     * A large answer to somebody who only reads is compressed if they can take that. Its tag stays as it is: it names what the answer says,
     * and no part of an answer can be asked for that would have to fit to another one.
     */
    private static byte[] compressed(ServerRequest request, ServerResponse response, String type, byte[] content) {
        boolean reads = request.prologue().method().equals(Method.GET) || isHead(request);
        if (!reads || !Gzip.isWorth(type, content)) {
            return content;
        }
        response.header(HeaderNames.VARY, "Accept-Encoding");
        if (!Gzip.isAccepted(headers(request))) {
            return content;
        }
        response.header(HeaderNames.CONTENT_ENCODING, Gzip.NAME);
        return Gzip.fast(content);
    }

    private static boolean isHead(ServerRequest request) {
        return request.prologue().method().equals(Method.HEAD);
    }

    /** Sends a body, or only how long it is to somebody who asked for the head: they would take the body for the next answer. */
    private static void write(ServerRequest request, ServerResponse response, byte[] body) {
        if (isHead(request)) {
            response.contentLength(body.length);
            response.send();
        } else {
            response.send(body);
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

    /** Is told how a request ends before it does. */
    @FunctionalInterface
    private interface Ending {
        void as(int status, String code);
    }

    /** Answers with a problem that concerns no endpoint. */
    private void refuse(ServerRequest request, ServerResponse response, Problem problem) {
        refuse(request, response, problem, UNREPORTED);
    }

    private void refuse(ServerRequest request, ServerResponse response, Problem problem, Ending ending) {
        int status = HttpProblem.status(problem.code());
        ending.as(status, problem.code().id());
        if (response.isSent()) {
            return;
        }
        secure(response);
        if (status == 401) {
            response.header("WWW-Authenticate", "Bearer");
        }
        if (problem.code() == Code.BODY_TOO_LARGE || problem.code() == Code.TOO_SLOW) {
            // The body may go on.
            response.header(HeaderNames.CONNECTION, "close");
        }
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, HttpProblem.TYPE);
        write(request, response, HttpProblem.body(problem, status).json().getBytes(StandardCharsets.UTF_8));
    }

    private void fail(ServerRequest request, ServerResponse response, Throwable failure, Ending ending) {
        switch (failure) {
            // A stream that has begun can only be cut off: the log says why.
            case RuntimeException cut when response.isSent() && !(cut instanceof UncheckedIOException) -> failed(request, response, cut, ending);
            case RefusedException refused -> refuse(request, response, refused.problem(), ending);
            case StoreException store -> {
                // The answer says what it is; the log says where it came from.
                watch.failed(failures.incrementAndGet(), store);
                refuse(request, response, store.problem(), ending);
            }
            case TooManyRequests tooMany -> {
                if (!response.isSent()) {
                    response.header("Retry-After", Long.toString(tooMany.seconds()));
                }
                refuse(request, response, tooMany.problem(), ending);
            }
            case io.helidon.http.RequestException wrong when wrong.status().equals(Status.REQUEST_ENTITY_TOO_LARGE_413) ->
                refuse(request, response, Code.BODY_TOO_LARGE.with(settings.mostBytes()), ending);
            case io.helidon.http.RequestException wrong ->
                refuse(request, response, Code.BAD_REQUEST.with("it is not a request that HTTP knows"), ending);
            case IllegalArgumentException wrong when wrong.getMessage() != null ->
                refuse(request, response, Code.BAD_REQUEST.with(wrong.getMessage().replaceFirst("\\.$", "")), ending);
            // The caller has gone, or is too slow: there is nobody to answer. If the request did not come in whole, nothing was done.
            case UncheckedIOException gone -> ending.as(GONE, Code.BAD_REQUEST.id());
            case IOException gone -> ending.as(GONE, Code.BAD_REQUEST.id());
            default -> failed(request, response, failure, ending);
        }
    }

    private void failed(ServerRequest request, ServerResponse response, Throwable failure, Ending ending) {
        long number = failures.incrementAndGet();
        watch.failed(number, failure);
        refuse(request, response, Code.SERVER_FAILED.with(number), ending);
    }

    private static String shown(ServerRequest request) {
        return Brief.of(request.path().path());
    }

    /** Takes no new requests, lets those that run come to their end for a while, and closes the socket. */
    @Override
    public void close() {
        server.stop();
        doorkeeper.close();
    }
}
