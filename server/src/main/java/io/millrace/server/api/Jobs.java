package io.millrace.server.api;

import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Exchange;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Automatic work for workers outside of this process. For each task that a worker has asked for, the engine's call waits here until a worker
 * brings the result. A worker has a job for a while, and may extend that; after it, the job goes to the next who asks.
 *
 * <p>What is kept here may be lost at any moment: the engine makes its calls again after a restart, and a result that a worker brings after
 * it counts as long as its attempt does.
 */
final class Jobs {
    /**
     * How many jobs of one task and tenant are handed out or wait here; the journal keeps the others. There is no limit for all tenants
     * together: jobs of a tenant without workers wait for ever, and would keep those of others in the journal.
     */
    private static final int AT_ONCE = 10_000;

    /** For how many tasks workers can ask: each costs memory until the server stops. */
    private static final int MOST_TASKS = 10_000;

    /** For how many of them workers of one tenant can ask first, so that they leave room for others. */
    private static final int MOST_TASKS_EACH = 1_000;

    private static final int LONGEST_NAME = 200;

    /** The lock of a worker says how long a job may take; the engine need not. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** How often those who wait look for jobs whose time is over. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(250);

    /** A job that a worker has. */
    record Locked(Id id, Work work, Instant until) {}

    /**
     * What a worker names a job by.
     *
     * @param lock how many workers had it before and with this one: one that comes too late has a smaller number
     */
    record Id(String tenant, WorkId work, int attempt, int lock) {
        static Id parse(String id) {
            String[] parts = id.split("!", 4);
            try {
                // Only automatic work has attempts, which count from 1: what people do cannot be brought as a job.
                if (parts.length == 4 && Integer.parseInt(parts[1]) > 0) {
                    return new Id(parts[3], WorkId.parse(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
                }
            } catch (NumberFormatException | RefusedException e) {
                // Refused below.
            }
            throw new RefusedException(Code.BAD_TOKEN.with(Brief.of(id)));
        }

        Call call() {
            return new Call(tenant, work, attempt);
        }

        @Override
        public String toString() {
            return work + "!" + attempt + "!" + lock + "!" + tenant;
        }
    }

    record Call(String tenant, WorkId work, int attempt) {}

    private record Topic(String tenant, String task) {}

    /** One call of the engine, which waits for {@code over}. */
    private static final class Job {
        final String handler;
        final Work work;
        final CompletableFuture<Object> over = new CompletableFuture<>();
        int lock;
        /** Null while it waits for a worker. */
        @Nullable Expiry expiry;

        Job(String handler, Work work) {
            this.handler = handler;
            this.work = work;
        }

        Call call() {
            return new Call(work.tenant(), work.id(), work.attempt());
        }

        /** By the name that workers ask for, which need not be that of the task in its process. */
        Topic topic() {
            return new Topic(work.tenant(), handler);
        }
    }

    /** When the time of the worker that has a job is over. */
    private record Expiry(Instant until, long number, Job job) {
        static final Comparator<Expiry> BY_TIME = Comparator.comparing(Expiry::until).thenComparingLong(Expiry::number);
    }

    private final Backend backend;
    private final Millrace mill;
    private final Set<String> attended = ConcurrentHashMap.newKeySet();
    /** How many of these tasks workers of each tenant were the first to ask for. */
    private final Map<String, AtomicInteger> askedFirst = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Topic, Set<Job>> waiting = new HashMap<>();
    /** Workers for whom there was nothing, each at the end of the line for each of its tasks. */
    private final Map<Topic, Set<Condition>> idle = new HashMap<>();
    private final Map<Call, Job> byCall = new HashMap<>();
    /** One for each job that a worker has, and none for a job that is over: a lock may last for days. */
    private final NavigableSet<Expiry> expiries = new TreeSet<>(Expiry.BY_TIME);

    private long locks;

    private volatile boolean closed;

    private boolean released;

    Jobs(Backend backend) {
        this.backend = backend;
        this.mill = backend.mill();
        backend.handled().stream().filter(attended::add).forEach(this::register);
    }

    /** How many jobs workers have now. */
    long locked() {
        lock.lock();
        try {
            return expiries.size();
        } finally {
            lock.unlock();
        }
    }

    /** Those who wait for jobs are told that there are none. */
    void close() {
        closed = true;
    }

    /**
     * Ends all calls of the engine without a result, so that it can close at once. Workers keep their jobs: the results that they bring
     * after a restart count.
     */
    void release() {
        lock.lock();
        try {
            closed = true;
            released = true;
            byCall.values().forEach(job -> job.over.complete(Work.BROUGHT));
        } finally {
            lock.unlock();
        }
    }

    /** What the engine calls, on a virtual thread of its own for each call. */
    private final class Waits implements Handler {
        private final String name;

        Waits(String name) {
            this.name = name;
        }

        @Override
        public @Nullable Object handle(Work work) throws Exception {
            Handler other = backend.handler(name, work);
            if (other != null) {
                return other.handle(work);
            }
            Job job = new Job(name, work);
            offer(job);
            try {
                return job.over.get();
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            } finally {
                forget(job);
            }
        }

        @Override
        public Duration timeLimit() {
            return FOREVER;
        }
    }

    private void attend(String tenant, String task) {
        if (attended.contains(task)) {
            return;
        }
        if (task.isEmpty() || task.length() > LONGEST_NAME) {
            throw Exchange.bad("'tasks' has the name '" + Brief.of(task) + "', and names have from 1 to " + LONGEST_NAME + " characters");
        }
        AtomicInteger first = askedFirst.computeIfAbsent(tenant, key -> new AtomicInteger());
        if (attended.size() >= MOST_TASKS || first.get() >= MOST_TASKS_EACH) {
            throw Exchange.bad("workers have asked for " + (first.get() >= MOST_TASKS_EACH ? MOST_TASKS_EACH : MOST_TASKS)
                    + " different tasks already, and '" + Brief.of(task) + "' is none of them");
        }
        if (attended.add(task)) {
            first.incrementAndGet();
            register(task);
        }
    }

    private void register(String task) {
        mill.on(task, Limits.atOnce(Integer.MAX_VALUE).perTenant(AT_ONCE), new Waits(task));
    }

    private void offer(Job job) {
        lock.lock();
        try {
            if (released) {
                job.over.complete(Work.BROUGHT);
                return;
            }
            byCall.put(job.call(), job);
            enqueue(job);
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Job job) {
        waiting.computeIfAbsent(job.topic(), topic -> new LinkedHashSet<>()).add(job);
        wake(job.topic());
    }

    private Instant lock(Job job, Duration lockFor) {
        unlock(job);
        Expiry expiry = new Expiry(Instant.now().plus(lockFor), locks++, job);
        expiries.add(expiry);
        job.expiry = expiry;
        return expiry.until();
    }

    private void unlock(Job job) {
        if (job.expiry != null) {
            expiries.remove(job.expiry);
            job.expiry = null;
        }
    }

    /** The worker that has waited longest for a task comes to look. */
    private void wake(Topic topic) {
        Set<Condition> line = idle.getOrDefault(topic, Set.of());
        if (!line.isEmpty()) {
            Condition first = line.iterator().next();
            line.remove(first);
            first.signal();
        }
    }

    /** The result is there, or the engine wants it no more. */
    private void forget(Job job) {
        lock.lock();
        try {
            byCall.remove(job.call(), job);
            unlock(job);
            waiting.computeIfPresent(job.topic(), (topic, jobs) -> {
                jobs.remove(job);
                return jobs.isEmpty() ? null : jobs;
            });
        } finally {
            lock.unlock();
        }
    }

    /** Locks as many jobs of some tasks as there are, up to a number; waits for the first for a while. */
    List<Locked> fetch(String tenant, List<String> tasks, Predicate<Work> fits, int most, Duration lockFor, Duration patience)
            throws InterruptedException {
        tasks.forEach(task -> attend(tenant, task));
        List<Topic> topics = tasks.stream().map(task -> new Topic(tenant, task)).toList();
        long nanos = patience.toNanos();
        lock.lockInterruptibly();
        Condition own = lock.newCondition();
        try {
            List<Locked> taken = take(topics, fits, most, lockFor);
            while (taken.isEmpty() && nanos > 0 && !closed) {
                topics.forEach(topic -> idle.computeIfAbsent(topic, key -> new LinkedHashSet<>()).add(own));
                long slice = Math.min(nanos, LOOK);
                nanos -= slice - Math.max(0, own.awaitNanos(slice));
                taken = take(topics, fits, most, lockFor);
            }
            return taken;
        } finally {
            for (Topic topic : topics) {
                idle.computeIfPresent(topic, (key, line) -> {
                    line.remove(own);
                    return line.isEmpty() ? null : line;
                });
                // More may have come than this worker takes, and it was the one that was woken.
                if (!waiting.getOrDefault(topic, Set.of()).isEmpty()) {
                    wake(topic);
                }
            }
            lock.unlock();
        }
    }

    private List<Locked> take(List<Topic> topics, Predicate<Work> fits, int most, Duration lockFor) {
        expire(Instant.now());
        List<Locked> taken = new ArrayList<>();
        for (Topic topic : topics) {
            Iterator<Job> queue = waiting.getOrDefault(topic, Set.of()).iterator();
            while (queue.hasNext() && taken.size() < most) {
                Job job = queue.next();
                if (!fits.test(job.work)) {
                    continue;
                }
                queue.remove();
                job.lock++;
                Instant until = lock(job, lockFor);
                taken.add(new Locked(new Id(topic.tenant(), job.work.id(), job.work.attempt(), job.lock), job.work, until));
            }
        }
        return taken;
    }

    private void expire(Instant now) {
        while (!expiries.isEmpty() && !expiries.first().until().isAfter(now)) {
            Job job = expiries.first().job();
            unlock(job);
            enqueue(job);
        }
    }

    /** Brings a result. It is durable when the answer comes. */
    CompletableFuture<Answer> complete(Commands commands, Id id, Data output) {
        return settle(commands, id, new Command.Complete(id.work(), output, id.attempt()));
    }

    /** Says that an attempt failed. */
    CompletableFuture<Answer> fail(Commands commands, Id id, String reason, boolean again) {
        return settle(commands, id, new Command.Fail(id.work(), reason, id.attempt(), again, List.of()));
    }

    private CompletableFuture<Answer> settle(Commands commands, Id id, Command command) {
        lock.lock();
        try {
            Job job = byCall.get(id.call());
            if (job != null && job.lock > id.lock()) {
                return CompletableFuture.completedFuture(
                        new Answer.Refused(Code.JOB_LOCK.with(id, "it took too long, and another worker has it")));
            }
        } finally {
            lock.unlock();
        }
        return commands.ask(command).whenComplete((answer, failure) -> {
            if (answer instanceof Answer.Done || answer instanceof Answer.Delayed) {
                settled(id);
            }
        });
    }

    private void settled(Id id) {
        lock.lock();
        try {
            Job job = byCall.get(id.call());
            if (job != null) {
                job.over.complete(Work.BROUGHT);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The work of a job that a worker has. */
    Work work(Id id) {
        lock.lock();
        try {
            return held(id).work;
        } finally {
            lock.unlock();
        }
    }

    private Job held(Id id) {
        Job job = byCall.get(id.call());
        if (job == null || job.expiry == null || job.lock != id.lock()) {
            throw new RefusedException(Code.JOB_LOCK.with(id, job == null ? "the server does not have it any more" : "its time is over"));
        }
        return job;
    }

    /** A worker keeps a job for longer. */
    Instant extend(Id id, Duration lockFor) {
        lock.lock();
        try {
            return lock(held(id), lockFor);
        } finally {
            lock.unlock();
        }
    }
}
