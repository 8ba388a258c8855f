package io.millrace.kernel.past;

import io.millrace.journal.Store;
import io.millrace.kernel.Commits;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Subscription;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the journal from a cursor on, whenever there was a commit, and tells a listener of every event. */
public final class Follower implements Subscription {
    /**
     * What a subscription stands on.
     *
     * @param known the last commit that may be told of
     */
    public record Ground(Threads threads, Time time, Monitor monitor, List<Runnable> commitListeners, LongSupplier known) {}

    /** {@code BUSY} is one who reads; {@code BEHIND} one who reads and must look again, since there was a commit. */
    private enum State {
        IDLE,
        BUSY,
        BEHIND
    }

    private static final int PAGE = 256;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final StoredHistory history;
    private final Consumer<HistoryEvent> listener;
    private final Ground ground;
    private final Runnable signal = this::tell;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private volatile String cursor;
    private volatile boolean closed;
    /** What was read and not wholly told. Only the one task that reads touches this and {@link #told}. */
    private StoredHistory.@Nullable Commits page;
    private int told;

    private Follower(StoredHistory history, String cursor, Consumer<HistoryEvent> listener, Ground ground) {
        this.history = history;
        this.cursor = cursor;
        this.listener = listener;
        this.ground = ground;
    }

    static Follower begin(StoredHistory history, String cursor, Consumer<HistoryEvent> listener, Ground ground) {
        Follower subscription = new Follower(history, cursor, listener, ground);
        ground.commitListeners().add(subscription.signal);
        subscription.tell();
        return subscription;
    }

    @Override
    public String cursor() {
        return cursor;
    }

    /** There may be something new. Called between commits: returns at once. */
    private void tell() {
        if (state.getAndUpdate(now -> now == State.IDLE ? State.BUSY : State.BEHIND) == State.IDLE) {
            fork();
        }
    }

    private void fork() {
        try {
            ground.threads().fork(this::run);
        } catch (RejectedExecutionException e) {
            // The engine is closing; the cursor says where the next one goes on.
            closed = true;
        }
    }

    private void run() {
        try {
            do {
                read();
                // Whoever told of a commit after the last look has left word of it in the state.
            } while (!state.compareAndSet(State.BUSY, State.IDLE));
        } catch (RuntimeException | Error e) {
            ground.monitor().count("subscription.failures", 1);
            again();
        }
    }

    /** The state stays busy, so that no commit starts a second reader before this one is back. */
    private void again() {
        if (!closed) {
            try {
                ground.time().wakeAt(ground.time().now().plus(PAUSE), this::fork);
            } catch (RejectedExecutionException e) {
                closed = true;
            }
        }
    }

    private void read() {
        boolean more = true;
        while (more && !closed) {
            StoredHistory.Commits now = page == null ? look() : page;
            page = now;
            while (told < now.events().size()) {
                if (closed) {
                    return;
                }
                listener.accept(now.events().get(told));
                told++;
            }
            cursor = Long.toString(now.next());
            more = now.more();
            page = null;
            told = 0;
        }
    }

    /** Every commit until now will be seen, so only those from now on are news. */
    private StoredHistory.Commits look() {
        state.set(State.BUSY);
        return history.commits(cursor, PAGE, History.Order.OLDEST_FIRST);
    }

    @Override
    public void close() {
        closed = true;
        ground.commitListeners().remove(signal);
    }
}
