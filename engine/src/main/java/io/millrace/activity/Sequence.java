package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;

/** Runs its steps one after the other. */
public final class Sequence implements Activity {
    private final List<Activity> steps;

    Sequence(List<? extends Activity> steps) {
        this.steps = List.copyOf(steps);
    }

    @Override
    public String kind() {
        return "sequence";
    }

    @Override
    public List<Activity> children() {
        return steps;
    }

    @Override
    public int following(int child) {
        return child + 1 < steps.size() ? child + 1 : -1;
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Steps(here, 0, next);
    }

    /** The running step determines the next one. */
    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return new Steps(here, child + 1, next);
    }

    private record Steps(Node here, int step, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            return step == here.count() ? next : here.child(step).continuation(new Steps(here, step + 1, next));
        }
    }
}
