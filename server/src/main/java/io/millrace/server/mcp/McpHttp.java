package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Role;
import io.millrace.server.http.Route;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The protocol over HTTP (its transport "Streamable HTTP") at one address. A message comes with POST, and its answer is JSON, or a stream of
 * server-sent events if the client wants to hear of progress; DELETE ends a session. There is no stream outside of requests: the server has
 * nothing to say by itself, and answers GET with status 405, as the protocol has it.
 */
public final class McpHttp implements AutoCloseable {
    /** Where it is. */
    public static final String PATH = "/mcp";

    /** Where a client finds out who issues tokens for it (RFC 9728). */
    private static final String METADATA = "/.well-known/oauth-protected-resource";

    static final List<String> VERSIONS =
            List.of(ProtocolVersions.MCP_2025_03_26, ProtocolVersions.MCP_2025_06_18, ProtocolVersions.MCP_2025_11_25);

    private static final String SESSION = "mcp-session-id";
    private static final String VERSION = "mcp-protocol-version";
    private static final String TRACE = "traceparent";
    private static final String EVENTS = "text/event-stream";

    private final OwnDesk.Room room;
    private final McpSettings settings;
    private final boolean secure;
    private final @Nullable String issuer;
    private final Sessions sessions;
    private final Map<Set<Role>, McpStreamableServerSession.Factory> factories = new ConcurrentHashMap<>();

    /**
     * The address of a server.
     *
     * @param secure whether the server has a certificate
     * @param issuer who issues the tokens that the server takes, or null
     */
    public McpHttp(OwnDesk.Room room, McpSettings settings, boolean secure, @Nullable String issuer) {
        this.room = room;
        this.settings = settings;
        this.secure = secure;
        this.issuer = issuer;
        this.sessions = new Sessions(settings, System::nanoTime);
    }

    /** What the server has to route; nothing if it is off. */
    public List<Route> routes() {
        if (!settings.on()) {
            return List.of();
        }
        List<Route> routes = new ArrayList<>(List.of(
                new Route("POST", PATH, Access.ANYBODY, this::message),
                new Route("DELETE", PATH, Access.ANYBODY, visit -> {
                    sessions.end(visit.headers().get(SESSION), visit.identity());
                    return Reply.done();
                })));
        String known = issuer;
        if (known != null) {
            routes.add(new Route("GET", METADATA, Access.OPEN, visit -> metadata(visit, known)));
            routes.add(new Route("GET", METADATA + PATH, Access.OPEN, visit -> metadata(visit, known)));
        }
        return routes;
    }

    private Reply metadata(Route.Visit visit, String known) {
        String own = (secure ? "https://" : "http://") + visit.headers().getOrDefault("host", "localhost") + PATH;
        return Reply.ok(Data.fields(
                "resource", settings.address() == null ? own : settings.address(),
                "authorization_servers", List.of(known),
                "bearer_methods_supported", List.of("header"),
                "resource_name", "Millrace"));
    }

    /** How many sessions there are. */
    public int sessions() {
        return sessions.count();
    }

    @Override
    public void close() {
        sessions.close();
    }

    private Reply message(Route.Visit visit) {
        if (!visit.type().equalsIgnoreCase(Endpoint.JSON)) {
            throw new RefusedException(
                    Code.WRONG_MEDIA_TYPE.with(visit.type().isEmpty() ? "no media type" : Brief.of(visit.type()), Endpoint.JSON));
        }
        String version = visit.headers().get(VERSION);
        if (version != null && !VERSIONS.contains(version)) {
            throw new RefusedException(Code.UNKNOWN_PROTOCOL.with(Brief.of(version), String.join(", ", VERSIONS)));
        }
        Json.Message message = Json.message(visit.content());
        if (message.message() instanceof McpSchema.JSONRPCRequest request && request.method().equals(McpSchema.METHOD_INITIALIZE)) {
            return begin(request, visit.identity());
        }
        if (visit.headers().get(SESSION) == null) {
            throw Exchange.bad("the header Mcp-Session-Id is missing; 'initialize' gives one");
        }
        Sessions.Session session = sessions.find(visit.headers().get(SESSION), visit.identity());
        return switch (message.message()) {
            case McpSchema.JSONRPCRequest request -> answer(session, request, message.params(), visit);
            case McpSchema.JSONRPCNotification notification -> {
                if (notification.method().equals("notifications/cancelled")) {
                    session.cancel(Json.plain(message.params().at("requestId")));
                } else {
                    session.session().accept(notification).block();
                }
                yield accepted();
            }
            // The server asks its clients nothing, so that an answer belongs to no question.
            case McpSchema.JSONRPCResponse response -> throw new RefusedException(Code.NOT_A_MESSAGE.with("it answers a request that was not made"));
            default -> throw new RefusedException(Code.NOT_A_MESSAGE.with("it is of no known kind"));
        };
    }

    private static Reply accepted() {
        return new Reply.Bytes(202, Endpoint.JSON, new byte[0], Map.of());
    }

    private static Reply json(McpSchema.JSONRPCMessage message, Map<String, String> headers) {
        return new Reply.Bytes(200, Endpoint.JSON, Json.text(message).getBytes(StandardCharsets.UTF_8), headers);
    }

    // Sessions.

    private Reply begin(McpSchema.JSONRPCRequest request, Identity identity) {
        McpSchema.InitializeRequest wanted;
        try {
            wanted = Json.MAPPER.convertValue(request.params() == null ? Map.of() : request.params(), McpSchema.InitializeRequest.class);
        } catch (RuntimeException e) {
            throw new RefusedException(Code.NOT_A_MESSAGE.with("the parameters of 'initialize' have another form"), e);
        }
        if (wanted.protocolVersion() == null || wanted.capabilities() == null || wanted.clientInfo() == null) {
            throw new RefusedException(Code.NOT_A_MESSAGE.with("'initialize' has no protocolVersion, capabilities or clientInfo"));
        }
        var started = factories.computeIfAbsent(identity.roles(), McpHttp::factory).startSession(wanted);
        McpSchema.InitializeResult result = started.initResult().block();
        sessions.add(started.session(), identity);
        return json(new McpSchema.JSONRPCResponse("2.0", request.id(), result, null), Map.of("Mcp-Session-Id", started.session().getId()));
    }

    /** A server of the SDK for everybody of the same roles; what it gives away is only how to begin a session. */
    private static McpStreamableServerSession.Factory factory(Set<Role> roles) {
        Provider provider = new Provider();
        Toolbox.fill(McpServer.sync(provider), roles);
        return provider.factory();
    }

    private static final class Provider implements McpStreamableServerTransportProvider {
        private McpStreamableServerSession.@Nullable Factory factory;

        McpStreamableServerSession.Factory factory() {
            if (factory == null) {
                throw new IllegalStateException("The SDK has not given a factory of sessions");
            }
            return factory;
        }

        @Override
        public void setSessionFactory(McpStreamableServerSession.Factory given) {
            this.factory = given;
        }

        @Override
        public Mono<Void> notifyClients(String method, Object params) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }

        @Override
        public List<String> protocolVersions() {
            return VERSIONS;
        }
    }

    // Requests.

    private Reply answer(Sessions.Session session, McpSchema.JSONRPCRequest request, Data params, Route.Visit visit) {
        session.demandPlace();
        String trace = visit.headers().get(TRACE);
        Desk desk = room.desk(visit.identity(), visit.address(), trace == null ? Map.of() : Map.of(TRACE, trace));
        McpSchema.JSONRPCResponse refusal = Toolbox.refusal(request, params, desk);
        if (refusal != null) {
            return json(refusal, Map.of());
        }
        boolean wantsProgress = !params.at("_meta").at("progressToken").isNothing()
                && visit.headers().getOrDefault("accept", "").contains(EVENTS);
        if (wantsProgress) {
            return new Reply.Stream(EVENTS, null, out -> run(session, request, params, desk, sent -> send(out, sent)));
        }
        List<McpSchema.JSONRPCMessage> answers = new ArrayList<>();
        run(session, request, params, desk, sent -> {
            if (sent instanceof McpSchema.JSONRPCResponse) {
                answers.add(sent);
            }
        });
        return json(answers.getFirst(), Map.of());
    }

    private static void run(
            Sessions.Session session, McpSchema.JSONRPCRequest request, Data params, Desk desk, Consumer<McpSchema.JSONRPCMessage> sink) {
        Course course = session.begin(request.id());
        try {
            session.session()
                    .responseStream(request, new Answering(sink))
                    .contextWrite(context -> context.put(McpTransportContext.KEY, Toolbox.context(desk, course, params)))
                    .block();
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException e) {
            // What our tools fail at, they say themselves.
            sink.accept(Json.unusable(request));
        } finally {
            session.end(request.id(), course);
        }
    }

    private static void send(OutputStream out, McpSchema.JSONRPCMessage message) {
        try {
            out.write(("event: message\ndata: " + Json.text(message) + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the SDK sends what belongs to one request. */
    private record Answering(Consumer<McpSchema.JSONRPCMessage> sink) implements McpStreamableServerTransport {
        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message, @Nullable String id) {
            return Mono.fromRunnable(() -> sink.accept(message));
        }

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return sendMessage(message, null);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return Json.MAPPER.convertValue(data, type);
        }
    }
}
