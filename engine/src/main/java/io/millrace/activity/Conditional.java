package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;

/**
 * Runs one of two branches, depending on a condition. Either branch may be missing. If the condition is a slot that has no value yet, the
 * flow waits for it.
 */
public final class Conditional implements Activity, SlotUse.Shown {
    private static final int THEN = 0;
    private static final int ELSE = 1;

    private final Condition condition;
    private final Activity then;
    private final Activity otherwise;

    Conditional(Condition condition, Activity then, Activity otherwise) {
        this.condition = condition;
        this.then = then;
        this.otherwise = otherwise;
    }

    /** The steps to run if the condition holds. */
    public Conditional then(Activity... steps) {
        return new Conditional(condition, Activities.oneOrSequence(steps), otherwise);
    }

    /** The steps to run if the condition does not hold. */
    public Conditional otherwise(Activity... steps) {
        return new Conditional(condition, then, Activities.oneOrSequence(steps));
    }

    @Override
    public void slots(SlotUse use) {
        use.reads(condition);
    }

    @Override
    public String kind() {
        return "conditional";
    }

    @Override
    public List<Activity> children() {
        return List.of(then, otherwise);
    }

    @Override
    public String childName(int child) {
        return child == THEN ? "then" : "else";
    }

    @Override
    public int childNamed(String name) {
        return name.equals("then") ? THEN : name.equals("else") ? ELSE : -1;
    }

    @Override
    public Data describe() {
        return condition.describe();
    }

    @Override
    public String title() {
        return "if " + condition.title();
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Deciding(this, here, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return child < 0 ? new Deciding(this, here, next) : new Passing(here, next);
    }

    private record Deciding(Conditional of, Node here, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            int branch = of.condition.holds(enactment, here) ? THEN : ELSE;
            return here.child(branch).continuation(new Passing(here, next));
        }
    }
}
