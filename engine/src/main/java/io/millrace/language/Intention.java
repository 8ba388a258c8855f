package io.millrace.language;

import io.millrace.data.Data;
import org.jspecify.annotations.Nullable;

/**
 * A command to a case that has not happened yet. A language may refuse it with {@link Compiled#check}; it is never postponed, because it
 * may not be possible later. A recorded occurrence is a {@link Happening}.
 */
public sealed interface Intention {
    /** A participant wants to start a work item; {@link Happening.WorkTaken} follows. */
    record StartWork(int work) implements Intention {}

    /** A participant wants to complete a work item with this output; {@link Happening.WorkDone} follows. */
    record CompleteWork(int work, Data output) implements Intention {}

    /** An operator wants to change the course of a case manually; {@link Compiled#intervene} does it. */
    sealed interface Intervention extends Intention {}

    /** Add an instance to a running task. */
    record AddInstance(String task, Data input) implements Intervention {}

    /** Changes a value in the case's data. */
    record ChangeData(String name, Data value) implements Intervention {}

    /** Skips a work item as if it had been completed with this output. The kernel has withdrawn it before the language reacts. */
    record Skip(int work, Data output) implements Intervention {}

    /** Repeats a step that is done or running. */
    record Redo(String step) implements Intervention {}

    /**
     * Moves a flow to another place.
     *
     * @param from which of several flows, or null if there is only one
     */
    record Move(@Nullable String from, String to) implements Intervention {}
}
