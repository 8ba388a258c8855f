package io.millrace.work;

import io.millrace.id.WorkId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for one handler or program: a line for each tenant. Guarded by itself.
 *
 * <p>The desk serves the tenants in turn (round robin), and the calls of a tenant in their order. A line stands in {@code turns} only while
 * it may be served, so that a pick costs the same with one waiting call and with 10,000. Each line has a place of its own in the journal,
 * where the calls are that did not fit: a tenant with a long backlog is not in front of another one there either.
 */
final class Desk {
    /** A call by its id and attempt. */
    record Key(String tenant, WorkId id, int attempt) {
        static Key of(Dispatcher.Call call) {
            return new Key(call.tenant(), call.item().id(), call.item().attempt());
        }
    }

    final Doer doer;
    @Nullable Handler handler;
    /** Whether it was said that nobody is registered here. */
    boolean missed;

    private final int room;
    private final Map<String, Line> lines = new HashMap<>();
    private final Deque<Line> turns = new ArrayDeque<>();
    private Limits limits = Limits.DEFAULT;
    private int waiting;
    private int busy;
    private boolean pacing;
    private long nextStart;

    Desk(Doer doer, int room) {
        this.doer = doer;
        this.room = room;
    }

    /** The calls of one tenant. */
    final class Line {
        final String tenant;
        /** Where the last page of the journal ended; null when a pass over it is complete. */
        private @Nullable String cursor;

        private final LinkedHashMap<Key, Dispatcher.Call> calls = new LinkedHashMap<>();
        private final Set<Key> known = new HashSet<>();
        /** Calls that were settled while a page of the journal was read. */
        private final Set<Key> settledMeanwhile = new HashSet<>();
        /** Whether there may be work in the journal that this pass has not found: after it there is another. */
        private boolean overflown;

        private boolean fetching;
        /** Whether this pass over the journal also calls for what is to come later. */
        private boolean resuming;
        /** Whether the next page is the first of a pass, wherever the one before was. */
        private boolean startsOver;
        private boolean inTurns;
        private int running;

        Line(String tenant) {
            this.tenant = tenant;
        }

        /** The journal may hold calls that are not known here. */
        void readJournal(boolean resumes) {
            overflown = true;
            resuming = resumes;
            if (resumes) {
                cursor = null;
                // A page that is being read now is not the first of the pass.
                startsOver = fetching;
            }
        }

        private boolean beginsFetch() {
            boolean begins = (overflown || cursor != null) && calls.isEmpty() && !fetching;
            fetching |= begins;
            return begins;
        }

        /** A page is about to be read. What comes in from now on before its place is found by the next pass. */
        @Nullable
        String reads() {
            if (cursor == null) {
                overflown = false;
            }
            return cursor;
        }

        /** The page could not be read. True if the caller has to read again. */
        boolean missedPage() {
            overflown = true;
            return fetched();
        }

        /** Takes over a page of the journal. True if the caller has to read the next one. */
        boolean takePage(Dispatcher.Due due) {
            for (Dispatcher.Call call : due.calls()) {
                // What was settled since the page was read is in it as if it were due.
                if (call.item().state() == WorkState.STARTED
                        && call.item().incident() == null
                        && (call.item().delayed() == null || resuming)
                        && !settledMeanwhile.contains(Key.of(call))) {
                    // Later passes leave out what is to come later, so there is room for a page of it.
                    add(call, resuming);
                }
            }
            cursor = startsOver ? null : due.cursor();
            overflown |= startsOver;
            resuming &= startsOver || cursor != null;
            startsOver = false;
            return fetched();
        }

        private boolean fetched() {
            fetching = false;
            settledMeanwhile.clear();
            tidy(this);
            return beginsFetch();
        }

        private void add(Dispatcher.Call call, boolean always) {
            Key key = Key.of(call);
            if (known.contains(key)) {
                return;
            }
            if (!always && waiting >= room && calls.size() >= Math.max(1, room / lines.size())) {
                overflown = true;
            } else {
                known.add(key);
                calls.put(key, call);
                waiting++;
                queue();
            }
        }

        /** Takes a place among the tenants to be served, if there is something to serve. */
        private void queue() {
            if (!inTurns && isReady()) {
                inTurns = true;
                turns.addLast(this);
            }
        }

        private boolean isReady() {
            return !calls.isEmpty() && running < limits.perTenant();
        }
    }

    /** The line of a tenant. */
    Line line(String tenant) {
        return lines.computeIfAbsent(tenant, Line::new);
    }

    /** The line of a tenant if it is empty and the journal may have more for it: the caller reads a page for it. */
    @Nullable
    Line toRefill(String tenant) {
        Line line = lines.get(tenant);
        return line != null && line.beginsFetch() ? line : null;
    }

    /** Somebody takes the calls from now on. */
    void register(Handler handler, Limits limits) {
        this.handler = handler;
        this.limits = limits;
        this.missed = false;
        lines.values().forEach(Line::queue);
    }

    /** A call is due. A desk without room leaves it to the journal; each tenant has its share of the room whatever others have waiting. */
    void add(Dispatcher.Call call) {
        line(call.tenant()).add(call, false);
    }

    int waiting() {
        return waiting;
    }

    /** The journal knows how a call ended; before that it would be found there again as if it were due. */
    void settle(Key key) {
        Line line = lines.get(key.tenant());
        if (line != null) {
            line.known.remove(key);
            if (line.fetching) {
                line.settledMeanwhile.add(key);
            }
            tidy(line);
        }
    }

    /** Drops a call that waits; true if it did. */
    boolean remove(Key key) {
        Line line = lines.get(key.tenant());
        if (line == null || line.calls.remove(key) == null) {
            return false;
        }
        line.known.remove(key);
        waiting--;
        tidy(line);
        return true;
    }

    /** A call of a tenant has ended, however it did. */
    void ended(String tenant) {
        busy--;
        Line line = line(tenant);
        line.running--;
        line.queue();
        tidy(line);
    }

    /** A tenant with nothing here costs nothing. */
    private void tidy(Line line) {
        if (line.known.isEmpty() && line.running == 0 && !line.overflown && line.cursor == null && !line.fetching && !line.inTurns) {
            lines.remove(line.tenant, line);
        }
    }

    /** The next call that can begin now: that of the tenant whose turn it is. */
    Dispatcher.@Nullable Call next(long now, Dispatcher.Alarm alarm, Runnable later) {
        while (!turns.isEmpty() && !turns.getFirst().isReady()) {
            Line line = turns.removeFirst();
            line.inTurns = false;
            tidy(line);
        }
        if (turns.isEmpty() || busy >= limits.atOnce() || isPaced(now, alarm, later)) {
            return null;
        }
        Line line = turns.removeFirst();
        line.inTurns = false;
        Dispatcher.Call call = line.calls.pollFirstEntry().getValue();
        waiting--;
        busy++;
        line.running++;
        line.queue();
        return call;
    }

    private boolean isPaced(long now, Dispatcher.Alarm alarm, Runnable later) {
        if (limits.perSecond() <= 0) {
            return false;
        }
        if (nextStart > now) {
            if (!pacing) {
                pacing = true;
                alarm.after(Duration.ofNanos(nextStart - now), () -> {
                    synchronized (this) {
                        pacing = false;
                    }
                    later.run();
                });
            }
            return true;
        }
        nextStart = Math.max(now, nextStart) + (long) (1e9 / limits.perSecond());
        return false;
    }
}
