package io.millrace.work;

import io.millrace.problem.Argument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The action for a work item that is not done in time. A deadline may have several levels, each counted from the offer: {@code
 * Deadline.escalate(ofHours(4), "lead").then(Deadline.escalate(ofDays(1), "director"))}. Immutable.
 *
 * @param after how long after the offer
 * @param action the action
 * @param later the next level, or null
 */
public record Deadline(Duration after, Action action, @Nullable Deadline later) {
    public Deadline {
        Argument.positive(after, "after");
        Argument.given(action, "action");
        if (later != null && later.after.compareTo(after) <= 0) {
            throw Argument.wrong("later", later.after, "Give a duration that is longer than that of the level before, " + after + ".");
        }
    }

    /** One level. */
    public Deadline(Duration after, Action action) {
        this(after, action, null);
    }

    /** Returns this deadline with another level after the last one. */
    public Deadline then(Deadline later) {
        Argument.given(later, "later");
        return new Deadline(after, action, this.later == null ? later : this.later.then(later));
    }

    /** The actions for a missed deadline. */
    public sealed interface Action {}

    /** Offers the work also to another role, with a higher priority. */
    public record Escalate(String role) implements Action {
        public Escalate {
            Argument.named(role, "role");
        }
    }

    /** Takes the work from its holder and allocates it to another participant. */
    public record Reassign(String participant) implements Action {
        public Reassign {
            Argument.named(participant, "participant");
        }
    }

    /** Takes the work from its pool and its holder; another pool assigns it, with a higher priority. */
    public record HandOver(String pool) implements Action {
        public HandOver {
            Argument.named(pool, "pool");
        }
    }

    /** The work fails. */
    public record Fail(String reason) implements Action {
        public Fail {
            Argument.named(reason, "reason");
        }
    }

    /** After this time, offers the work also to another role. */
    public static Deadline escalate(Duration after, String role) {
        return new Deadline(after, new Escalate(role));
    }

    /** After this time, allocates the work to another participant. */
    public static Deadline reassign(Duration after, String participant) {
        return new Deadline(after, new Reassign(participant));
    }

    /** After this time, lets another pool assign the work. */
    public static Deadline handOver(Duration after, String pool) {
        return new Deadline(after, new HandOver(pool));
    }

    /** After this time, fails the work. */
    public static Deadline fail(Duration after, String reason) {
        return new Deadline(after, new Fail(reason));
    }

    /** A deadline of one level keeps the text, and so the fingerprint, that it had before there were several. */
    @Override
    public String toString() {
        return "Deadline[after=" + after + ", action=" + action + (later == null ? "]" : ", later=" + later + "]");
    }
}
