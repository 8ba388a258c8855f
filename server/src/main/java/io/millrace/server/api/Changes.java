package io.millrace.server.api;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happens, to everybody who watches. One reader follows the history and keeps the latest events in a ring; watchers write from the
 * ring, each at its own pace. A watcher that begins in the past, or that has fallen behind the ring, reads the history itself until it is
 * in the ring again. So no watcher misses an event, none waits for another, and a thousand of them cost one reader.
 */
final class Changes implements AutoCloseable {
    private static final int RING = 8_192;
    private static final int PAGE = 500;
    private static final Duration BEAT = Duration.ofSeconds(15);

    /**
     * An event in the ring.
     *
     * @param cursor from which reading the history gives this event, perhaps behind some others
     */
    private record Entry(String cursor, HistoryEvent event) {}

    private final Millrace mill;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final Entry[] ring = new Entry[RING];
    private final Subscription subscription;
    /** How many events were put into the ring. */
    private long count;

    private volatile boolean closed;

    Changes(Millrace mill) {
        this.mill = mill;
        String end = mill.history().end();
        Subscription[] own = new Subscription[1];
        this.subscription = mill.history().follow(end, event -> put(own[0] == null ? end : own[0].cursor(), event));
        own[0] = subscription;
    }

    private void put(String cursor, HistoryEvent event) {
        lock.lock();
        try {
            ring[(int) (count++ % RING)] = new Entry(cursor, event);
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A place to go on from, as a watcher is told it: where to read, and which event was the last that it saw. */
    private record Place(String cursor, @Nullable String last) {
        static Place parse(String id) {
            int mark = id.indexOf('~');
            return mark < 0 ? new Place(id, null) : new Place(id.substring(0, mark), id.substring(mark + 1));
        }
    }

    /**
     * Writes events as they happen, until the watcher goes or the server closes.
     *
     * @param from the id of the last event that the watcher saw, or null to begin now
     */
    void watch(@Nullable String from, Predicate<HistoryEvent> wanted, OutputStream out) throws IOException {
        long next = position();
        Set<String> seen = new HashSet<>();
        write(out, ": " + "watching\n\n");
        if (from != null) {
            next = catchUp(Place.parse(from), wanted, out, seen);
        }
        while (!closed) {
            Entry entry = await(next);
            if (entry == null) {
                write(out, ": still here\n\n");
            } else if (next < position() - RING) {
                // The ring has gone round since: what was missed is in the history.
                next = catchUp(new Place(entry.cursor(), null), wanted, out, seen);
            } else {
                next++;
                if (!seen.remove(entry.event().id()) && wanted.test(entry.event())) {
                    tell(entry.cursor(), entry.event(), out);
                }
            }
        }
    }

    private long position() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** The event at a position, or null if none came for a while. */
    private @Nullable Entry await(long position) throws IOException {
        lock.lock();
        try {
            long nanos = BEAT.toNanos();
            while (count <= position && nanos > 0 && !closed) {
                nanos = more.awaitNanos(Math.min(nanos, TimeUnit.SECONDS.toNanos(1)) ) + nanos - Math.min(nanos, TimeUnit.SECONDS.toNanos(1));
            }
            if (count <= position) {
                return null;
            }
            return ring[(int) (Math.max(position, count - RING) % RING)];
        } catch (InterruptedException e) {
            throw new IOException("The server closes", e);
        } finally {
            lock.unlock();
        }
    }

    /** Reads the history from a place to its end; returns the position in the ring from which to go on. Events that are in both are in {@code seen}. */
    private long catchUp(Place from, Predicate<HistoryEvent> wanted, OutputStream out, Set<String> seen) throws IOException {
        long position = position();
        seen.clear();
        boolean skipping = from.last() != null;
        String cursor = from.cursor();
        while (cursor != null && !closed) {
            Page<HistoryEvent> page = mill.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                seen.add(event.id());
                if (skipping) {
                    skipping = !event.id().equals(from.last());
                } else if (wanted.test(event)) {
                    tell(cursor, event, out);
                }
            }
            cursor = page.cursor();
        }
        return position;
    }

    private static void tell(String cursor, HistoryEvent event, OutputStream out) throws IOException {
        Data data = event.toData();
        write(out, "id: " + cursor + "~" + event.id() + "\nevent: " + event.kind() + "\ndata: " + data.json() + "\n\n");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        closed = true;
        subscription.close();
        lock.lock();
        try {
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
