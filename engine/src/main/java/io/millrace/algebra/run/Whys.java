package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.language.Explanation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains what rules say of a task. */
final class Whys {
    private Whys() {}

    /**
     * Why a task can begin now or cannot.
     *
     * @param flow what its process says of it, or null
     */
    static <S> @Nullable Explanation<S> of(RulesCase state, Bindings bindings, String task, @Nullable Explanation<S> flow) {
        List<Explanation<S>> because = new ArrayList<>();
        boolean may = flow == null || flow.holds();
        if (flow != null) {
            because.add(flow);
        }
        RuleSet rules = state.standing.rules();
        for (Occasion.Kind kind : List.of(Occasion.Kind.TASK_OFFER, Occasion.Kind.TASK_START, Occasion.Kind.TASK_COMPLETE)) {
            for (int literal : bindings.of(kind, task)) {
                boolean decided = state.standing.isDecided(literal);
                boolean accepted = !decided && Scheduler.accepts(state.standing, literal);
                String words = decided
                        ? rules.text(literal) + (state.standing.hasOccurred(literal) ? " has happened" : " is excluded")
                        : accepted ? "the rules let " + rules.text(literal) + " happen" : Scheduler.reason(state.standing, literal);
                if (kind != Occasion.Kind.TASK_COMPLETE) {
                    may &= accepted;
                }
                if (decided) {
                    String fluent = (state.standing.hasOccurred(literal) ? "occurred" : "excluded") + "(" + quoted(rules.text(literal)) + ")";
                    because.add(new Explanation<>(List.of(fluent), true, words, null, List.of()));
                } else {
                    because.add(new Explanation<>(List.of(), accepted, words, null, List.of()));
                }
            }
        }
        if (because.isEmpty()) {
            return null;
        }
        String words = may ? "task '" + task + "' can begin" : "task '" + task + "' cannot begin";
        return flow != null && because.size() == 1 ? flow : new Explanation<>(flow == null ? List.of() : flow.fluents(), may, words, null, because);
    }

    private static String quoted(String name) {
        return "'" + name.replace("'", "\\'") + "'";
    }
}
