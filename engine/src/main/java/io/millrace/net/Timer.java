package io.millrace.net;

import java.time.Duration;
import java.time.Instant;
import java.time.Period;

/**
 * The time of a task: when it is over the work is taken back and the task goes on; a task that does nothing else is a
 * time-out (the "T" of Figure 7).
 *
 * @param trigger from when it counts
 * @param until when it is over
 */
public record Timer(Trigger trigger, Until until) {
    /** What starts the timer. */
    public enum Trigger {
        ON_ENABLED,
        ON_STARTED
    }

    /** When a timer is over. */
    public sealed interface Until {}

    /**
     * After a while: first the days, months and years of a calendar, then the exact time.
     *
     * @param workdays whether only working days count
     */
    public record After(Period period, Duration duration, boolean workdays) implements Until {}

    /** At an instant. */
    public record At(Instant instant) implements Until {}

    /** As data says: an ISO duration or instant, or fields {@code trigger} and {@code expiry}. */
    public record Told(Expression expression) implements Until {}

    public static Timer after(Duration duration) {
        return new Timer(Trigger.ON_ENABLED, new After(Period.ZERO, duration, false));
    }

    public static Timer at(Instant instant) {
        return new Timer(Trigger.ON_ENABLED, new At(instant));
    }

    public static Timer told(Expression expression) {
        return new Timer(Trigger.ON_ENABLED, new Told(expression));
    }

    public Timer onStarted() {
        return new Timer(Trigger.ON_STARTED, until);
    }
}
