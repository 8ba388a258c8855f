package io.millrace.server.api;

import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Exchange;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
    /** How many jobs of one task are handed out or wait here; the journal keeps the others. */
    private static final int AT_ONCE = 10_000;

    /** For how many tasks workers can ask: each costs memory until the server stops. */
    private static final int MOST_TASKS = 10_000;

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
                if (parts.length == 4) {
                    return new Id(parts[3], WorkId.parse(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
                }
            } catch (NumberFormatException | RefusedException e) {
                // Refused below.
            }
            throw new RefusedException(Code.BAD_TOKEN.with(id));
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
        @Nullable Instant until;

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

    private record Expiry(Instant until, Job job) implements Comparable<Expiry> {
        @Override
        public int compareTo(Expiry other) {
            return until.compareTo(other.until);
        }
    }

    private final Backend backend;
    private final Millrace mill;
    private final Set<String> attended = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Topic, Deque<Job>> waiting = new HashMap<>();
    /** Workers for whom there was nothing, each at the end of the line for each of its tasks. */
    private final Map<Topic, Set<Condition>> idle = new HashMap<>();
    private final Map<Call, Job> byCall = new HashMap<>();
    private final PriorityQueue<Expiry> expiries = new PriorityQueue<>();

    private volatile boolean closed;

    Jobs(Backend backend) {
        this.backend = backend;
        this.mill = backend.mill();
        backend.handled().forEach(this::attend);
    }

    /** Those who wait for jobs are told that there are none. */
    void close() {
        closed = true;
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

    private void attend(String task) {
        if (!attended.contains(task) && attended.size() >= MOST_TASKS) {
            throw Exchange.bad("workers have asked for " + MOST_TASKS + " different tasks already, and '" + task + "' is none of them");
        }
        if (attended.add(task)) {
            mill.on(task, Limits.atOnce(AT_ONCE), new Waits(task));
        }
    }

    private void offer(Job job) {
        lock.lock();
        try {
            byCall.put(job.call(), job);
            enqueue(job);
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Job job) {
        job.until = null;
        waiting.computeIfAbsent(job.topic(), topic -> new ArrayDeque<>()).addLast(job);
        wake(job.topic());
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
            Deque<Job> queue = waiting.get(job.topic());
            if (job.until == null && queue != null) {
                queue.remove(job);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Locks as many jobs of some tasks as there are, up to a number; waits for the first for a while. */
    List<Locked> fetch(String tenant, List<String> tasks, Predicate<Work> fits, int most, Duration lockFor, Duration patience)
            throws InterruptedException {
        tasks.forEach(this::attend);
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
                idle.getOrDefault(topic, new LinkedHashSet<>()).remove(own);
                // More may have come than this worker takes, and it was the one that was woken.
                if (!waiting.getOrDefault(topic, new ArrayDeque<>()).isEmpty()) {
                    wake(topic);
                }
            }
            lock.unlock();
        }
    }

    private List<Locked> take(List<Topic> topics, Predicate<Work> fits, int most, Duration lockFor) {
        Instant now = Instant.now();
        expire(now);
        List<Locked> taken = new ArrayList<>();
        for (Topic topic : topics) {
            Iterator<Job> queue = waiting.getOrDefault(topic, new ArrayDeque<>()).iterator();
            while (queue.hasNext() && taken.size() < most) {
                Job job = queue.next();
                if (!fits.test(job.work)) {
                    continue;
                }
                queue.remove();
                job.lock++;
                job.until = now.plus(lockFor);
                expiries.add(new Expiry(job.until, job));
                taken.add(new Locked(new Id(topic.tenant(), job.work.id(), job.work.attempt(), job.lock), job.work, job.until));
            }
        }
        return taken;
    }

    private void expire(Instant now) {
        while (!expiries.isEmpty() && !expiries.peek().until().isAfter(now)) {
            Expiry due = expiries.remove();
            Job job = due.job();
            if (due.until().equals(job.until) && byCall.get(job.call()) == job) {
                enqueue(job);
            }
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
        if (job == null || job.until == null || job.lock != id.lock()) {
            throw new RefusedException(Code.JOB_LOCK.with(id, job == null ? "the server does not have it any more" : "its time is over"));
        }
        return job;
    }

    /** A worker keeps a job for longer. */
    Instant extend(Id id, Duration lockFor) {
        lock.lock();
        try {
            Job job = held(id);
            job.until = Instant.now().plus(lockFor);
            expiries.add(new Expiry(job.until, job));
            return job.until;
        } finally {
            lock.unlock();
        }
    }
}
