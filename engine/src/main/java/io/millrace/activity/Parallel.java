package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs all branches in parallel, each in a flow of its own. It ends when enough branches have ended: all, one, or a number; it cancels the
 * rest. A failing branch fails it.
 */
public final class Parallel implements Activity {
    private static final int ALL = 0;

    private final List<Activity> branches;
    private final int needed;

    Parallel(List<? extends Activity> branches) {
        this(branches, ALL);
    }

    private Parallel(List<? extends Activity> branches, int needed) {
        this.branches = List.copyOf(branches);
        this.needed = needed;
        if (needed < 0 || needed > branches.size()) {
            throw new IllegalArgumentException("Of " + branches.size() + " branches " + needed + " cannot end");
        }
    }

    /** Ends when the first branch has ended. */
    public Parallel any() {
        return some(1);
    }

    /** Ends when this many branches have ended. */
    public Parallel some(int needed) {
        if (needed < 1) {
            throw new IllegalArgumentException("At least one branch has to end");
        }
        return new Parallel(branches, needed);
    }

    /** How many branches have to end. */
    int needed() {
        return needed == ALL ? branches.size() : needed;
    }

    @Override
    public String kind() {
        return "parallel";
    }

    @Override
    public List<Activity> children() {
        return branches;
    }

    @Override
    public Data describe() {
        return Data.of(needed);
    }

    @Override
    public boolean forks(int child) {
        return true;
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Branches(this, here, false, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return new Branches(this, here, !state.isNothing(), next);
    }

    private record Branches(Parallel of, Node here, boolean forked, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return forked ? Data.Truth.of(true) : Data.nothing();
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (!forked) {
                return of.branches.isEmpty()
                        ? next
                        : enactment.fork(
                                new Branches(of, here, true, next),
                                IntStream.range(0, of.branches.size()).boxed().toList());
            }
            if (enactment.happened() instanceof WakeUp.FlowFailed failed) {
                enactment.cancelFlows();
                return enactment.fail(failed.reason());
            }
            int ended = of.branches.size() - enactment.flowsLeft();
            if (ended < of.needed()) {
                return enactment.awaitFlows(this);
            }
            enactment.cancelFlows();
            return next;
        }
    }
}
