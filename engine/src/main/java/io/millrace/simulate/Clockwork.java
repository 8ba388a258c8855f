package io.millrace.simulate;

import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * The clock and the threads of a simulated engine: everything runs on the thread of whoever drives it, in the order in which it
 * was asked for, and the clock stands still meanwhile.
 *
 * <p>A wish to be woken at the present instant is not granted at once but by {@link #wake}: what is decided "at the end of this
 * instant" is decided when the driver has told everything that happens in it.
 */
final class Clockwork implements Time, Threads {
    private record Wish(long due, long number, Runnable call) implements Comparable<Wish> {
        @Override
        public int compareTo(Wish other) {
            int byTime = Long.compare(due, other.due);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /** No instant. */
    static final long NEVER = Long.MAX_VALUE;
    /** So far a simulation looks ahead, about 73,000 years. */
    static final long FURTHEST = NEVER / 4;

    private static final double MICROS = 1e6;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Wish> wishes = new PriorityQueue<>();
    private long micros;
    private Instant now;
    private long wished;

    Clockwork(Instant start) {
        this.now = start;
        this.micros = micros(start);
    }

    static long micros(Instant instant) {
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        } catch (ArithmeticException e) {
            return NEVER;
        }
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** So many seconds as microseconds; more than there will ever be are the most that can be added to any instant. */
    static long micros(double seconds) {
        return Math.min(FURTHEST, Math.round(seconds * MICROS));
    }

    /** An instant so many seconds after another. */
    static long later(long instant, double seconds) {
        return instant + micros(seconds);
    }

    @Override
    public Instant now() {
        return now;
    }

    /** The same in microseconds since 1970. */
    long micros() {
        return micros;
    }

    void moveTo(long instant) {
        micros = instant;
        now = instant(instant);
    }

    @Override
    public void wakeAt(Instant due, Runnable call) {
        wishes.add(new Wish(Math.max(micros(due), micros), wished++, call));
    }

    @Override
    public boolean atEndOfInstant(Runnable call) {
        wakeAt(now, call);
        return true;
    }

    /** When somebody wants to be woken next. */
    long nextWish() {
        Wish next = wishes.peek();
        return next == null ? NEVER : next.due;
    }

    /** Grants the next wish, which is due. */
    void wake() {
        wishes.remove().call.run();
    }

    @Override
    public Strand strand(String name) {
        return tasks::add;
    }

    @Override
    public void fork(Runnable task) {
        tasks.add(task);
    }

    /** Runs everything that is asked for, until nothing is. */
    void rest() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public void close() {
        rest();
    }
}
