package io.millrace.algebra.run;

import io.millrace.algebra.Occasion;
import io.millrace.algebra.RuleSet;
import io.millrace.algebra.RuleState;
import io.millrace.id.CaseId;
import io.millrace.language.Claims;
import io.millrace.language.Explanation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Explains what rules say of a task: which of its events they accept, and if not, which rule is against it and what would lift that.
 *
 * @param <S> the state of the case
 */
final class Whys<S> {
    private final Function<S, RulesCase> rules;
    private final Bindings bindings;
    private final CaseId caseId;

    Whys(Function<S, RulesCase> rules, Bindings bindings, CaseId caseId) {
        this.rules = rules;
        this.bindings = bindings;
        this.caseId = caseId;
    }

    /**
     * Why a task can begin now or cannot.
     *
     * @param flow what its process says of it, or null
     */
    @Nullable Explanation<S> of(S state, String task, @Nullable Explanation<S> flow) {
        List<Explanation<S>> because = new ArrayList<>();
        if (flow != null) {
            because.add(flow);
        }
        List<Integer> beginnings = Stream.of(Occasion.Kind.TASK_OFFER, Occasion.Kind.TASK_START)
                .flatMap(kind -> bindings.of(kind, task).stream())
                .toList();
        beginnings.forEach(literal -> because.add(about(state, literal)));
        bindings.of(Occasion.Kind.TASK_COMPLETE, task).forEach(literal -> because.add(about(state, literal)));
        if (because.isEmpty() || flow != null && because.size() == 1) {
            return flow;
        }
        if (beginnings.isEmpty() && flow == null) {
            return because.getFirst();
        }
        boolean may = (flow == null || flow.holds()) && beginnings.stream().allMatch(literal -> isAccepted(state, literal));
        List<String> claims = flow != null ? flow.fluents() : List.of(term("accepted", state, beginnings.getFirst()));
        boolean claimed = flow != null ? flow.holds() : isAccepted(state, beginnings.getFirst());
        String words = may ? "Task '" + task + "' can begin." : "Task '" + task + "' cannot begin.";
        return new Explanation<>(claims, claimed, words, null, because);
    }

    private boolean isAccepted(S state, int literal) {
        RuleState standing = rules.apply(state).standing;
        return !standing.isDecided(literal) && standing.admits(literal);
    }

    private String term(String name, S state, int literal) {
        return Claims.term(name, Claims.atom(rules.apply(state).standing.rules().text(literal & ~1)), Claims.of(caseId));
    }

    private Explanation<S> about(S state, int literal) {
        RuleState standing = rules.apply(state).standing;
        RuleSet set = standing.rules();
        if (standing.isDecided(literal)) {
            boolean occurred = standing.hasOccurred(literal);
            int decided = occurred ? literal : literal + 1;
            return Explanation.fact(
                    term(occurred ? "occurred" : "excluded", state, literal),
                    true,
                    set.text(literal) + (occurred ? " has happened" : " is excluded"),
                    each -> rules.apply(each).standing.hasOccurred(decided) ? 1 : 0);
        }
        boolean accepted = standing.admits(literal);
        return Explanation.fact(
                term("accepted", state, literal),
                accepted,
                accepted ? "the rules let " + set.text(literal) + " happen" : Scheduler.reason(standing, literal),
                each -> isAccepted(each, literal) ? 1 : 0);
    }
}
