package io.millrace.net;

import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * The enabled tasks of one case, updated incrementally. The owner of a marking reports every step and calls {@link #settle} at the end of a
 * turn, which reports the tasks that became enabled or disabled. An OR-join is evaluated again only when a step changed its upstream nodes.
 * Derived from the marking, so never recorded. Not safe for use by several threads.
 */
public final class Enabling {
    private final Semantics semantics;
    private final Marking marking;
    private final BitSet enabled = new BitSet();
    /** Tasks to be looked at again. */
    private final BitSet open = new BitSet();
    /** Whether nothing has been looked at yet. */
    private boolean unknown = true;

    /**
     * For a new marking: the first {@link #settle} evaluates and reports all tasks. A case that is loaded from its store may keep its
     * earlier enabled tasks.
     */
    public Enabling(Semantics semantics, Marking marking) {
        this.semantics = semantics;
        this.marking = marking;
        open.set(0, semantics.graph().tasks());
    }

    /** A task has been entered. */
    public void entered(int task) {
        reopen(semantics.tasksAfterEnter(task));
    }

    /** A task has exited. */
    public void exited(int task) {
        reopen(semantics.tasksAfterExit(task));
    }

    /** An operator put tokens into a condition or removed them. */
    public void tokensChanged(int condition) {
        semantics.tokensChange(condition, open);
    }

    /** An operator made a task busy or idle. */
    public void busyChanged(int task) {
        open.set(task);
        semantics.busyChanges(task, open);
    }

    private void reopen(int[] tasks) {
        for (int task : tasks) {
            open.set(task);
        }
    }

    /** Evaluates everything that may have changed, in the order of declaration, and reports each difference. */
    public void settle(IntConsumer nowEnabled, IntConsumer noLonger) {
        for (int task = open.nextSetBit(0); task >= 0; task = open.nextSetBit(task + 1)) {
            boolean is = semantics.isEnabled(marking, task);
            if (unknown || is != enabled.get(task)) {
                enabled.set(task, is);
                (is ? nowEnabled : noLonger).accept(task);
            }
        }
        open.clear();
        unknown = false;
    }

    /** Evaluates everything that may have changed. */
    public void settle() {
        settle(task -> {}, task -> {});
    }

    /** Whether a task is enabled, as of the last {@link #settle}. */
    public boolean isEnabled(int task) {
        return enabled.get(task);
    }

    /** The next enabled task from this one on, or -1. */
    public int nextEnabled(int from) {
        return enabled.nextSetBit(from);
    }

    /** The status of the case, as of the last {@link #settle}. */
    public Standing standing(End end) {
        boolean marked = marking.tokens(semantics.graph().output()) > 0;
        if (marked && end == End.FIRST) {
            return Standing.FINISHED;
        }
        if (!enabled.isEmpty() || isAnyBusy()) {
            return Standing.RUNNING;
        }
        return marked || semantics.graph().net().implicitTermination() ? Standing.FINISHED : Standing.STUCK;
    }

    private boolean isAnyBusy() {
        for (int task = 0; task < semantics.graph().tasks(); task++) {
            if (marking.isBusy(task)) {
                return true;
            }
        }
        return false;
    }
}
