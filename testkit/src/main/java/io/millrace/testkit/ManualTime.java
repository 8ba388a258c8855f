package io.millrace.testkit;

import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that only a test moves. On its way it stops at every instant for which the engine has a wake-up, and continues when the engine is
 * quiet there. So timers fire at their own instants and in order, also timers that are set on the way. Safe for use by several threads.
 *
 * <p>A wake-up for the present or the past happens at once, in the calling thread.
 */
public final class ManualTime implements Time {
    /** The start of the clock. */
    public static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

    private record Wish(Instant due, long number, Runnable call) {}

    private final PriorityQueue<Wish> wishes =
            new PriorityQueue<>(Comparator.comparing(Wish::due).thenComparingLong(Wish::number));
    private Instant now;
    private long wished;
    private volatile Runnable rest = () -> {};

    /** A clock that starts at {@link #START}. */
    public ManualTime() {
        this(START);
    }

    /** A clock that starts at an instant. */
    public ManualTime(Instant start) {
        this.now = start;
    }

    /** What to do after each wake-up until everything that follows from it is done. */
    void restingWith(Runnable rest) {
        this.rest = rest;
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public void wakeAt(Instant due, Runnable call) {
        synchronized (this) {
            if (due.isAfter(now)) {
                wishes.add(new Wish(due, wished++, call));
                return;
            }
        }
        call.run();
    }

    /** Moves the clock forward. */
    public void advance(Duration duration) {
        advanceTo(now().plus(duration));
    }

    /** Moves the clock forward to an instant, which must not be in its past. */
    public void advanceTo(Instant target) {
        if (target.isBefore(now())) {
            throw new IllegalArgumentException("The clock does not go back: it is " + now() + ", asked for " + target);
        }
        rest.run();
        for (Wish wish = next(target); wish != null; wish = next(target)) {
            wish.call().run();
            rest.run();
        }
        synchronized (this) {
            now = target;
        }
    }

    private synchronized @Nullable Wish next(Instant target) {
        Wish wish = wishes.peek();
        if (wish == null || wish.due().isAfter(target)) {
            return null;
        }
        now = wish.due();
        return wishes.poll();
    }
}
