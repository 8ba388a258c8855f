package io.millrace.net;

import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * Which tasks of one case are enabled, kept up to date at the cost of what has changed. The owner of a marking tells it
 * of every step and settles it at the end of a turn; it then hears which tasks came to be enabled and which stopped
 * being. An OR-join is looked at again only when a step touched what it looks at. Derived from the marking, so never
 * recorded.
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
     * For a marking of which nothing is known: the first {@link #settle} looks at everything, and tells of every task
     * whether it is enabled. A case that comes back from its store may hold on to what was enabled when it went there.
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

    /** Tokens were put into a condition or taken out of it by hand. */
    public void tokensChanged(int condition) {
        semantics.tokensChange(condition, open);
    }

    /** A task was made busy or idle by hand. */
    public void busyChanged(int task) {
        open.set(task);
        semantics.busyChanges(task, open);
    }

    private void reopen(int[] tasks) {
        for (int task : tasks) {
            open.set(task);
        }
    }

    /** Looks again at what may have changed, in the order of declaration, and tells of each difference. */
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

    /** Looks again at what may have changed. */
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

    /** Where the case stands, as of the last {@link #settle}. */
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
