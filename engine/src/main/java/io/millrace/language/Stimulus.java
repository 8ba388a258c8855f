package io.millrace.language;

import io.millrace.data.Data;
import org.jspecify.annotations.Nullable;

/**
 * What a case reacts to. The kernel has already recorded what happened (the work item is completed, the timer has
 * fired); the language decides what follows.
 */
public sealed interface Stimulus {
    record Started(Data input) implements Stimulus {}

    /** Somebody starts an offered work item. This is where a deferred choice is decided. */
    record WorkTaken(int work) implements Stimulus {}

    record WorkDone(int work, Data output) implements Stimulus {}

    record WorkLost(int work, String reason) implements Stimulus {}

    record TimerDue(int timer) implements Stimulus {}

    record SignalCame(int ticket, Data content) implements Stimulus {}

    /** A further instance of a running task is asked for. */
    record InstanceAsked(String task, Data input) implements Stimulus {}

    /** A value of the case's data is to change. */
    record DataGiven(String name, Data value) implements Stimulus {}

    /** A work item is to be left out as if it had been done with this output. */
    record Skip(int work, Data output) implements Stimulus {}

    /** A step that is done or running is to be done again. */
    record Redo(String step) implements Stimulus {}

    /**
     * The flow is to go on at another point.
     *
     * @param from which of several flows, or null if there is only one
     */
    record Move(@Nullable String from, String to) implements Stimulus {}

    /** Look again at what can be done: the case is under another version, or whatever it stood at is said to be put right. */
    record GoOn() implements Stimulus {}
}
