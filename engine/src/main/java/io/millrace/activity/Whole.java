package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;

/** The process around its activity: it ends when all that was sent off has ended, and undoes what was completed when it fails. */
record Whole(Activity activity) implements Activity {
    @Override
    public String kind() {
        return "process";
    }

    @Override
    public List<Activity> children() {
        return List.of(activity);
    }

    @Override
    public String childName(int child) {
        return activity.kind();
    }

    @Override
    public int childNamed(String name) {
        return name.equals(activity.kind()) ? 0 : -1;
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Beginning(here, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        if (child >= 0 || state instanceof Data.Truth) {
            return new Finishing(here, state, next);
        }
        return state.isNothing() ? new Beginning(here, next) : new Undoing(here, state, next);
    }

    private record Beginning(Node here, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            return here.child(0).continuation(new Finishing(here, Data.nothing(), next));
        }
    }

    private record Finishing(Node here, Data state, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            return enactment.isSomethingSent()
                    ? enactment.awaitSent(new Finishing(here, Data.Truth.of(true), next))
                    : next;
        }
    }

    /** The state is the reason for which the case fails. */
    private record Undoing(Node here, Data state, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            if (enactment.happened() instanceof WakeUp.FlowFailed failed) {
                return new Undoing(here, Data.of(state.text() + "; a compensation failed: " + failed.reason()), next);
            }
            return enactment.undoMark() > 0 ? enactment.undoLast(this) : enactment.fail(state.text());
        }
    }
}
