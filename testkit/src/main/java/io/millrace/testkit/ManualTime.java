package io.millrace.testkit;

import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is moved. Moving it stops at every instant for which somebody asked to be woken,
 * and goes on when the engine has come to rest there: so timers fire at their own instants and in order, and what they
 * set for later on the way is met, too.
 *
 * <p>A wish for the present or the past is granted at once, by the thread that has it.
 */
public final class ManualTime implements Time {
    /** Where the clock starts. */
    public static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

    private record Wish(Instant due, long number, Runnable call) {}

    private final PriorityQueue<Wish> wishes =
            new PriorityQueue<>(Comparator.comparing(Wish::due).thenComparingLong(Wish::number));
    private Instant now;
    private long wished;
    private volatile Runnable rest = () -> {};

    /** A clock that stands where they all start. */
    public ManualTime() {
        this(START);
    }

    /** A clock that stands at an instant. */
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

    /** Moves the clock on. */
    public void advance(Duration duration) {
        advanceTo(now().plus(duration));
    }

    /** Moves the clock to an instant, which does not lie in its past. */
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
