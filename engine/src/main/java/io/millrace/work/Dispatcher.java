package io.millrace.work;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls handlers and programs for automatic work, within the limits of each, and reports the results. Safe for use by several threads.
 *
 * <p>Each handler has a bounded queue of calls, in which the tenants take turns ({@link Desk}). Work that does not fit stays in the journal,
 * and the dispatcher fetches it when the tenant has no more in the queue. It also fetches work that was in progress when the engine stopped. It recognises a call that it fetches twice by id and
 * attempt.
 */
public final class Dispatcher {
    /**
     * One call that is due.
     *
     * @param timeLimit the timeout of its task, or null for that of the handler or the engine
     * @param trace the trace context of the request behind it; null also for a call that is made again after a restart
     */
    public record Call(
            String tenant, String process, WorkItem item, @Nullable Duration timeLimit, @Nullable String trace) {}

    private record ItemKey(String tenant, WorkId id) {}

    /** Receives results and other information about calls. A result is {@code settled} when it is durable or no longer needed. */
    public interface Results {
        /** A call begins. */
        default void began(Call call) {}

        /** A call has ended, however it did. */
        default void ended(Call call, long nanos) {}

        /** A handler threw; {@link #failed} follows. */
        default void thrown(Call call, Throwable failure) {}

        /** The dispatcher closes and waits for these calls, for at most the remaining grace time. */
        default void awaited(List<Call> calls, Duration left) {}

        /** The grace time is over: the dispatcher interrupts these calls. */
        default void interrupted(List<Call> calls) {}

        /** Work is due and nobody is registered for it. Said once until somebody is. */
        default void unattended(Doer doer) {}

        /** A handler has given its output. */
        void completed(Call call, Data output, Runnable settled);

        /** The handler has returned; the result comes later by the token of the attempt. */
        default void later(Call call, Runnable settled) {
            settled.run();
        }

        /**
         * @param again whether another attempt could help
         * @param kinds the names of the exception's class and its superclasses; empty if none was thrown
         */
        void failed(Call call, String reason, boolean again, List<String> kinds, Runnable settled);
    }

    /** Finds work that did not fit the queue. */
    public interface Backlog {
        /** The tenants that have work for a handler or program. */
        List<String> tenants(Doer doer);

        /** @param cursor where the last page of this tenant ended, or null for the beginning */
        Due due(Doer doer, String tenant, @Nullable String cursor);
    }

    /**
     * Some work that is due.
     *
     * @param cursor where the next page begins, or null when this was the last
     */
    public record Due(List<Call> calls, @Nullable String cursor) {}

    /** Calls back after a while. */
    public interface Alarm {
        /** Calls back after a while. */
        void after(Duration delay, Runnable call);
    }

    /** Is called when a call begins and when it has ended completely. */
    public interface Presence {
        /** Something is under way. */
        void begin();

        /** It is over. */
        void end();
    }

    /** How often calls are looked at for having taken too long. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** How long closing waits before it says for what. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private final Executor fork;
    private final Alarm alarm;
    private final LongSupplier nanos;
    private final Duration timeLimit;
    private final int queue;
    private final Results results;
    private final Backlog backlog;
    private final Presence presence;
    private final Supplier<Contents> contents;
    private final AtomicBoolean watching = new AtomicBoolean();
    private final Map<Doer, Desk> desks = new ConcurrentHashMap<>();
    private final Map<ItemKey, Running> running = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean closed;

    /** @param queue how many calls of one handler wait in memory; the backlog must know the others */
    public Dispatcher(
            Executor fork,
            Alarm alarm,
            LongSupplier nanos,
            Duration timeLimit,
            int queue,
            Results results,
            Backlog backlog,
            Presence presence,
            Supplier<Contents> contents) {
        this.fork = fork;
        this.alarm = alarm;
        this.nanos = nanos;
        this.timeLimit = timeLimit;
        this.queue = queue;
        this.results = results;
        this.backlog = backlog;
        this.presence = presence;
        this.contents = contents;
    }

    /** Registers the code of a handler or program, and calls it for all due work. */
    public void register(Doer doer, Handler handler, Limits limits) {
        Desk desk = desk(doer);
        boolean resumes = handler.resumes();
        synchronized (desk) {
            desk.register(handler, limits);
        }
        fork(() -> findTenants(desk, resumes));
        pump(desk);
    }

    /** A call is due. */
    public void call(Call call) {
        call(List.of(call));
    }

    /** Calls are due. Those that can begin now begin together. */
    public void call(List<Call> calls) {
        if (calls.isEmpty()) {
            return;
        }
        Set<Desk> due = new LinkedHashSet<>();
        for (Call call : calls) {
            Desk desk = desk(call.item().doer());
            boolean unattended;
            synchronized (desk) {
                desk.add(call);
                unattended = desk.handler == null && !desk.missed;
                desk.missed |= unattended;
            }
            if (unattended) {
                results.unattended(desk.doer);
            }
            due.add(desk);
        }
        List<Running> ready = new ArrayList<>(calls.size());
        due.forEach(desk -> pump(desk, ready));
        begin(ready);
    }

    /** Whether this handler or program is registered. */
    public boolean isRegistered(Doer doer) {
        Desk desk = desks.get(doer);
        if (desk == null) {
            return false;
        }
        synchronized (desk) {
            return desk.handler != null;
        }
    }

    /** How many calls run. */
    public long running() {
        return running.size();
    }

    /** How many calls wait in memory. */
    public long waiting() {
        long waiting = 0;
        for (Desk desk : desks.values()) {
            synchronized (desk) {
                waiting += desk.waiting();
            }
        }
        return waiting;
    }

    /** Recalls a work item: interrupts a running call, or drops a waiting one. */
    public void recall(String tenant, WorkItem item) {
        if (!item.isAutomatic()) {
            return;
        }
        Desk desk = desks.get(item.doer());
        if (desk != null) {
            Desk.Line empty;
            synchronized (desk) {
                boolean removed = desk.remove(new Desk.Key(tenant, item.id(), item.attempt()));
                empty = removed && desk.handler != null ? desk.toRefill(tenant) : null;
            }
            if (empty != null) {
                refill(desk, empty);
            }
        }
        Running now = running.get(new ItemKey(tenant, item.id()));
        if (now != null && now.finish()) {
            now.interrupt();
            settled(now.call);
        }
    }

    /** Starts no more calls. Running calls continue, but their results are ignored. */
    public void stop() {
        closed = true;
    }

    /**
     * Stops calling. Running calls may continue for the grace time, and their results are reported. Then the dispatcher interrupts the
     * remaining calls and does not report them: such an attempt does not count as failed, and stays in the journal.
     */
    public void close(Duration grace) {
        closed = true;
        for (Running now : running.values()) {
            // What has no thread yet need not begin.
            if (now.thread == null) {
                now.finish();
            }
        }
        boolean interrupted = false;
        try {
            Duration first = grace.compareTo(SILENCE) < 0 ? grace : SILENCE;
            if (!drains(first) && first.compareTo(grace) < 0) {
                results.awaited(unfinished(), grace.minus(first));
                drains(grace.minus(first));
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        List<Call> late = new ArrayList<>();
        for (Running now : running.values()) {
            if (now.finish()) {
                now.interrupt();
                late.add(now.call);
            }
        }
        if (!late.isEmpty()) {
            results.interrupted(late);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until no call runs; false if some still do after this time. */
    private boolean drains(Duration time) throws InterruptedException {
        if (!isDrained()) {
            try {
                drained.get(TimeUnit.NANOSECONDS.convert(time), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                return false;
            }
        }
        return true;
    }

    private List<Call> unfinished() {
        return running.values().stream().filter(now -> !now.finished.get()).map(now -> now.call).toList();
    }

    private boolean isDrained() {
        return running.values().stream().allMatch(now -> now.thread == null && now.finished.get());
    }

    private Desk desk(Doer doer) {
        return desks.computeIfAbsent(doer, d -> new Desk(d, queue));
    }

    private void pump(Desk desk) {
        List<Running> ready = new ArrayList<>();
        pump(desk, ready);
        begin(ready);
    }

    /** Takes the calls that can begin now from their queue. */
    private void pump(Desk desk, List<Running> ready) {
        while (!closed) {
            Call call;
            Handler handler;
            Desk.Line empty;
            synchronized (desk) {
                handler = desk.handler;
                if (handler == null) {
                    return;
                }
                call = desk.next(nanos.getAsLong(), alarm, () -> pump(desk));
                empty = call == null ? null : desk.toRefill(call.tenant());
            }
            if (call == null) {
                return;
            }
            if (empty != null) {
                refill(desk, empty);
            }
            Running now = new Running(desk, handler, call, nanos.getAsLong());
            running.put(new ItemKey(call.tenant(), call.item().id()), now);
            presence.begin();
            ready.add(now);
        }
    }

    /** Reads the journal. Not on the thread that says that a call is due: it must not wait for the store. */
    private void refill(Desk desk, Desk.Line line) {
        fork(() -> {
            if (fetch(desk, line)) {
                pump(desk);
            }
        });
    }

    private void fork(Runnable task) {
        if (closed) {
            return;
        }
        presence.begin();
        try {
            fork.execute(() -> {
                try {
                    task.run();
                } finally {
                    presence.end();
                }
            });
        } catch (RejectedExecutionException e) {
            // The engine is closing; the journal keeps the calls.
            closed = true;
            presence.end();
        }
    }

    /** Reads the work of all tenants that the journal has for a handler that was just registered. */
    private void findTenants(Desk desk, boolean resumes) {
        List<String> tenants;
        try {
            tenants = backlog.tenants(desk.doer);
        } catch (Throwable e) {
            alarm.after(LOOK, () -> fork(() -> findTenants(desk, resumes)));
            if (e instanceof Error error) {
                throw error;
            }
            return;
        }
        for (String tenant : tenants) {
            Desk.Line line;
            synchronized (desk) {
                line = desk.line(tenant);
                line.readJournal(resumes);
                line = desk.toRefill(tenant);
            }
            if (line != null) {
                refill(desk, line);
            }
        }
    }

    /**
     * Reads on where the last page of a tenant ended; what came in before that place meanwhile is found by starting over. False if
     * nothing could be read.
     */
    private boolean fetch(Desk desk, Desk.Line line) {
        String from;
        synchronized (desk) {
            from = line.reads();
        }
        Due due;
        try {
            due = backlog.due(desk.doer, line.tenant, from);
        } catch (Throwable e) {
            // The journal cannot be read now; the work in it must not be forgotten, whatever the reason.
            alarm.after(LOOK, () -> {
                boolean again;
                synchronized (desk) {
                    again = line.missedPage();
                }
                if (again) {
                    refill(desk, line);
                }
            });
            if (e instanceof Error error) {
                throw error;
            }
            return false;
        }
        boolean again;
        synchronized (desk) {
            again = line.takePage(due);
        }
        if (again) {
            refill(desk, line);
        }
        return true;
    }

    /**
     * Begins calls, each on a thread of its own. The thread of the first forks the others: to hand something to threads that sleep
     * costs the one who does it more than anything else here, and many calls become due with one commit.
     */
    private void begin(List<Running> calls) {
        if (calls.isEmpty()) {
            return;
        }
        Running first = calls.getFirst();
        try {
            fork.execute(() -> {
                for (Running other : calls.subList(1, calls.size())) {
                    begin(List.of(other));
                }
                perform(first);
            });
            watch();
        } catch (RejectedExecutionException e) {
            // The engine is closing; the journal keeps the calls.
            closed = true;
            for (Running now : calls) {
                now.finish();
                ended(now);
            }
        }
    }

    private void perform(Running now) {
        now.thread = Thread.currentThread();
        // Who finished it before there was a thread could not interrupt it.
        if (!now.finished.get()) {
            results.began(now.call);
            perform(now.handler, now, now.call);
            results.ended(now.call, nanos.getAsLong() - now.started);
        }
        ended(now);
    }

    /** The nearest to the work rules: its task, else who does it, else the engine. */
    private Duration limitOf(Call call, Handler handler) {
        Duration limit = call.timeLimit() == null ? handler.timeLimit() : call.timeLimit();
        return limit == null ? timeLimit : limit;
    }

    private void perform(Handler handler, Running now, Call call) {
        Work work = new Work(call.tenant(), call.process(), call.item(), call.trace(), now::beat, contents);
        try {
            // Asked here, since it is the handler's code that answers.
            now.limit = limitOf(call, handler);
            Object given = handler.handle(work);
            if (Work.BROUGHT.equals(given)) {
                if (now.finish()) {
                    settled(call);
                }
            } else if (Work.LATER.equals(given)) {
                if (now.finish()) {
                    if (call.item().delayed() == null) {
                        results.later(call, () -> settled(call));
                    } else {
                        // The journal knows that already: the call was a repeat after a restart.
                        settled(call);
                    }
                }
            } else {
                Data output = Data.of(given);
                if (now.finish()) {
                    results.completed(call, output, () -> settled(call));
                }
            }
        } catch (WorkFailure e) {
            if (now.finish()) {
                results.thrown(call, e);
                results.failed(call, FailureText.of(e), false, List.of(), () -> settled(call));
            }
        } catch (Throwable e) {
            // Whatever a handler throws, its place is free again and the attempt has failed.
            if (now.finish()) {
                results.thrown(call, e);
                results.failed(call, FailureText.of(e), true, FailureText.kinds(e), () -> settled(call));
            }
        }
        // An interrupt that came too late must not reach whatever runs on this thread next.
        Thread.interrupted();
    }

    private void ended(Running now) {
        Desk desk = now.desk;
        running.remove(new ItemKey(now.call.tenant(), now.call.item().id()), now);
        synchronized (desk) {
            desk.ended(now.call.tenant());
        }
        if (closed && running.isEmpty()) {
            drained.complete(null);
        }
        pump(desk);
        presence.end();
    }

    /** The journal knows how the call ended; before that it would be found there again as if it were due. */
    private void settled(Call call) {
        Desk desk = desk(call.item().doer());
        synchronized (desk) {
            desk.settle(Desk.Key.of(call));
        }
    }

    /** While calls run, those that neither ended nor showed a sign of life within their time are failed. */
    private void watch() {
        if (watching.compareAndSet(false, true)) {
            alarm.after(LOOK, this::look);
        }
    }

    private void look() {
        watching.set(false);
        long now = nanos.getAsLong();
        for (Running call : running.values()) {
            if (now - call.alive > TimeUnit.NANOSECONDS.convert(call.limit) && call.finish()) {
                call.interrupt();
                results.failed(call.call, "it took longer than " + call.limit, true, List.of(), () -> settled(call.call));
            }
        }
        if (!running.isEmpty() && !closed) {
            watch();
        }
    }

    /** A call that is under way. Whoever finishes it first decides what is reported. */
    private final class Running {
        final Desk desk;
        final Handler handler;
        final Call call;
        final long started;
        volatile Duration limit = timeLimit;
        final AtomicBoolean finished = new AtomicBoolean();
        volatile long alive;
        volatile @Nullable Thread thread;

        Running(Desk desk, Handler handler, Call call, long started) {
            this.desk = desk;
            this.handler = handler;
            this.call = call;
            this.started = started;
            this.alive = started;
        }

        boolean finish() {
            return finished.compareAndSet(false, true);
        }

        void beat() {
            alive = nanos.getAsLong();
        }

        void interrupt() {
            Thread now = thread;
            if (now != null) {
                now.interrupt();
            }
        }
    }
}
