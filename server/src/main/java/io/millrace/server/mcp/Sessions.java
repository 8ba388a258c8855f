package io.millrace.server.mcp;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Identity;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sessions of all clients. A session belongs to the identity that began it; to others it looks as if it were not there. */
final class Sessions {
    /** One of them. */
    static final class Session {
        private static final int MOST_REQUESTS = 32;

        private final McpStreamableServerSession session;
        private final Identity identity;
        private final Map<Object, Course> running = new ConcurrentHashMap<>();
        private final AtomicInteger requests = new AtomicInteger();
        private long used;

        private Session(McpStreamableServerSession session, Identity identity, long used) {
            this.session = session;
            this.identity = identity;
            this.used = used;
        }

        McpStreamableServerSession session() {
            return session;
        }

        /** Refuses a request if many run: those that wait for work look for it again and again. */
        void demandPlace() {
            if (requests.get() >= MOST_REQUESTS) {
                throw new RefusedException(Code.TOO_MANY_REQUESTS.with(String.valueOf(identity.name()), 1));
            }
        }

        /** A request begins. */
        Course begin(Object id) {
            requests.incrementAndGet();
            Course course = new Course();
            running.put(id, course);
            return course;
        }

        /** A request is over. */
        void end(Object id, Course course) {
            running.remove(id, course);
            requests.decrementAndGet();
        }

        /** The client does not want the answer of a request any more; one that is over already is not there. */
        void cancel(@Nullable Object id) {
            Course course = id == null ? null : running.get(id);
            if (course != null) {
                course.cancel();
            }
        }
    }

    private final McpSettings settings;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Session> byId = new LinkedHashMap<>();

    Sessions(McpSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /** A session begins. */
    void add(McpStreamableServerSession session, Identity identity) {
        lock.lock();
        try {
            expire();
            List<Map.Entry<String, Session>> own =
                    byId.entrySet().stream().filter(each -> each.getValue().identity.equals(identity)).toList();
            if (own.size() >= settings.mostSessionsEach()) {
                own.stream().min(Comparator.comparingLong(each -> each.getValue().used)).ifPresent(oldest -> remove(oldest.getKey()));
            }
            if (byId.size() >= settings.mostSessions()) {
                makeRoom();
            }
            if (byId.size() >= settings.mostSessions()) {
                throw new RefusedException(Code.TOO_MANY_SESSIONS.with(settings.mostSessions()));
            }
            byId.put(session.getId(), new Session(session, identity, nanoTime.getAsLong()));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a session of the name that has the most, if these are more than one identity may have: a program that acts for many people is an
     * identity for each of them, and must not keep others out.
     */
    private void makeRoom() {
        Map<String, List<Map.Entry<String, Session>>> byName = byId.entrySet().stream()
                .collect(Collectors.groupingBy(each -> each.getValue().identity.tenant() + "\n" + each.getValue().identity.name()));
        byName.values().stream()
                .filter(sessions -> sessions.size() > settings.mostSessionsEach())
                .max(Comparator.comparingInt(List::size))
                .flatMap(sessions -> sessions.stream().min(Comparator.comparingLong(each -> each.getValue().used)))
                .ifPresent(oldest -> remove(oldest.getKey()));
    }

    /** The session of an identity, which is used now. */
    Session find(@Nullable String id, Identity identity) {
        lock.lock();
        try {
            expire();
            Session session = id == null ? null : byId.get(id);
            if (session == null || !session.identity.equals(identity)) {
                throw new RefusedException(Code.UNKNOWN_SESSION.with(id == null ? "none" : Brief.of(id)));
            }
            session.used = nanoTime.getAsLong();
            return session;
        } finally {
            lock.unlock();
        }
    }

    /** A session ends. */
    void end(@Nullable String id, Identity identity) {
        find(id, identity);
        lock.lock();
        try {
            remove(String.valueOf(id));
        } finally {
            lock.unlock();
        }
    }

    /** All end. */
    void close() {
        lock.lock();
        try {
            List.copyOf(byId.keySet()).forEach(this::remove);
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            expire();
            return byId.size();
        } finally {
            lock.unlock();
        }
    }

    /** A session with a request that still runs is in use. */
    private void expire() {
        long now = nanoTime.getAsLong();
        List<String> old = byId.entrySet().stream()
                .filter(each -> each.getValue().running.isEmpty() && now - each.getValue().used > settings.idle().toNanos())
                .map(Map.Entry::getKey)
                .toList();
        old.forEach(this::remove);
    }

    private void remove(String id) {
        Session session = byId.remove(id);
        if (session != null) {
            session.running.values().forEach(Course::cancel);
            session.session.close();
        }
    }
}
