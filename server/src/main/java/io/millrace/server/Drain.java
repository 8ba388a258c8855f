package io.millrace.server;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Route;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Counts the requests that run, so that a server that stops can wait for them, and takes no more of them then. */
final class Drain {
    private static final Duration TELL_EVERY = Duration.ofSeconds(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private int running;
    private boolean stopping;

    /** The same endpoints, counted. */
    List<Endpoint> over(List<Endpoint> endpoints) {
        return endpoints.stream().map(this::counted).toList();
    }

    /** The same routes, counted. */
    List<Route> overRoutes(List<Route> routes) {
        return routes.stream()
                .map(route -> new Route(route.method(), route.path(), route.access(), visit -> {
                    enter();
                    try {
                        return route.action().answer(visit);
                    } finally {
                        leave();
                    }
                }))
                .toList();
    }

    private Endpoint counted(Endpoint endpoint) {
        Endpoint.Action action = exchange -> {
            enter();
            try {
                return endpoint.action().answer(exchange);
            } finally {
                leave();
            }
        };
        return new Endpoint(
                endpoint.id(),
                endpoint.method(),
                endpoint.path(),
                endpoint.group(),
                endpoint.summary(),
                endpoint.access(),
                endpoint.parameters(),
                endpoint.body(),
                endpoint.answer(),
                endpoint.type(),
                endpoint.status(),
                action);
    }

    private void enter() {
        lock.lock();
        try {
            if (stopping) {
                throw new RefusedException(Code.SERVER_STOPS.with());
            }
            running++;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            running--;
            fewer.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many requests run now. */
    int running() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /** From now on every request is refused. */
    void begin() {
        lock.lock();
        try {
            stopping = true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no request runs, or until the time is over; tells now and then how many it waits for. */
    void await(Duration grace, Consumer<String> progress) {
        long left = grace.toNanos();
        lock.lock();
        try {
            while (running > 0 && left > 0) {
                progress.accept(running == 1 ? "1 request" : running + " requests");
                long slice = Math.min(left, TELL_EVERY.toNanos());
                long rest = slice;
                while (running > 0 && rest > 0) {
                    rest = fewer.awaitNanos(rest);
                }
                left -= slice - Math.max(0, rest);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
