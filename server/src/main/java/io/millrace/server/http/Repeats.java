package io.millrace.server.http;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Does once what is asked again under the same request id, where the engine does not see to that: what only the server knows of, such as API
 * keys, backups and simulations. The answers are kept in memory, not longer than an hour, since some hold a secret. A request that failed has
 * done nothing, so its repeat is carried out. Safe for use by several threads.
 */
final class Repeats {
    private static final int MOST = 1_000;
    private static final long KEPT = Duration.ofHours(1).toNanos();

    private record Name(Identity identity, String request) {}

    private static final class First {
        final String content;
        final long nanos = System.nanoTime();
        /** Empty if the request failed. */
        final CompletableFuture<Optional<Reply>> reply = new CompletableFuture<>();

        First(String content) {
            this.content = content;
        }
    }

    /** The oldest first. */
    private final Map<Name, First> known = new LinkedHashMap<>();

    Reply once(Exchange exchange, Endpoint.Action action) throws Exception {
        Optional<String> request = exchange.header(Exchange.REQUEST_ID);
        if (request.isEmpty()) {
            return action.answer(exchange);
        }
        if (request.get().isBlank()) {
            // Two callers who leave it empty do not mean the same request.
            throw Exchange.bad("the header Idempotency-Key is empty");
        }
        Name name = new Name(exchange.identity(), request.get());
        First own = new First(exchange.fingerprint());
        while (true) {
            First first = register(name, own);
            if (first == own) {
                return carryOut(name, own, exchange, action);
            }
            if (!first.content.equals(own.content)) {
                throw new RefusedException(Code.REQUEST_REUSED.with(Brief.of(request.get())));
            }
            Optional<Reply> reply = first.reply.get();
            if (reply.isPresent()) {
                return reply.get();
            }
        }
    }

    private Reply carryOut(Name name, First own, Exchange exchange, Endpoint.Action action) throws Exception {
        Optional<Reply> reply = Optional.empty();
        try {
            reply = Optional.of(action.answer(exchange));
            return reply.get();
        } finally {
            if (reply.isEmpty()) {
                forget(name, own);
            }
            own.reply.complete(reply);
        }
    }

    private synchronized First register(Name name, First own) {
        First known = this.known.putIfAbsent(name, own);
        Iterator<First> oldest = this.known.values().iterator();
        while (oldest.hasNext()) {
            First each = oldest.next();
            boolean old = this.known.size() > MOST || own.nanos - each.nanos > KEPT;
            if (!old) {
                break;
            }
            // One that still runs is kept: who repeats it now must wait for it.
            if (each.reply.isDone()) {
                oldest.remove();
            }
        }
        return known == null ? own : known;
    }

    private synchronized void forget(Name name, First own) {
        known.remove(name, own);
    }
}
