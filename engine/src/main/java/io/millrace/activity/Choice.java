package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A deferred choice: continues with the branch in which something happens first (its work starts or completes, its instant comes, its
 * signal arrives). The same turn cancels the other branches. All branches run until they wait, so a branch should begin with the step that
 * decides it; a branch that does not wait is chosen at once.
 */
public final class Choice implements Activity {
    private static final Data OPEN = Data.Truth.of(false);
    static final Data DECIDED = Data.Truth.of(true);

    private final List<Activity> branches;

    Choice(List<? extends Activity> branches) {
        this.branches = List.copyOf(branches);
        if (branches.isEmpty()) {
            throw new IllegalArgumentException("A choice has at least one branch");
        }
    }

    /** Whether a choice in this state has not been decided. */
    static boolean isOpen(Data state) {
        return state.equals(OPEN);
    }

    @Override
    public String kind() {
        return "choice";
    }

    @Override
    public List<Activity> children() {
        return branches;
    }

    @Override
    public boolean forks(int child) {
        return true;
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Racing(here, Data.nothing(), next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return new Racing(here, state, next);
    }

    private record Racing(Node here, Data state, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            if (state.isNothing()) {
                return enactment.fork(
                        new Racing(here, OPEN, next),
                        IntStream.range(0, here.count()).boxed().toList());
            }
            enactment.cancelFlows();
            return enactment.happened() instanceof WakeUp.FlowFailed failed ? enactment.fail(failed.reason()) : next;
        }
    }
}
