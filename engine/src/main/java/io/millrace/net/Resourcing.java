package io.millrace.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How people come to the work of a task, beyond who may do it (which its {@link io.millrace.work.Performers} say).
 *
 * @param offer who chooses whom it is offered to
 * @param allocate who chooses one of them
 * @param allocator by which rule the system chooses, such as {@code RoundRobin}; null if a user does
 * @param start who starts it
 * @param performersFrom variables of the net that name participants or roles
 * @param separateFrom tasks whose participants may not do it: separation of duties
 * @param familiarWith the task whose participant does it, or null
 * @param unenforced what was read and is not enforced, by name; told to the user when the net is deployed
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
        USER,
        SYSTEM
    }

    /** Offered to whoever may do it; they claim and start it themselves. */
    public static final Resourcing BY_USER =
            new Resourcing(Initiator.USER, Initiator.USER, null, Initiator.USER, List.of(), List.of(), null, List.of());

    public Resourcing {
        performersFrom = List.copyOf(performersFrom);
        separateFrom = List.copyOf(separateFrom);
        unenforced = List.copyOf(unenforced);
    }

    /** Whether the system is to choose by chance: it does so by a number of the work item, which is the same whenever asked. */
    public boolean isRandom() {
        return allocator != null && allocator.startsWith("Random");
    }

    /** Whether the system's rule is one that is followed: by turns, or by chance. */
    public boolean isFollowed() {
        return allocator == null || isRandom() || allocator.startsWith("RoundRobin");
    }

    public Resourcing separateFrom(String... tasks) {
        return new Resourcing(offer, allocate, allocator, start, performersFrom, List.of(tasks), familiarWith, unenforced);
    }

    public Resourcing familiarWith(String task) {
        return new Resourcing(offer, allocate, allocator, start, performersFrom, separateFrom, task, unenforced);
    }
}
