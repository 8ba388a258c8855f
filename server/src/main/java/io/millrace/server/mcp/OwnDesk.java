package io.millrace.server.mcp;

import io.millrace.data.Data;
import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Access;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Cancellation;
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
            return desk(identity, address, Map.of());
        }

        /**
         * The same.
         *
         * @param headers those that all operations get, such as the trace that they belong to
         */
        Desk desk(Identity identity, String address, Map<String, String> headers) {
            return new OwnDesk(this, identity, address, headers, new Cancellation());
        }
    }

    private final Room room;
    private final Identity identity;
    private final String address;
    private final Map<String, String> headers;

    private final Cancellation cancellation;

    private OwnDesk(Room room, Identity identity, String address, Map<String, String> headers, Cancellation cancellation) {
        this.cancellation = cancellation;
        this.room = room;
        this.identity = identity;
        this.address = address;
        this.headers = Map.copyOf(headers);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public Desk until(Cancellation given) {
        return new OwnDesk(room, identity, address, headers, given);
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
        long began = System.nanoTime();
        int status = 500;
        String code = null;
        try {
            Reply reply = answer(endpoint, call);
            status = reply.status();
            made(reply, ids);
            return reply;
        } catch (RefusedException e) {
            code = e.code().id();
            status = HttpProblem.status(e.code());
            throw e;
        } finally {
            room.watch.acted(new Listener.Act(endpoint.id(), endpoint.changes(), identity, address, ids, status, code));
            room.watch.answered(endpoint, identity, status, System.nanoTime() - began);
        }
    }

    @Override
    public void demand(String operation, Access access) {
        try {
            identity.demand(access);
        } catch (RefusedException e) {
            int status = HttpProblem.status(e.code());
            boolean changes = room.endpoints.containsKey(operation) && room.endpoints.get(operation).changes();
            room.watch.acted(new Listener.Act(operation, changes, identity, address, Map.of(), status, e.code().id()));
            throw e;
        }
    }

    private Reply answer(Endpoint endpoint, Call call) {
        if (endpoint.access() != Access.OPEN) {
            identity.demand(endpoint.access());
        }
        try {
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.putAll(call.headers());
            return endpoint.action().answer(new Exchange(endpoint, parameters(call), all, content(endpoint, call), identity, cancellation));
        } catch (RefusedException e) {
            throw e;
        } catch (StoreException e) {
            failed(e);
            throw new RefusedException(e.problem(), e);
        } catch (IllegalArgumentException e) {
            throw Exchange.bad(Brief.of(String.valueOf(e.getMessage())).replaceFirst("\\.$", ""));
        } catch (Exception | StackOverflowError e) {
            throw new RefusedException(failed(e), e);
        }
    }

    @Override
    public Problem failed(Throwable failure) {
        long number = room.failures.incrementAndGet();
        room.watch.failed(number, failure);
        return Code.SERVER_FAILED.with(number);
    }

    private static Map<String, List<String>> parameters(Call call) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        call.parameters().forEach((name, value) -> parameters.put(name, List.of(value)));
        return parameters;
    }

    private static byte[] content(Endpoint endpoint, Call call) {
        return endpoint.body() == null ? new byte[0] : call.body().json().getBytes(StandardCharsets.UTF_8);
    }

    private static void made(Reply reply, Map<String, String> ids) {
        if (reply instanceof Reply.Json json && json.body().at("case") instanceof Data.Text made) {
            ids.put("case", Brief.of(made.value()));
        }
    }
}
