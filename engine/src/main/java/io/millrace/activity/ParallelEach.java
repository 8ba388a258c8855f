package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs its body once for each item of a list, in parallel. Each flow has the item in a local slot. Each flow also has its own collected
 * slot; their values form a list in the order of the items.
 */
public final class ParallelEach implements Activity, SlotUse.Shown {
    private static final int ALL = 0;

    private final String list;
    private final String item;
    private final Activity body;
    private final @Nullable String collected;
    private final @Nullable String into;
    private final int needed;

    ParallelEach(String list, String item, Activity body) {
        this(list, item, body, null, null, ALL);
    }

    private ParallelEach(
            String list, String item, Activity body, @Nullable String collected, @Nullable String into, int needed) {
        this.list = list;
        this.item = item;
        this.body = body;
        this.collected = collected;
        this.into = into;
        this.needed = needed;
    }

    /** Collects the final value of a slot of each flow into a list; nothing for a cancelled flow. */
    public ParallelEach collect(String slot, String into) {
        return new ParallelEach(list, item, body, slot, into, needed);
    }

    /** Ends when the first flow has ended. */
    public ParallelEach any() {
        return some(1);
    }

    /** Ends when this many flows have ended, or all if there are fewer. */
    public ParallelEach some(int needed) {
        if (needed < 1) {
            throw new IllegalArgumentException("At least one flow has to end");
        }
        return new ParallelEach(list, item, body, collected, into, needed);
    }

    @Override
    public void slots(SlotUse use) {
        use.reads(list);
        use.fills(item);
        use.fills(into);
    }

    @Override
    public String kind() {
        return "parallel each";
    }

    @Override
    public List<Activity> children() {
        return List.of(new Branch(body, collected));
    }

    @Override
    public String childName(int child) {
        return "each";
    }

    @Override
    public int childNamed(String name) {
        return name.equals("each") ? 0 : -1;
    }

    @Override
    public Data describe() {
        return Data.fields("list", list, "item", item, "into", into, "needed", needed);
    }

    @Override
    public String title() {
        return "side by side for each of '" + list + "'";
    }

    @Override
    public boolean forks(int child) {
        return true;
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Branches(this, here, -1, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return new Branches(this, here, state.isNothing() ? -1 : state.asInt(), next);
    }

    /** {@code count}: how many flows were forked, or -1 before that. */
    private record Branches(ParallelEach of, Node here, int count, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return count < 0 ? Data.nothing() : Data.of(count);
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (count < 0) {
                List<Data> items = Lists.of(enactment.at(of.list), of.list);
                if (items.isEmpty()) {
                    gather(enactment, new Data.Items(List.of()));
                    return next;
                }
                return enactment.forkEach(new Branches(of, here, items.size(), next), 0, of.item, of.collected, items);
            }
            if (enactment.happened() instanceof WakeUp.FlowFailed failed) {
                enactment.cancelFlows();
                return enactment.fail(failed.reason());
            }
            int wanted = of.needed == ALL ? count : Math.min(of.needed, count);
            if (count - enactment.flowsLeft() < wanted) {
                return enactment.awaitFlows(this);
            }
            gather(enactment, enactment.results());
            enactment.cancelFlows();
            return next;
        }

        private void gather(Enactment enactment, Data results) {
            if (of.into != null) {
                enactment.set(of.into, results);
            }
        }
    }

    /** What one flow does: the body, and then it hands over what it has to hand over. */
    private record Branch(Activity body, @Nullable String collected) implements Activity {
        @Override
        public String kind() {
            return "each";
        }

        @Override
        public List<Activity> children() {
            return List.of(body);
        }

        @Override
        public String childName(int child) {
            return "body";
        }

        @Override
        public int childNamed(String name) {
            return name.equals("body") ? 0 : -1;
        }

        @Override
        public Data describe() {
            return Data.of(collected);
        }

        @Override
        public Continuation continuation(Node here, Continuation next) {
            return new Beginning(here, collected, next);
        }

        @Override
        public Continuation resume(Node here, int child, Data state, Continuation next) {
            return child < 0 && state.isNothing()
                    ? new Beginning(here, collected, next)
                    : new Handing(here, collected, next);
        }
    }

    private record Beginning(Node here, @Nullable String collected, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            return here.child(0).continuation(new Handing(here, collected, next));
        }
    }

    private record Handing(Node here, @Nullable String collected, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return Data.Truth.of(true);
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (collected != null) {
                enactment.result(enactment.at(collected));
            }
            return next;
        }
    }
}
