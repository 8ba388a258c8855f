package io.millrace.server.api;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.work.Limits;
import io.millrace.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Automatic work for workers outside of this process. For each task that a worker has asked for, the engine's call waits here until a worker
 * brings the result. A worker has a job for a while, and may extend that; after it, the job goes to whoever asks next.
 *
 * <p>What is kept here may be lost at any moment: the engine makes its calls again after a restart, and a result that a worker brings after
 * it counts as long as its attempt does.
 */
final class Jobs {
    /** How many jobs of one task are handed out or wait here; the journal keeps the others. */
    private static final int AT_ONCE = 10_000;

    /** One call of the engine. */
    private static final class Job {
        final String tenant;
        final String task;
        final Work work;
        final Condition over;
        /** Counts who had it: a worker that came too late has a smaller number. */
        int lock;
        Instant until = Instant.MIN;
        boolean settled;

        Job(Work work, Condition over) {
            this.tenant = work.tenant();
            this.task = work.task();
            this.work = work;
            this.over = over;
        }
    }

    /** A job that a worker has. */
    record Locked(String id, Work work, Instant until) {}

    private record Topic(String tenant, String task) {}

    private record Expiry(Instant until, Job job, int lock) implements Comparable<Expiry> {
        @Override
        public int compareTo(Expiry other) {
            return until.compareTo(other.until);
        }
    }

    private final Millrace mill;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Map<Topic, Deque<Job>> waiting = new HashMap<>();
    private final Map<String, Job> byToken = new HashMap<>();
    private final PriorityQueue<Expiry> expiries = new PriorityQueue<>();
    private final Set<String> attended = ConcurrentHashMap.newKeySet();

    Jobs(Millrace mill) {
        this.mill = mill;
    }

    /** Makes this the handler of a task. */
    void attend(String task) {
        if (attended.add(task)) {
            mill.on(task, Limits.atOnce(AT_ONCE), this::handle);
        }
    }

    /** Called by the engine on a virtual thread, which waits here until a worker has brought the result or the engine recalls the work. */
    private Object handle(Work work) throws InterruptedException {
        lock.lockInterruptibly();
        Job job = new Job(work, lock.newCondition());
        try {
            byToken.put(work.token(), job);
            offer(job);
            while (!job.settled) {
                job.over.await(1, TimeUnit.SECONDS);
                // The time limit of the task counts from when a worker has the job, and the lock says how long that is.
                work.heartbeat();
            }
            return Work.LATER;
        } finally {
            byToken.remove(work.token(), job);
            job.settled = true;
            waiting.getOrDefault(new Topic(job.tenant, job.task), new ArrayDeque<>()).remove(job);
            lock.unlock();
        }
    }

    private void offer(Job job) {
        waiting.computeIfAbsent(new Topic(job.tenant, job.task), key -> new ArrayDeque<>()).addLast(job);
        arrived.signal();
    }

    /** Waits until there is a job of one of the tasks, and locks as many as there are up to a number. */
    List<Locked> fetch(String tenant, List<String> tasks, int most, Duration lockFor, Duration patience) throws InterruptedException {
        tasks.forEach(this::attend);
        long nanos = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                List<Locked> taken = take(tenant, tasks, most, lockFor);
                if (!taken.isEmpty() || nanos <= 0) {
                    return taken;
                }
                long slice = Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(500));
                nanos -= slice - Math.max(0, arrived.awaitNanos(slice));
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Locked> take(String tenant, List<String> tasks, int most, Duration lockFor) {
        Instant now = Instant.now();
        expire(now);
        List<Locked> taken = new ArrayList<>();
        for (String task : tasks) {
            Deque<Job> queue = waiting.get(new Topic(tenant, task));
            while (queue != null && !queue.isEmpty() && taken.size() < most) {
                Job job = queue.removeFirst();
                job.lock++;
                job.until = now.plus(lockFor);
                expiries.add(new Expiry(job.until, job, job.lock));
                taken.add(new Locked(job.work.token() + "!" + job.lock, job.work, job.until));
            }
        }
        if (taken.size() == most) {
            // There may be more for another worker.
            arrived.signal();
        }
        return taken;
    }

    private void expire(Instant now) {
        while (!expiries.isEmpty() && !expiries.peek().until().isAfter(now)) {
            Expiry due = expiries.remove();
            Job job = due.job();
            if (!job.settled && job.lock == due.lock() && job.until.equals(due.until())) {
                job.until = Instant.MIN;
                offer(job);
            }
        }
    }

    /** Brings a result; it is durable when this returns. */
    void complete(String id, Data output) {
        settle(id, token -> mill.complete(token, output));
    }

    /** Says that an attempt failed. */
    void fail(String id, String reason, boolean again) {
        settle(id, token -> {
            if (again) {
                mill.failAttempt(token, reason);
            } else {
                mill.fail(token, reason);
            }
        });
    }

    private void settle(String id, java.util.function.Consumer<String> result) {
        String token = token(id);
        lock.lock();
        try {
            check(id, byToken.get(token));
        } finally {
            lock.unlock();
        }
        result.accept(token);
        lock.lock();
        try {
            Job job = byToken.get(token);
            if (job != null) {
                job.settled = true;
                job.over.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A worker may have a job for longer. */
    Instant extend(String id, Duration lockFor) {
        lock.lock();
        try {
            Job job = byToken.get(token(id));
            if (job == null) {
                throw new RefusedException(Code.JOB_LOCK.with(id, "the server does not have it any more"));
            }
            check(id, job);
            if (job.until.equals(Instant.MIN)) {
                throw new RefusedException(Code.JOB_LOCK.with(id, "its time is over"));
            }
            job.until = Instant.now().plus(lockFor);
            expiries.add(new Expiry(job.until, job, job.lock));
            return job.until;
        } finally {
            lock.unlock();
        }
    }

    /** A job that the server does not know was handed out before it started; the engine knows whether the attempt still counts. */
    private static void check(String id, @org.jspecify.annotations.Nullable Job job) {
        int held = Integer.parseInt(id.substring(id.lastIndexOf('!') + 1));
        if (job != null && job.lock > held) {
            throw new RefusedException(Code.JOB_LOCK.with(id, "it took too long, and another worker has it"));
        }
    }

    private static String token(String id) {
        int end = id.lastIndexOf('!');
        if (end < 1 || !id.substring(end + 1).matches("\\d{1,9}")) {
            throw new RefusedException(Code.BAD_TOKEN.with(id));
        }
        return id.substring(0, end);
    }
}
