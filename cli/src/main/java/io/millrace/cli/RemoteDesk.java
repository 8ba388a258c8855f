package io.millrace.cli;

import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.server.api.Backend;
import io.millrace.server.api.Endpoints;
import io.millrace.server.http.Access;
import io.millrace.server.http.Cancellation;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Role;
import io.millrace.server.mcp.Desk;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A desk at the engine of a server: sends the operations that the server's document describes. */
final class RemoteDesk implements Desk {
    private record Operation(String method, String path, boolean json) {}

    private final MillraceClient client;
    private final Screen screen;
    private final Map<String, Operation> operations;
    private final Identity identity;
    private final Cancellation cancellation;

    RemoteDesk(MillraceClient client, Screen screen) {
        this.client = client;
        this.screen = screen;
        this.operations = new HashMap<>();
        this.cancellation = new Cancellation();
        try {
            this.identity = identity(client.get("/me"));
            read(client.get("/openapi.json"));
        } catch (DataException | ClassCastException | IndexOutOfBoundsException e) {
            throw new RefusedException(Code.SERVER_STRANGE.with(client.server(), "its answers have another form"), e);
        }
    }

    private RemoteDesk(MillraceClient client, Screen screen, Map<String, Operation> operations, Identity identity, Cancellation cancellation) {
        this.client = client;
        this.screen = screen;
        this.operations = operations;
        this.identity = identity;
        this.cancellation = cancellation;
    }

    private static Identity identity(Data me) {
        return new Identity(
                text(me, "name"),
                me.at("tenant").text(),
                me.at("roles").asList(String.class).stream().map(Role::of).flatMap(Optional::stream).collect(Collectors.toSet()),
                text(me, "onBehalfOf"));
    }

    private void read(Data document) {
        ((Data.Fields) document.at("paths")).asMap().forEach((path, methods) -> ((Data.Fields) methods).asMap().forEach(
                (method, operation) -> operations.put(
                        operation.at("operationId").text(),
                        new Operation(method.toUpperCase(Locale.ROOT), path.substring(Endpoints.PREFIX.length()), isJson(operation)))));
    }

    private static @Nullable String text(Data data, String name) {
        return data.at(name).isNothing() ? null : data.at(name).text();
    }

    private static boolean isJson(Data operation) {
        return ((Data.Fields) operation.at("responses"))
                .asMap().values().stream().anyMatch(response -> response.at("content").has("application/json"));
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public Problem failed(Throwable failure) {
        screen.complain("Failed: " + failure);
        return Code.SERVER_FAILED.with("'mill mcp', on standard error");
    }

    @Override
    public Desk until(Cancellation given) {
        return new RemoteDesk(client, screen, operations, identity, given);
    }

    /** What is refused here never reaches the server, so that its log does not show it. */
    @Override
    public void demand(String operation, Access access) {
        identity.demand(access);
    }

    /** Waits for the server on a thread of its own, which a cancellation interrupts: the line to the server ends with that. */
    @Override
    public Reply ask(Call call) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Thread asking = Thread.ofVirtual().name("asking").start(() -> {
            try {
                reply.complete(answer(call));
            } catch (Throwable e) {
                reply.completeExceptionally(e);
            }
        });
        Runnable stop = () -> {
            reply.completeExceptionally(Cancellation.refusal());
            asking.interrupt();
        };
        try {
            return cancellation.during(stop, reply::join);
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("Waiting for an answer throws nothing else", e);
        }
    }

    private Reply answer(Call call) {
        Operation operation = operations.get(call.operation());
        if (operation == null) {
            throw new RefusedException(Code.SERVER_STRANGE.with(client.server(), "it does not know the operation " + call.operation()));
        }
        Map<String, String> rest = new LinkedHashMap<>(call.parameters());
        String path = operation.path();
        for (Map.Entry<String, String> parameter : call.parameters().entrySet()) {
            String place = "{" + parameter.getKey() + "}";
            if (path.contains(place)) {
                path = path.replace(place, encoded(parameter.getValue()));
                rest.remove(parameter.getKey());
            }
        }
        String query = rest.entrySet().stream().map(each -> each.getKey() + "=" + encoded(each.getValue())).collect(Collectors.joining("&"));
        String address = query.isEmpty() ? path : path + "?" + query;
        if (!operation.json()) {
            return new Reply.Bytes("text/plain", client.text(address).getBytes(StandardCharsets.UTF_8));
        }
        if (operation.method().equals("GET")) {
            return Reply.ok(client.get(address));
        }
        return Reply.ok(with(call).send(operation.method(), address, call.body()));
    }

    private MillraceClient with(Call call) {
        MillraceClient asked = client;
        String request = call.headers().get(Exchange.REQUEST_ID);
        asked = request == null ? asked : asked.request(line(call, request));
        String reason = call.headers().get(Backend.REASON);
        return reason == null ? asked : asked.because(line(call, reason));
    }

    /** A header of HTTP has no other characters. */
    private static String line(Call call, String text) {
        if (!text.codePoints().allMatch(point -> point >= ' ' && point < 127)) {
            throw new RefusedException(Code.BAD_ARGUMENTS.with(
                    call.operation(), "over a server, idempotencyKey and because must be ASCII, and '" + text + "' is not"));
        }
        return text;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
