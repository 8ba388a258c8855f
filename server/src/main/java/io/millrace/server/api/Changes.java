package io.millrace.server.api;

import io.millrace.Millrace;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.server.http.Brief;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happens, to everybody who watches. One reader follows the history and puts each event into the queues of those whom it concerns;
 * watchers write from their queues, each at its own pace. A watcher that begins in the past, or whose queue has overflowed, reads the
 * history itself until it is there. So no watcher misses an event, none waits for another, and a thousand of them who watch a case each cost
 * one reader, and a look into a map for each event.
 */
final class Changes implements AutoCloseable {
    private static final int QUEUE = 2_048;
    private static final int PAGE = 500;
    /** How often a watcher hears that the server is still there: by this it notices within seconds that a connection is dead. */
    private static final Duration BEAT = Duration.ofSeconds(5);

    /**
     * An event that waits for a watcher.
     *
     * @param cursor from which reading the history gives this event, perhaps behind some others
     */
    private record Entry(String cursor, HistoryEvent event) {}

    /** The cases of a tenant that belong together. */
    private record Root(String tenant, long number) {}

    private final Millrace mill;
    private final ReentrantLock lock = new ReentrantLock();
    /** Those who watch one case, by its root. */
    private final Map<Root, Set<Watcher>> ofCases = new HashMap<>();
    /** Those who watch everything. */
    private final Set<Watcher> ofAll = new LinkedHashSet<>();
    /** Follows the history while anybody watches. */
    private @Nullable Subscription subscription;

    private int watchers;
    private volatile boolean closed;

    Changes(Millrace mill) {
        this.mill = mill;
    }

    /** A watcher comes: everything that is recorded from now on comes into its queue. */
    private void enter(Watcher watcher) {
        lock.lock();
        try {
            of(watcher.root).add(watcher);
            if (watchers++ == 0 && !closed) {
                String end = mill.history().end();
                subscription = mill.history().follow(end, event -> put(end, event));
            }
        } finally {
            lock.unlock();
        }
    }

    private void leave(Watcher watcher) {
        lock.lock();
        try {
            Set<Watcher> together = of(watcher.root);
            together.remove(watcher);
            if (together.isEmpty() && watcher.root != null) {
                ofCases.remove(watcher.root);
            }
            if (--watchers == 0 && subscription != null) {
                subscription.close();
                subscription = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private Set<Watcher> of(@Nullable Root root) {
        return root == null ? ofAll : ofCases.computeIfAbsent(root, key -> new LinkedHashSet<>());
    }

    private void put(String begin, HistoryEvent event) {
        lock.lock();
        try {
            Entry entry = new Entry(subscription == null ? begin : subscription.cursor(), event);
            ofAll.forEach(watcher -> watcher.offer(entry));
            CaseId caseId = event.caseId();
            if (caseId != null) {
                ofCases.getOrDefault(new Root(event.tenant(), caseId.root()), Set.of()).forEach(watcher -> watcher.offer(entry));
            }
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

        @Override
        public String toString() {
            return last == null ? cursor : cursor + "~" + last;
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
     * @param within the case to watch, or null for all
     * @param wanted the events that are to be told; must be quick, since everybody waits for it
     */
    void watch(@Nullable String from, String tenant, @Nullable CaseId within, Predicate<HistoryEvent> wanted, OutputStream out) throws IOException {
        Telling telling = (place, event) -> "id: " + place + "\nevent: " + event.kind() + "\ndata: " + event.toData().json() + "\n\n";
        watch(from, tenant, within, wanted, telling, out);
    }

    /** Writes what is to be told of events as they happen. */
    void watch(
            @Nullable String from, String tenant, @Nullable CaseId within, Predicate<HistoryEvent> wanted, Telling telling, OutputStream out)
            throws IOException {
        Predicate<HistoryEvent> all = event -> event.tenant().equals(tenant)
                && (within == null || event.caseId() != null && event.caseId().isWithin(within))
                && wanted.test(event);
        Watcher watcher = new Watcher(tenant, within == null ? null : new Root(tenant, within.root()), all, telling, out);
        enter(watcher);
        try {
            watcher.follow(from == null ? new Place(mill.history().end(), null) : Place.parse(from));
        } finally {
            leave(watcher);
        }
    }

    /** Refuses a place that no watcher was told, before anything is sent. */
    void check(@Nullable String from) {
        if (from != null) {
            Place place = Place.parse(from);
            if (place.toString().codePoints().anyMatch(Character::isISOControl)) {
                throw new RefusedException(Code.BAD_CURSOR.with(Brief.of(from)));
            }
            mill.history().all(place.cursor(), 1, History.Order.OLDEST_FIRST);
        }
    }

    /** The commit that a cursor of the whole history lies in. */
    private static long commit(String cursor) {
        int dot = cursor.indexOf('.');
        return Long.parseLong(dot < 0 ? cursor : cursor.substring(0, dot));
    }

    /** Somebody who watches. */
    private final class Watcher {
        private final String tenant;
        private final @Nullable Root root;
        private final Predicate<HistoryEvent> wanted;
        private final Telling telling;
        private final OutputStream out;
        private final Condition more = lock.newCondition();
        private final Deque<Entry> queue = new ArrayDeque<>();
        /** Whether the queue has overflowed: what is missing is in the history. */
        private boolean behind;
        /** Behind the last event that was looked at. */
        private Place here = new Place("", null);
        /** Events that this watcher knows and that may come again from the queue, whose reader may be behind. */
        private final Set<String> seen = new HashSet<>();

        Watcher(String tenant, @Nullable Root root, Predicate<HistoryEvent> wanted, Telling telling, OutputStream out) {
            this.tenant = tenant;
            this.root = root;
            this.wanted = wanted;
            this.telling = telling;
            this.out = out;
        }

        /** Called under the lock. */
        void offer(Entry entry) {
            if (behind || !wanted.test(entry.event())) {
                return;
            }
            if (queue.size() >= QUEUE) {
                queue.clear();
                behind = true;
            } else {
                queue.addLast(entry);
            }
            more.signal();
        }

        void follow(Place from) throws IOException {
            here = from;
            // An id without data is no event: it says where to go on after a break before the first event.
            write(": watching\nid: " + here + "\n\n" + telling.begin());
            catchUp();
            while (!closed) {
                Entry entry = next();
                if (entry != null) {
                    if (!seen.remove(entry.event().id())) {
                        look(entry.cursor(), entry.event());
                    }
                } else if (isBehind()) {
                    catchUp();
                } else if (!closed) {
                    write(": still here\nid: " + here + "\n\n");
                }
            }
        }

        private void look(String cursor, HistoryEvent event) throws IOException {
            here = new Place(cursor, event.id());
            String told = telling.tell(here.toString(), event);
            if (!told.isEmpty()) {
                write(told);
            }
        }

        /**
         * Reads the history from here to its end. What is put into the queue meanwhile is looked at afterwards, unless it is known.
         *
         * <p>The one reader may be behind this watcher, who has read the history itself before its line broke: what the reader has still to put is
         * then older than what this watcher saw last. So everything from the reader's place on is known, whether it is sent now or was sent before.
         */
        private void catchUp() throws IOException {
            String reader = begin();
            seen.clear();
            if (reader != null && commit(reader) <= commit(here.cursor())) {
                // First: what is recorded after this is read below, and told.
                for (String cursor = reader; cursor != null && !closed; ) {
                    Page<HistoryEvent> page = mill.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
                    page.items().stream().filter(wanted).forEach(event -> seen.add(event.id()));
                    cursor = page.cursor();
                }
            }
            String last = here.last();
            boolean skipping = last != null;
            String cursor = here.cursor();
            while (cursor != null && !closed) {
                Page<HistoryEvent> page = mill.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
                boolean mayComeAgain = reader == null || page.cursor() == null || commit(page.cursor()) >= commit(reader);
                if (isBehind()) {
                    // The queue is empty and stays so until the history is read once more.
                    seen.clear();
                    mayComeAgain = false;
                }
                for (HistoryEvent event : page.items()) {
                    if (!event.tenant().equals(tenant)) {
                        // Every tenant counts its cases from 1, so events of others may have the same ids.
                        continue;
                    }
                    boolean told = !skipping && wanted.test(event);
                    if (mayComeAgain && (skipping || told)) {
                        seen.add(event.id());
                    }
                    skipping = skipping && !event.id().equals(last);
                    if (told) {
                        look(cursor, event);
                    }
                }
                cursor = page.cursor();
                if (cursor == null && skipping) {
                    // The last event was erased with its case: what may have been told already is told again, and nothing is missed.
                    skipping = false;
                    cursor = here.cursor();
                }
            }
        }

        /** Empties the queue, into which events come from now on; the place of the reader that puts them there, or null if there is none. */
        private @Nullable String begin() {
            lock.lock();
            try {
                // What is in it was recorded before, so it is in the history that is read next, or was sent before the line broke.
                queue.clear();
                behind = false;
                return subscription == null ? null : subscription.cursor();
            } finally {
                lock.unlock();
            }
        }

        private boolean isBehind() {
            lock.lock();
            try {
                return behind;
            } finally {
                lock.unlock();
            }
        }

        /** The next event; null if the queue has overflowed, or if none came for a while. */
        private @Nullable Entry next() throws IOException {
            lock.lock();
            try {
                long nanos = BEAT.toNanos();
                while (queue.isEmpty() && !behind && nanos > 0 && !closed) {
                    nanos = more.awaitNanos(nanos);
                }
                if (!queue.isEmpty()) {
                    return queue.removeFirst();
                }
                String end = mill.history().end();
                if (!behind && subscription != null && subscription.cursor().equals(end)) {
                    // All that was recorded since concerned others: after a break nothing before the end need be read again.
                    here = new Place(end, null);
                }
                return null;
            } catch (InterruptedException e) {
                throw new IOException("The server closes", e);
            } finally {
                lock.unlock();
            }
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
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
            ofAll.forEach(watcher -> watcher.more.signal());
            ofCases.values().forEach(together -> together.forEach(watcher -> watcher.more.signal()));
        } finally {
            lock.unlock();
        }
    }
}
