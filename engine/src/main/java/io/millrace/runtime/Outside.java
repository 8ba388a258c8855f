package io.millrace.runtime;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The boundary between an engine and the code of the application. Handlers, listeners and continuations of futures run on forked threads,
 * never on the engine's strands, so that their failures and slowness do not affect other code. Safe for use by several threads.
 *
 * <pre>
 *   engine's future ──▶ published ──▶ a forked thread completes the public future and runs what is chained to it
 *                  └──▶ await     ──▶ the caller's own thread goes on; no fork
 * </pre>
 *
 * All waiting callers are registered here, and {@link #stop} answers those that still wait with {@link Code#STOPPED}.
 */
public final class Outside implements Threads {
    private final Threads threads;
    private final ThreadLocal<Boolean> within = ThreadLocal.withInitial(() -> false);
    /** Whether the current thread reads a clock of the application, with the engine waiting for it. */
    private final ThreadLocal<Boolean> measuring = ThreadLocal.withInitial(() -> false);
    /** What releases each who waits; an entry is one waiting, whatever it waits for. */
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
    /** Why nothing is answered any more, or null while the engine runs. */
    private volatile @Nullable Problem stopped;

    /** What runs on these threads. */
    public Outside(Threads threads) {
        this.threads = threads;
    }

    @Override
    public Strand strand(String name) {
        return threads.strand(name);
    }

    @Override
    public void fork(Runnable task) {
        threads.fork(() -> run(task));
    }

    @Override
    public void soon(Runnable task) {
        threads.soon(() -> run(task));
    }

    @Override
    public void watch(Duration longest, Consumer<Stall> slow) {
        threads.watch(longest, slow);
    }

    @Override
    public boolean isStrand() {
        return measuring.get() || threads.isStrand();
    }

    private void run(Runnable task) {
        boolean before = within.get();
        within.set(true);
        try {
            task.run();
        } finally {
            within.set(before);
        }
    }

    /** Whether the current thread runs something that this engine forked, such as a handler, a listener or a continuation. */
    public boolean isWithin() {
        return within.get();
    }

    /** A future for the application. It completes on a forked thread; a result that is there already needs none. */
    public <T> CompletableFuture<T> published(CompletableFuture<T> inside, Consumer<CompletableFuture<T>> whenStopped) {
        CompletableFuture<T> shown = new CompletableFuture<>();
        if (inside.isDone()) {
            // Nobody has chained anything yet.
            inside.whenComplete((value, failure) -> settle(shown, value, failure));
            return shown;
        }
        Runnable entry = register(inside, whenStopped);
        inside.whenComplete((value, failure) -> {
            waiting.remove(entry);
            detached(() -> settle(shown, value, failure));
        });
        return shown;
    }

    /** The same for a future that fails when the engine stops. */
    public <T> CompletableFuture<T> published(CompletableFuture<T> inside) {
        return published(inside, this::fail);
    }

    /** Waits for the engine on the caller's thread and gives what comes; what fails is thrown as it is. */
    public <T> T await(CompletableFuture<T> inside, Consumer<CompletableFuture<T>> whenStopped) {
        try {
            if (inside.isDone()) {
                return inside.join();
            }
            Runnable entry = register(inside, whenStopped);
            try {
                return inside.join();
            } finally {
                waiting.remove(entry);
            }
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }

    /** The same for at most so long, by the clock of the machine; then the future fails, and what is given is thrown. */
    public <T> T await(CompletableFuture<T> inside, Duration patience, Supplier<RuntimeException> tooLate) {
        try {
            return await(inside.orTimeout(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS));
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw tooLate.get();
            }
            throw e;
        }
    }

    /** The same for a future that fails when the engine stops. */
    public <T> T await(CompletableFuture<T> inside) {
        return await(inside, this::fail);
    }

    private <T> Runnable register(CompletableFuture<T> inside, Consumer<CompletableFuture<T>> whenStopped) {
        Runnable entry = () -> whenStopped.accept(inside);
        waiting.add(entry);
        if (stopped != null) {
            entry.run();
        }
        return entry;
    }

    private <T> void fail(CompletableFuture<T> future) {
        future.completeExceptionally(new RefusedException(reason()));
    }

    /** What is said to those who wait when the engine has stopped. */
    public Problem reason() {
        Problem reason = stopped;
        return reason == null ? Code.STOPPED.with("The engine is closed") : reason;
    }

    private static <T> void settle(CompletableFuture<T> shown, T value, @Nullable Throwable failure) {
        if (failure == null) {
            shown.complete(value);
        } else {
            shown.completeExceptionally(
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure);
        }
    }

    /** Runs a task on a thread of its own, also when the engine's threads are closed: somebody waits for it. */
    private void detached(Runnable task) {
        try {
            soon(task);
        } catch (RejectedExecutionException e) {
            Thread.ofVirtual().name("millrace-answer").start(() -> run(task));
        }
    }

    /** Runs a task on another thread, because the current one may have to end first. */
    public void beside(String name, Runnable task) {
        Thread.ofPlatform().name("millrace-" + name).start(task);
    }

    /** Answers all waiting callers with the first reason given. Later callers get the answer at once. */
    public void stop(Problem why) {
        stopped = stopped == null ? why : stopped;
        waiting.forEach(Runnable::run);
    }

    @Override
    public void close() {
        threads.close();
    }

    /**
     * A callback with a bounded queue of its own. Its calls come one after the other, in order. What it throws is logged once and
     * counted; when its queue is full, calls are dropped, counted and logged once.
     */
    public <T> Consumer<T> guarded(String name, int room, Consumer<T> callback, Monitor monitor, Supplier<Log> log) {
        Serial serial = new Serial(this::fork, room);
        AtomicBoolean thrown = new AtomicBoolean();
        AtomicLong dropped = new AtomicLong();
        return value -> {
            boolean taken = serial.offer(() -> {
                try {
                    callback.accept(value);
                } catch (RuntimeException | Error e) {
                    monitor.count(Monitor.LISTENER_FAILURES, 1);
                    if (thrown.compareAndSet(false, true)) {
                        log.get().callback("A " + name + " threw. Later failures of it are only counted.", e);
                    }
                }
            });
            if (!taken && stopped == null) {
                monitor.count(Monitor.LISTENER_DROPPED, 1);
                if (dropped.incrementAndGet() == 1) {
                    log.get().callback(
                            "A " + name + " is too slow: " + room + " calls wait for it, and more are dropped. "
                                    + "Use History.follow where nothing may be missed.",
                            null);
                }
            }
        };
    }

    /**
     * A clock of the application that measures durations. The engine reads it everywhere, also while it commits: so it must not call the
     * engine. If it throws, the engine counts this and logs it once, and the machine's clock continues from its last reading.
     */
    public LongSupplier durations(LongSupplier clock, LongSupplier machine, Monitor monitor, Log log) {
        AtomicBoolean thrown = new AtomicBoolean();
        AtomicLong ahead = new AtomicLong();
        return () -> {
            boolean before = measuring.get();
            measuring.set(true);
            try {
                long read = clock.getAsLong();
                ahead.setPlain(read - machine.getAsLong());
                return read;
            } catch (RuntimeException | Error e) {
                monitor.count(Monitor.CLOCK_FAILURES, 1);
                if (thrown.compareAndSet(false, true)) {
                    log.callback("The clock for durations threw. Later failures of it are only counted.", e);
                }
                return machine.getAsLong() + ahead.getPlain();
            } finally {
                measuring.set(before);
            }
        };
    }
}
