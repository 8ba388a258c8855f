package io.millrace.kernel;

import io.millrace.journal.Store;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** A cursor on the journal that moves by itself. */
public final class Subscription implements AutoCloseable {
    private static final int PAGE = 256;

    private final History history;
    private final Consumer<HistoryEvent> listener;
    private final List<Runnable> commitListeners;
    private final Semaphore news = new Semaphore(1);
    private final Runnable signal = this::tell;
    private final Thread thread;
    private volatile String cursor;
    private volatile boolean closed;

    Subscription(History history, String cursor, Consumer<HistoryEvent> listener, List<Runnable> commitListeners) {
        this.history = history;
        this.cursor = cursor;
        this.listener = listener;
        this.commitListeners = commitListeners;
        commitListeners.add(signal);
        thread = Thread.ofVirtual().name("millrace-subscription").start(this::run);
    }

    /** The commit at which reading goes on; everything before it was seen. */
    public String cursor() {
        return cursor;
    }

    private void tell() {
        if (news.availablePermits() == 0) {
            news.release();
        }
    }

    private void run() {
        try {
            while (!closed) {
                news.acquire();
                read();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        boolean more = true;
        while (more && !closed) {
            History.Commits commits = history.commits(cursor, PAGE, Store.Direction.FORWARDS);
            commits.events().forEach(listener);
            cursor = Long.toString(commits.next());
            more = commits.more();
        }
    }

    @Override
    public void close() {
        closed = true;
        commitListeners.remove(signal);
        thread.interrupt();
    }
}
