package io.millrace.kernel;

import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Threads and time for tests in which nothing happens by itself: tasks run in the order in which they were given, on the
 * caller's thread, when it says so; the clock moves when it is moved.
 */
public final class Stepped implements Threads, Time {
    /** Where the clock starts. */
    public static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

    private record Wish(Instant due, long number, Runnable call) {}

    private final Deque<Runnable> tasks = new ConcurrentLinkedDeque<>();
    private final PriorityQueue<Wish> wishes =
            new PriorityQueue<>(Comparator.comparing(Wish::due).thenComparingLong(Wish::number));
    private Instant now;
    private long wished;

    public Stepped(Instant now) {
        this.now = now;
    }

    @Override
    public Strand strand(String name) {
        return tasks::add;
    }

    @Override
    public void fork(Runnable task) {
        tasks.add(task);
    }

    /** Runs the next task. */
    public void step() {
        tasks.remove().run();
    }

    /** Runs what is to be run until nothing is left. */
    public void drain() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void wakeAt(Instant due, Runnable call) {
        wishes.add(new Wish(due, wished++, call));
    }

    /** Moves the clock, through every instant at which something is due. */
    public void advance(Duration duration) {
        Instant target = now.plus(duration);
        drain();
        for (Wish wish = wishes.peek(); wish != null && !wish.due().isAfter(target); wish = wishes.peek()) {
            wishes.remove(wish);
            now = wish.due().isAfter(now) ? wish.due() : now;
            wish.call().run();
            drain();
        }
        now = target;
    }

    @Override
    public void close() {
        drain();
    }
}
