package io.millrace.server.http;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Whether the caller of a request still wants its answer. It never interrupts a thread: one that reads the journal would lose the journal's
 * file with that. What computes for long says how it can be stopped, or looks now and then. Safe for use by several threads.
 */
public final class Cancellation {
    private final Set<Runnable> hooks = new LinkedHashSet<>();
    private boolean cancelled;

    /** The caller does not want the answer any more. */
    public void cancel() {
        List<Runnable> all;
        synchronized (hooks) {
            cancelled = true;
            all = List.copyOf(hooks);
            hooks.clear();
        }
        all.forEach(Runnable::run);
    }

    /** Whether the caller has cancelled. */
    public boolean isCancelled() {
        synchronized (hooks) {
            return cancelled;
        }
    }

    /** Refuses to go on if the caller has cancelled. */
    public void demand() {
        if (isCancelled()) {
            throw refusal();
        }
    }

    /** The answer that nobody wants. */
    public static RefusedException refusal() {
        return new RefusedException(Code.REQUEST_CANCELLED.with());
    }

    /**
     * Does some work, and gives what it gives.
     *
     * @param stop is called if the caller cancels meanwhile, or has cancelled before
     */
    public <T> T during(Runnable stop, Callable<T> work) throws Exception {
        // Each hook is another, also for the same action.
        Runnable hook = () -> stop.run();
        boolean over;
        synchronized (hooks) {
            over = cancelled;
            if (!over) {
                hooks.add(hook);
            }
        }
        if (over) {
            stop.run();
        }
        try {
            return work.call();
        } finally {
            synchronized (hooks) {
                hooks.remove(hook);
            }
        }
    }
}
