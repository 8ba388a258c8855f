package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.HttpProblem;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Reply;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A desk at the engine of this process: calls endpoints as the listener does, and reports acts as the listener does. */
public final class OwnDesk implements Desk {
    /** The endpoints that desks call, by their ids. Safe for use by several threads. */
    public static final class Room {
        private final Map<String, Endpoint> endpoints;
        private final Listener.Watch watch;
        private final AtomicLong failures = new AtomicLong(1_000_000);

        public Room(List<Endpoint> endpoints, Listener.Watch watch) {
            this.endpoints = endpoints.stream().collect(Collectors.toUnmodifiableMap(Endpoint::id, endpoint -> endpoint));
            this.watch = watch;
        }

        /** A desk for somebody who asks from an address. */
        public Desk desk(Identity identity, String address) {
            return new OwnDesk(this, identity, address);
        }
    }

    private final Room room;
    private final Identity identity;
    private final String address;

    private OwnDesk(Room room, Identity identity, String address) {
        this.room = room;
        this.identity = identity;
        this.address = address;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public Reply ask(Call call) {
        Endpoint endpoint = room.endpoints.get(call.operation());
        if (endpoint == null) {
            throw new RefusedException(Code.NO_SUCH_ADDRESS.with(call.operation()));
        }
        Map<String, String> ids = new TreeMap<>();
        call.parameters().forEach((name, value) -> {
            if (endpoint.path().contains("{" + name + "}")) {
                ids.put(name, Brief.of(value));
            }
        });
        int status = 500;
        String code = null;
        try {
            Reply reply = answer(endpoint, call);
            status = status(reply);
            made(reply, ids);
            return reply;
        } catch (RefusedException e) {
            code = e.code().id();
            status = HttpProblem.status(e.code());
            throw e;
        } finally {
            room.watch.acted(new Listener.Act(endpoint, identity, address, ids, status, code));
        }
    }

    private Reply answer(Endpoint endpoint, Call call) {
        if (endpoint.access() != Access.OPEN) {
            identity.demand(endpoint.access());
        }
        try {
            return endpoint.action().answer(new Exchange(endpoint, parameters(call), call.headers(), content(endpoint, call), identity));
        } catch (RefusedException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw Exchange.bad(Brief.of(String.valueOf(e.getMessage())).replaceFirst("\\.$", ""));
        } catch (Exception | StackOverflowError e) {
            long number = room.failures.incrementAndGet();
            room.watch.failed(number, e);
            throw new RefusedException(Code.SERVER_FAILED.with(number), e);
        }
    }

    private static Map<String, List<String>> parameters(Call call) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        call.parameters().forEach((name, value) -> parameters.put(name, List.of(value)));
        return parameters;
    }

    private static byte[] content(Endpoint endpoint, Call call) {
        return endpoint.body() == null ? new byte[0] : call.body().json().getBytes(StandardCharsets.UTF_8);
    }

    private static int status(Reply reply) {
        return reply instanceof Reply.Json json ? json.status() : 200;
    }

    private static void made(Reply reply, Map<String, String> ids) {
        if (reply instanceof Reply.Json json && json.body().at("case") instanceof Data.Text made) {
            ids.put("case", Brief.of(made.value()));
        }
    }

    /** Whether an endpoint with this id is there, and who may call it; null if it is not there. */
    static @Nullable Access access(Room room, String operation) {
        Endpoint endpoint = room.endpoints.get(operation);
        return endpoint == null ? null : endpoint.access();
    }
}
