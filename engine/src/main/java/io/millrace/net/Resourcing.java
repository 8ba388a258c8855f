package io.millrace.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the work of a task is offered, allocated and started; {@link io.millrace.work.Performers} defines who may do it. Immutable.
 *
 * @param offer who chooses whom it is offered to
 * @param allocate who chooses one of them
 * @param allocator the strategy by which the system chooses, such as {@code RoundRobin}; null if a user chooses
 * @param start who starts it
 * @param performersFrom variables of the net that name participants or roles
 * @param separateFrom tasks whose participants may not do it: separation of duties
 * @param familiarWith the task whose participant does it, or null
 * @param unenforced the names of properties that are read but not enforced; a deployment warns about them
 */
public record Resourcing(
        Initiator offer,
        Initiator allocate,
        @Nullable String allocator,
        Initiator start,
        List<String> performersFrom,
        List<String> separateFrom,
        @Nullable String familiarWith,
        List<String> unenforced) {

    /** Who takes a step. */
    public enum Initiator {
        /** A person takes the step: a participant claims or starts the work. */
        USER,
        /** The engine takes the step itself. */
        SYSTEM
    }

    /** Offered to all permitted participants, who claim and start it themselves. */
    public static final Resourcing BY_USER =
            new Resourcing(Initiator.USER, Initiator.USER, null, Initiator.USER, List.of(), List.of(), null, List.of());

    public Resourcing {
        performersFrom = List.copyOf(performersFrom);
        separateFrom = List.copyOf(separateFrom);
        unenforced = List.copyOf(unenforced);
    }

    /** Whether the system chooses pseudo-randomly: by a number of the work item, which never changes. */
    public boolean isRandom() {
        return allocator != null && allocator.startsWith("Random");
    }

    /** Whether the engine supports the allocator: round robin or random. */
    public boolean isFollowed() {
        return allocator == null || isRandom() || allocator.startsWith("RoundRobin");
    }

    /**
     * A copy with these tasks, by name, as separated duties; they replace the old ones. All must be tasks of the same net to be enforced.
     */
    public Resourcing separateFrom(String... tasks) {
        return new Resourcing(offer, allocate, allocator, start, performersFrom, List.of(tasks), familiarWith, unenforced);
    }

    /** A copy for the participants who did this task of the same net. If nobody did it, the declared performers can do the work. */
    public Resourcing familiarWith(String task) {
        return new Resourcing(offer, allocate, allocator, start, performersFrom, separateFrom, task, unenforced);
    }
}
