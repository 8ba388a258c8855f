package io.millrace.server.federation;

import io.millrace.client.Following;
import io.millrace.id.CaseId;
import io.millrace.query.HistoryEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the ends of cases at another engine: a table of those who wait, and one stream of events. The stream only says when to look; who
 * looks sees how the case has ended.
 */
final class Ends implements AutoCloseable {
    private final Function<Consumer<HistoryEvent>, Following> connect;
    private final Consumer<Errand> look;
    /** By the cases there. */
    private final Map<String, Errand> waiting = new ConcurrentHashMap<>();

    private final ReentrantLock connecting = new ReentrantLock();
    private volatile @Nullable Following stream;
    private volatile boolean closed;

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

    /** Waits for a case. An end that comes after this returns is noticed; whether there was one before, the caller must look. */
    void await(String there, Errand errand) {
        listen();
        waiting.put(there, errand);
    }

    void forget(String there, Errand errand) {
        waiting.remove(there, errand);
    }

    private void listen() {
        if (stream != null) {
            return;
        }
        connecting.lock();
        try {
            if (stream == null && !closed) {
                Following following = connect.apply(this::heard);
                stream = following;
                following.ended().whenComplete((done, failure) -> broken(following));
            }
        } finally {
            connecting.unlock();
        }
    }

    private void heard(HistoryEvent event) {
        CaseId ended = event.caseId();
        Errand errand = ended == null ? null : waiting.remove(ended.toString());
        if (errand != null) {
            look.accept(errand);
        }
    }

    /** The stream cannot go on where it was: every case may have ended meanwhile. */
    private void broken(Following following) {
        if (following.equals(stream)) {
            stream = null;
        }
        lookAtAll();
    }

    /** Looks at every case. */
    void lookAtAll() {
        for (String there : List.copyOf(waiting.keySet())) {
            Errand errand = closed ? null : waiting.remove(there);
            if (errand != null) {
                look.accept(errand);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        Following open = stream;
        if (open != null) {
            open.close();
        }
    }
}
