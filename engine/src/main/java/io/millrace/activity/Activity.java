package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.Task;
import java.util.List;

/**
 * A node of a process definition. It has no execution state. Immutable, so the same object may occur at several places of a process.
 *
 * <p>To add a type of activity, write a class like the ones here: it names its children, describes its properties for the fingerprint, and
 * builds the {@link Continuation} that carries it out. A continuation that waits must survive a restart: {@link #resume} restores it from
 * the state that {@link Continuation#state} returned.
 */
public interface Activity {
    /** The name of this type, such as {@code sequence}. */
    String kind();

    /** The name of this step, or the empty text. */
    default String name() {
        return "";
    }

    /** The activities inside it, in an order that never changes. */
    default List<Activity> children() {
        return List.of();
    }

    /** The name of a child in paths: unique among the children, and without a slash. */
    default String childName(int child) {
        return Integer.toString(child + 1);
    }

    /** The child with this name in paths, or -1. */
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

    /** Its properties without its children, for the fingerprint: names, slots, constants. Of a user's function only the presence counts. */
    default Data describe() {
        return Data.nothing();
    }

    /** Whether a child runs in a flow of its own. */
    default boolean forks(int child) {
        return false;
    }

    /** The number of the child that follows a child, or -1 if there is none or it is not known in advance. */
    default int following(int child) {
        return -1;
    }

    /** A short description for people. */
    default String title() {
        return name().isEmpty() ? kind() : kind() + " '" + name() + "'";
    }

    /** The continuation that runs this activity from its beginning; {@code next} follows it. */
    Continuation continuation(Node here, Continuation next);

    /**
     * Restores the continuation of a waiting activity.
     *
     * @param child the running child that will return to this continuation, or -1 if this activity itself waits
     * @param state the state of the waiting continuation; nothing if it had none, or if an operator moved the flow here
     */
    default Continuation resume(Node here, int child, Data state, Continuation next) {
        return continuation(here, next);
    }
}
