package io.millrace.sim;

import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A clock that moves only when it is told to; calls that are due wait until somebody takes them. */
final class SimTime implements Time {
    private record Wish(Instant due, long number, Runnable call) {}

    private final PriorityQueue<Wish> wishes =
            new PriorityQueue<>(Comparator.comparing(Wish::due).thenComparingLong(Wish::number));
    private Instant now;
    private long wished;
    private Runnable looked = () -> {};
    private Runnable wishing = () -> {};

    SimTime() {
        this(Instant.parse("2000-01-01T00:00:00Z"));
    }

    SimTime(Instant start) {
        this.now = start;
    }

    /** Calls back whenever somebody looks at the clock, and whenever somebody wants to be woken; either may throw. */
    void disturb(Runnable whenLooked, Runnable whenWishing) {
        looked = whenLooked;
        wishing = whenWishing;
    }

    @Override
    public Instant now() {
        looked.run();
        return now;
    }

    @Override
    public void wakeAt(Instant due, Runnable call) {
        wishing.run();
        wishes.add(new Wish(due, wished++, call));
    }

    /** Moves the clock: back, if the duration is negative. */
    void advance(Duration duration) {
        now = now.plus(duration);
    }

    /** The instant, for those who are not part of what is simulated. */
    Instant shown() {
        return now;
    }

    /** Moves to the next instant for which somebody asked; says whether there is one. */
    boolean advanceToNext() {
        Wish next = wishes.peek();
        if (next != null && next.due().isAfter(now)) {
            now = next.due();
        }
        return next != null;
    }

    /** Moves to the next such instant that is not after another one, or else to that one; says whether it was met. */
    boolean advanceToNext(Instant latest) {
        Wish next = wishes.peek();
        boolean met = next != null && !next.due().isAfter(latest);
        Instant target = next != null && met ? next.due() : latest;
        now = target.isAfter(now) ? target : now;
        return met;
    }

    /** Takes a call that is due, or null. */
    @Nullable
    Runnable due() {
        Wish next = wishes.peek();
        if (next == null || next.due().isAfter(now)) {
            return null;
        }
        wishes.poll();
        return next.call();
    }

    /** The process is gone, and its wishes with it. */
    void forget() {
        wishes.clear();
    }
}
