package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.work.Task;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a continuation can do to the case while it is applied. Whatever it does is recorded at once. The methods that
 * answer a continuation end the call: return what they answer.
 */
public interface Enactment extends Environment {
    /** What a slot holds, without waiting for its value; null if there is no such slot. */
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

    /** Who has started a task in this case, if another task says that they may not do it. */
    default List<String> doersOf(String task) {
        return List.of();
    }

    /** Sends work off without waiting for it; its result comes into the slot, if one is named. */
    void send(Task task, Data input, @Nullable String slot);

    /** Offers work and waits until it is done. */
    Continuation awaitWork(Continuation waiting, Task task, Data input);

    /** Waits until an instant. */
    Continuation awaitInstant(Continuation waiting, Instant due);

    /** Waits for a signal by name and correlation key (empty for none). */
    Continuation awaitSignal(Continuation waiting, String signal, String key);

    /** Waits until nothing that was sent off is under way any more. */
    Continuation awaitSent(Continuation waiting);

    /** Whether something that was sent off is still under way. */
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

    /** How many of the flows that were forked are under way. */
    int flowsLeft();

    /** Cancels the flows that were forked and are still under way. */
    void cancelFlows();

    /** What this flow hands to the one that forked it. */
    void result(Data result);

    /** What the flows that were forked have handed over, in their order; nothing where one did not end. */
    Data results();

    /** Fails the flow: it is given up, and the one that forked it is told. */
    Continuation fail(String reason);

    // Undoing.

    /** How much there is to undo in this flow. */
    int undoMark();

    /** From now on, failing further out will run this child of {@code here}. */
    void registerUndo(Node here, int child);

    /** What was registered since the mark will not be undone. */
    void forgetUndo(int mark);

    /** Runs the latest that is to be undone, in a flow of its own, and waits for it. */
    Continuation undoLast(Continuation waiting);
}
