package io.millrace.kernel.record;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.language.Happening;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that was tried and that the gate delays. Its case and its number identify it: whoever decides it later names both.
 *
 * @param number counts from 1 within the case
 * @param event the event at which the gate said to wait; nothing of it has happened
 * @param trial what is tried again when the gate is asked again
 * @param by who tried it, or null for the engine
 * @param since when it was first tried
 * @param reason what it waits for, for people
 * @param granted events that were accepted by message: the gate is not asked about them again
 * @param timer the timer at which the gate is asked again, or 0
 */
public record Attempt(
        int number,
        Event.Significant event,
        Trial trial,
        @Nullable String by,
        Instant since,
        String reason,
        List<Event.Significant> granted,
        int timer) {

    /** What is tried. */
    public sealed interface Trial {}

    /**
     * A command, or the result of a handler.
     *
     * @param onBehalfOf for whom it was asked, or null
     */
    public record Asked(Command.OfCase command, @Nullable String onBehalfOf) implements Trial {
        /** A command that somebody asks for themselves. */
        public Asked(Command.OfCase command) {
            this(command, null);
        }
    }

    /** What a timer was set for; the timer itself has fired. */
    public record Elapsed(TimerPurpose purpose) implements Trial {}

    /** A signal that a mailbox has handed over; the case still waits for it. */
    public record Handed(int ticket, Data content, Instant sent, boolean only) implements Trial {}

    /** The reaction of the process to something that has happened. */
    public record Reaction(Happening happening) implements Trial {}

    /** Automatic work that has not begun. */
    public record Begun(int work) implements Trial {}

    /** The work item that is to be changed, or 0. What follows from work that is over concerns none. */
    public static int workOf(Trial trial) {
        return switch (trial) {
            case Asked asked -> asked.command() instanceof Command.OfWork command ? command.work().number() : 0;
            case Elapsed elapsed -> switch (elapsed.purpose()) {
                case TimerPurpose.Retry retry -> retry.work();
                case TimerPurpose.Overdue overdue -> overdue.work();
                case TimerPurpose other -> 0;
            };
            case Begun begun -> begun.work();
            case Handed handed -> 0;
            case Reaction reaction -> 0;
        };
    }

    /** For whom it was asked, or null. */
    public @Nullable String onBehalfOf() {
        return trial instanceof Asked asked ? asked.onBehalfOf() : null;
    }

    public int work() {
        return workOf(trial);
    }

    /** Whether this is the result of an attempt of automatic work. */
    public boolean isResultOf(int work, int attempt) {
        return trial instanceof Asked asked
                && (asked.command() instanceof Command.Complete c && c.attempt() == attempt && c.work().number() == work
                        || asked.command() instanceof Command.Fail f && f.attempt() == attempt && f.work().number() == work);
    }

    public Attempt timer(int timer) {
        return new Attempt(number, event, trial, by, since, reason, granted, timer);
    }

    /** What was granted, and the event that it waits for. */
    public List<Event.Significant> grantedWithEvent() {
        List<Event.Significant> all = new ArrayList<>(granted);
        all.add(event);
        return all;
    }
}
