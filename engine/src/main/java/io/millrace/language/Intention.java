package io.millrace.language;

import io.millrace.data.Data;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to do to a case. A language may refuse it with {@link Compiled#check}; it is never held back for
 * later, since what makes sense now may make none then. What has happened already is a {@link Happening}.
 */
public sealed interface Intention {
    /** A participant wants to start a work item; {@link Happening.WorkTaken} follows. */
    record StartWork(int work) implements Intention {}

    /** A participant wants to complete a work item with this output; {@link Happening.WorkDone} follows. */
    record CompleteWork(int work, Data output) implements Intention {}

    /** An operator wants to change the course of a case by hand; {@link Compiled#intervene} does it. */
    sealed interface Intervention extends Intention {}

    /** Add an instance to a running task. */
    record AddInstance(String task, Data input) implements Intervention {}

    /** Give a value of the case's data another value. */
    record ChangeData(String name, Data value) implements Intervention {}

    /** Leave a work item out as if it had been done with this output. The kernel has withdrawn it before the language reacts. */
    record Skip(int work, Data output) implements Intervention {}

    /** Do a step again that is done or running. */
    record Redo(String step) implements Intervention {}

    /**
     * Let the flow go on at another point.
     *
     * @param from which of several flows, or null if there is only one
     */
    record Move(@Nullable String from, String to) implements Intervention {}
}
