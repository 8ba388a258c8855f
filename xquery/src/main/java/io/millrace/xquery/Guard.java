package io.millrace.xquery;

import io.millrace.net.EvaluationException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each evaluation a limit of time. Saxon cannot be interrupted, so one that does not end keeps its thread until it does;
 * while several are stuck, further evaluations are refused, so that a bad expression costs a few threads and not the machine.
 */
final class Guard {
    private static final int MOST_STUCK = 4;
    private static final long STACK_BYTES = 16L << 20;

    private final Duration limit;
    private final AtomicInteger stuck = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(null, work, "millrace-xquery", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    });

    Guard(Duration limit) {
        this.limit = limit;
    }

    <T> T within(Callable<T> evaluation) {
        if (stuck.get() >= MOST_STUCK) {
            throw new EvaluationException("Too many expressions run without an end; this one was not tried");
        }
        AtomicInteger state = new AtomicInteger();
        Future<T> future = threads.submit(() -> {
            try {
                return evaluation.call();
            } catch (StackOverflowError | OutOfMemoryError e) {
                throw new EvaluationException("The expression used up the memory it may have", e);
            } finally {
                // Whoever comes second, the end or the limit, knows that both happened.
                if (state.getAndIncrement() == 1) {
                    stuck.decrementAndGet();
                }
            }
        });
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            stuck.incrementAndGet();
            if (state.getAndIncrement() == 1) {
                stuck.decrementAndGet();
            }
            throw new EvaluationException("The expression took longer than " + limit.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EvaluationException("The evaluation was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof EvaluationException known) {
                throw known;
            }
            String why = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
            throw new EvaluationException(why, e);
        }
    }
}
