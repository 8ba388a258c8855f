package io.millrace.net;

import java.time.Duration;
import java.time.Instant;
import java.time.Period;

/**
 * The timer of a task: when it fires, the engine withdraws the work and the task completes. A task without work is a time-out (the "T" of
 * Figure 7). Immutable.
 *
 * @param trigger what starts the timer
 * @param until when it fires
 */
public record Timer(Trigger trigger, Until until) {
    /** What starts the timer. */
    public enum Trigger {
        /** The timer starts when the task becomes enabled. It runs while the work is offered and while it is done. */
        ON_ENABLED,
        /**
         * The timer starts when a participant starts the work. A task without work ignores this and starts its timer when it is enabled.
         */
        ON_STARTED
    }

    /** When a timer fires. */
    public sealed interface Until {}

    /**
     * After a while: first the days, months and years of a calendar, then the exact time.
     *
     * @param workdays whether only working days count
     */
    public record After(Period period, Duration duration, boolean workdays) implements Until {}

    /** At an instant. */
    public record At(Instant instant) implements Until {}

    /** The value of an expression: an ISO duration or instant, or fields {@code trigger} and {@code expiry}. */
    public record Told(Expression expression) implements Until {}

    /** A timer that fires when the duration has passed since the task was enabled. */
    public static Timer after(Duration duration) {
        return new Timer(Trigger.ON_ENABLED, new After(Period.ZERO, duration, false));
    }

    /** A timer that fires at the instant. If the instant is in the past when the task is enabled, the timer is due at once. */
    public static Timer at(Instant instant) {
        return new Timer(Trigger.ON_ENABLED, new At(instant));
    }

    /** A timer whose time the engine computes when the timer starts. See {@link Told} for the values that the expression can have. */
    public static Timer told(Expression expression) {
        return new Timer(Trigger.ON_ENABLED, new Told(expression));
    }

    /** A copy that starts when a participant starts the work. */
    public Timer onStarted() {
        return new Timer(Trigger.ON_STARTED, until);
    }
}
