package io.millrace.activity;

import io.millrace.data.Data;
import java.util.List;

/** Repeats its body: while a condition holds, until one holds, a number of times, or for each item of a list. */
public final class Repetition implements Activity, SlotUse.Shown {
    private sealed interface Rule {}

    private record While(Condition condition) implements Rule {}

    private record Until(Condition condition) implements Rule {}

    private record Times(long count) implements Rule {}

    private record Each(String list, String item) implements Rule {}

    private final Rule rule;
    private final Activity body;

    private Repetition(Rule rule, Activity body) {
        this.rule = rule;
        this.body = body;
    }

    static Repetition whilst(Condition condition, Activity body) {
        return new Repetition(new While(condition), body);
    }

    static Repetition until(Condition condition, Activity body) {
        return new Repetition(new Until(condition), body);
    }

    static Repetition times(long count, Activity body) {
        return new Repetition(new Times(count), body);
    }

    static Repetition each(String list, String item, Activity body) {
        return new Repetition(new Each(list, item), body);
    }

    /** Whether the body is done at least once, whatever the data. */
    boolean isDoneOnce() {
        return rule instanceof Until || rule instanceof Times times && times.count() > 0;
    }

    @Override
    public void slots(SlotUse use) {
        switch (rule) {
            case While w -> use.reads(w.condition());
            case Until u -> use.reads(u.condition());
            case Each each -> {
                use.reads(each.list());
                use.fills(each.item());
            }
            case Times times -> {}
        }
    }

    @Override
    public String kind() {
        return "repetition";
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
        return switch (rule) {
            case While w -> Data.fields("while", w.condition().describe());
            case Until u -> Data.fields("until", u.condition().describe());
            case Times t -> Data.fields("times", t.count());
            case Each e -> Data.fields("each", e.list(), "item", e.item());
        };
    }

    @Override
    public String title() {
        return switch (rule) {
            case While w -> "repeat while " + w.condition().title();
            case Until u -> "repeat until " + u.condition().title();
            case Times t -> "repeat " + t.count() + " times";
            case Each e -> "for each of '" + e.list() + "'";
        };
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Rounds(this, here, 0, next);
    }

    /** A running body without a state is in its first iteration. */
    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        long rounds = state.isNothing() ? (child < 0 ? 0 : 1) : state.asLong();
        return new Rounds(this, here, rounds, next);
    }

    /** {@code begun}: how many rounds have begun. */
    private record Rounds(Repetition of, Node here, long begun, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return Data.of(begun);
        }

        @Override
        public Continuation apply(Enactment enactment) {
            return switch (of.rule) {
                case While w -> w.condition().holds(enactment, here) ? round() : next;
                case Until u -> begun > 0 && u.condition().holds(enactment, here) ? next : round();
                case Times t -> begun < t.count() ? round() : next;
                case Each e -> {
                    Data items = enactment.at(e.list());
                    if (begun >= Lists.of(items, e.list()).size()) {
                        yield next;
                    }
                    enactment.setLocal(e.item(), items.at((int) begun));
                    yield round();
                }
            };
        }

        private Continuation round() {
            // Only how often counts, and only where it decides something, is written into the journal.
            boolean counts = of.rule instanceof Times || of.rule instanceof Each;
            return here.child(0).continuation(new Rounds(of, here, counts ? begun + 1 : 1, next));
        }
    }
}
