package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a continuation on its case while it is applied. Each operation is recorded at once. If a method returns a continuation,
 * the caller must return it and do nothing else. Confined to the current turn.
 */
public interface Enactment extends Environment {
    /** The content of a slot, without waiting for its value; null if there is no such slot. */
    @Nullable Slot slot(String name);

    /** Whether a slot belongs to this flow or one around it, and not to the case. */
    boolean isLocal(String slot);

    /** Why the continuation is applied again after it waited; null when it did not wait. */
    @Nullable WakeUp happened();

    /** Calls a user's function. If it throws, the turn is refused, and the problem names the place. */
    <T> T call(Node here, Supplier<T> function);

    // Slots.

    /** Puts something into a slot of the case, or into the local slot of that name that this flow sees. */
    void set(String slot, Slot value);

    /** Puts a value into a slot. */
    default void set(String slot, Data value) {
        set(slot, new Slot.Value(value));
    }

    /** Sets a slot that this flow and those inside it see, and no other. */
    void setLocal(String slot, Data value);

    // Work.

    /** The participants who have started a task in this case, if another task excludes them. */
    default List<String> doersOf(String task) {
        return List.of();
    }

    /** Starts work without waiting for it; its result fills the slot, if one is named. */
    void send(Task task, Data input, @Nullable String slot);

    /** Offers work and waits until it is done. */
    Continuation awaitWork(Continuation waiting, Task task, Data input);

    /** Waits until an instant. */
    Continuation awaitInstant(Continuation waiting, Instant due);

    /** Waits for a signal by name and correlation key (empty for none). */
    Continuation awaitSignal(Continuation waiting, String signal, String key);

    /** Waits until all work that was started without waiting has ended. */
    Continuation awaitSent(Continuation waiting);

    /** Whether work that was started without waiting is still running. */
    boolean isSomethingSent();

    // Flows.

    /** Begins a flow for each of these children, and waits for the first of them to end. */
    Continuation fork(Continuation waiting, List<Integer> children);

    /**
     * Begins a flow of one child for each item, with the item in a slot of its own, and waits for the first to end.
     *
     * @param collected another slot of which each flow has its own, or null
     */
    Continuation forkEach(Continuation waiting, int child, String slot, @Nullable String collected, List<Data> items);

    /** Waits for the next of the flows that were forked. */
    Continuation awaitFlows(Continuation waiting);

    /** The number of forked flows that still run. */
    int flowsLeft();

    /** Cancels the forked flows that still run. */
    void cancelFlows();

    /** Sets the result of this flow for the flow that forked it. */
    void result(Data result);

    /** The results of the forked flows, in their order; nothing for a flow that did not end. */
    Data results();

    /** Fails the flow: it ends, and the flow that forked it receives the failure. */
    Continuation fail(String reason);

    // Undoing.

    /** The number of registered compensations in this flow. */
    int undoMark();

    /** Registers a child of {@code here} as a compensation, which runs if an outer scope fails. */
    void registerUndo(Node here, int child);

    /** Removes the compensations that were registered since the mark. */
    void forgetUndo(int mark);

    /** Runs the last registered compensation in a flow of its own, and waits for it. */
    Continuation undoLast(Continuation waiting);
}
