package io.millrace.server.api;

import io.millrace.Millrace;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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
    private record Entry(long position, String cursor, HistoryEvent event) {}

    private final Millrace mill;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final Entry[] ring = new Entry[RING];
    /** Follows the history while anybody watches. */
    private @Nullable Subscription subscription;

    private int watchers;
    /** How many events were put into the ring. */
    private long count;

    private volatile boolean closed;

    Changes(Millrace mill) {
        this.mill = mill;
    }

    /** A watcher comes: everything that is recorded from now on comes into the ring. */
    private void enter() {
        lock.lock();
        try {
            if (watchers++ == 0 && !closed) {
                String end = mill.history().end();
                subscription = mill.history().follow(end, event -> put(end, event));
            }
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            if (--watchers == 0 && subscription != null) {
                subscription.close();
                subscription = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private void put(String begin, HistoryEvent event) {
        lock.lock();
        try {
            String cursor = subscription == null ? begin : subscription.cursor();
            ring[(int) (count % RING)] = new Entry(count++, cursor, event);
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

    /** What a watcher is told. */
    interface Telling {
        /** What it is told before anything happens; nothing is missed between this and the first event. */
        default String begin() {
            return "";
        }

        /**
         * What it is told of an event; empty if that is nothing.
         *
         * @param place from which to go on behind the event
         */
        String tell(String place, HistoryEvent event);
    }

    /**
     * Writes events as they happen, until the watcher goes or the server closes.
     *
     * @param from the id of the last event that the watcher saw, or null to begin now
     */
    void watch(@Nullable String from, Predicate<HistoryEvent> wanted, OutputStream out) throws IOException {
        watch(
                from,
                (place, event) -> wanted.test(event)
                        ? "id: " + place + "\nevent: " + event.kind() + "\ndata: " + event.toData().json() + "\n\n"
                        : "",
                out);
    }

    /** Writes what is to be told of events as they happen. */
    void watch(@Nullable String from, Telling telling, OutputStream out) throws IOException {
        enter();
        try {
            new Watcher(from == null ? new Place(mill.history().end(), null) : Place.parse(from), telling, out).follow();
        } finally {
            leave();
        }
    }

    /** Somebody who watches. */
    private final class Watcher {
        private final Telling telling;
        private final OutputStream out;
        /** The next position in the ring. */
        private long next;
        /** Behind the last event that was looked at. */
        private Place here;
        /** The latest events that were read from the history: they may come again from the ring, whose reader may be behind. */
        private final Set<String> seen = Collections.newSetFromMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > 2 * RING;
            }
        });

        Watcher(Place here, Telling telling, OutputStream out) {
            this.here = here;
            this.telling = telling;
            this.out = out;
        }

        void follow() throws IOException {
            // An id without data is no event: it says where to go on after a break before the first event.
            write(": watching\nid: " + (here.last() == null ? here.cursor() : here.cursor() + "~" + here.last()) + "\n\n" + telling.begin());
            catchUp();
            while (!closed) {
                Entry entry = await(next);
                if (entry == null) {
                    write(": still here\n\n");
                } else if (entry.position() > next) {
                    // The ring has gone round: what is missing is in the history.
                    catchUp();
                } else {
                    next++;
                    if (!seen.remove(entry.event().id())) {
                        look(entry.cursor(), entry.event());
                    }
                }
            }
        }

        private void look(String cursor, HistoryEvent event) throws IOException {
            String told = telling.tell(cursor + "~" + event.id(), event);
            if (!told.isEmpty()) {
                write(told);
            }
            here = new Place(cursor, event.id());
        }

        /** Reads the history from here to its end. What comes into the ring meanwhile is looked at there, unless it was seen. */
        private void catchUp() throws IOException {
            next = position();
            seen.clear();
            String last = here.last();
            boolean skipping = last != null;
            String cursor = here.cursor();
            while (cursor != null && !closed) {
                Page<HistoryEvent> page = mill.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
                for (HistoryEvent event : page.items()) {
                    seen.add(event.id());
                    if (skipping) {
                        skipping = !event.id().equals(last);
                    } else {
                        look(cursor, event);
                    }
                }
                cursor = page.cursor();
            }
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
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

    /** The event at a position, or the oldest that is still there; null if none came for a while. */
    private @Nullable Entry await(long position) throws IOException {
        lock.lock();
        try {
            long nanos = BEAT.toNanos();
            while (count <= position && nanos > 0 && !closed) {
                nanos = more.awaitNanos(nanos);
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

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (subscription != null) {
                subscription.close();
                subscription = null;
            }
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
