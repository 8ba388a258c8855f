package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.Task;
import java.util.List;

/**
 * A node of a process definition: what is to be done, never how far it is. Immutable, so the same object may stand at
 * several places of a process.
 *
 * <p>A new type of activity is a class like the ones here: it names its children, says what distinguishes it from others of
 * its kind, and builds the {@link Continuation} that carries it out. A continuation that waits must be found again after a
 * restart: {@link #resume} makes it from the state that {@link Continuation#state} gave.
 */
public interface Activity {
    /** The word for this type, such as {@code sequence}. */
    String kind();

    /** What people call this step, or the empty text. */
    default String name() {
        return "";
    }

    /** The activities inside it, in an order that never changes. */
    default List<Activity> children() {
        return List.of();
    }

    /** How a path names a child. Different for each child, and without a slash. */
    default String childName(int child) {
        return Integer.toString(child + 1);
    }

    /** The child that a path calls so, or -1. */
    default int childNamed(String name) {
        try {
            int child = Integer.parseInt(name) - 1;
            return child < children().size() ? child : -1;
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /** The tasks that it offers. */
    default List<Task> tasks() {
        return List.of();
    }

    /**
     * Everything that makes it differ from another of its kind, its children aside: names, slots, constants. A function given
     * by the user shows only that it is there.
     */
    default Data describe() {
        return Data.nothing();
    }

    /** Whether a child runs in a flow of its own. */
    default boolean forks(int child) {
        return false;
    }

    /** The number of the child that follows a child, or -1 when none does or none is known beforehand. */
    default int following(int child) {
        return -1;
    }

    /** What it does, for people. */
    default String title() {
        return name().isEmpty() ? kind() : kind() + " '" + name() + "'";
    }

    /** The work that is to be done here, from the beginning; {@code next} is what comes after it. */
    Continuation continuation(Node here, Continuation next);

    /**
     * The work that is left here.
     *
     * @param child the child that is under way and will return to this continuation, or -1 when this activity itself waits
     * @param state what the waiting continuation gave as its state; nothing if it had none, or if the flow was moved here by
     *     hand
     */
    default Continuation resume(Node here, int child, Data state, Continuation next) {
        return continuation(here, next);
    }
}
