package io.millrace.server.federation;

import io.millrace.client.Following;
import io.millrace.id.CaseId;
import io.millrace.problem.RefusedException;
import io.millrace.query.HistoryEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the ends of cases at another engine: a table of those who wait, and one stream of events. The stream only says when to look; who
 * looks sees how the case has ended.
 *
 * <p>A thread of its own connects the stream, so that a stream that cannot be had holds up no errand. Invariant: while anybody is in the
 * table, this thread runs; and after each attempt to connect it looks at everybody who was in the table before. So no end is missed, whether
 * there is a stream or not.
 */
final class Ends implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server.federation");
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    /** Between attempts to reach an engine that does not answer. */
    private static final Duration SHORT_PAUSE = Duration.ofSeconds(5);
    /** Between attempts to follow an engine whose stream cannot be understood. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Function<Consumer<HistoryEvent>, Following> connect;
    private final Consumer<Errand> look;
    /** By the cases there. */
    private final Map<String, Errand> waiting = new ConcurrentHashMap<>();

    private final AtomicBoolean listening = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Following stream;
    /** Used by the thread that listens. */
    private volatile Duration pause = FIRST_PAUSE;

    /**
     * @param connect connects the stream
     * @param look looks at the case of an errand
     */
    Ends(Function<Consumer<HistoryEvent>, Following> connect, Consumer<Errand> look) {
        this.connect = connect;
        this.look = look;
    }

    /** How many wait. */
    int size() {
        return waiting.size();
    }

    /**
     * Waits for a case. An end that comes after this returns is noticed; whether there was one before, the caller must look. An errand of an
     * older attempt may still be under way: it must not take the place of the newer one, which nobody would do again.
     */
    void await(String there, Errand errand) {
        waiting.merge(there, errand, (before, now) -> now.attempt() < before.attempt() ? before : now);
        begin();
    }

    void forget(String there, Errand errand) {
        waiting.remove(there, errand);
    }

    private void begin() {
        if (!isClosed() && listening.compareAndSet(false, true)) {
            Thread.ofVirtual().name("millrace-engine-ends").start(this::listen);
        }
    }

    /** Follows the other engine while anybody waits. A stream that breaks again and again is begun ever more slowly. */
    private void listen() {
        try {
            while (!isClosed() && !waiting.isEmpty()) {
                long begun = System.nanoTime();
                Duration longest = follow();
                pause = System.nanoTime() - begun > LONGEST_PAUSE.toNanos() ? FIRST_PAUSE : least(pause, longest);
                closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
                pause = pause.multipliedBy(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            listening.set(false);
            if (!waiting.isEmpty()) {
                // Somebody came while this thread was about to end.
                begin();
            }
        }
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Follows until that cannot go on; gives the longest pause before the next attempt. */
    private Duration follow() {
        Following following;
        try {
            following = connect.apply(this::heard);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.FINE, e, () -> "The ends of cases cannot be followed");
            lookAtAll();
            return e instanceof RefusedException refused && RemoteEngine.isPassing(refused.code()) ? SHORT_PAUSE : LONGEST_PAUSE;
        }
        try (following) {
            stream = following;
            // What has ended before the stream began is not in it.
            lookAtAll();
            if (!isClosed()) {
                following.ended().join();
            }
        } catch (CompletionException e) {
            LOG.log(Level.FINE, e, () -> "The stream of ends cannot go on");
        } finally {
            stream = null;
        }
        return LONGEST_PAUSE;
    }

    private void heard(HistoryEvent event) {
        CaseId ended = event.caseId();
        Errand errand = ended == null ? null : waiting.remove(ended.toString());
        if (errand != null) {
            look.accept(errand);
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Looks at every case. */
    void lookAtAll() {
        for (String there : List.copyOf(waiting.keySet())) {
            Errand errand = isClosed() ? null : waiting.remove(there);
            if (errand != null) {
                look.accept(errand);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Following open = stream;
        if (open != null) {
            open.close();
        }
    }
}
