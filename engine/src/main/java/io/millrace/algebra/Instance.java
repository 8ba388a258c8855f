package io.millrace.algebra;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a rule for a combination of constants.
 *
 * @param binding the constant of each variable; {@link Ground#FRESH} for all that have not been seen
 * @param history what occurred to its events
 * @param standing what remains of the rule
 * @param open events that this mentions
 */
record Instance(Schema schema, Map<String, String> binding, List<Step> history, Schema.Standing standing, Set<String> open) {
    /** A literal, and its number among all that were recorded. */
    record Step(long number, Ground event) {}

    static Instance of(Schema schema, Map<String, String> binding, List<Step> history) {
        Schema.Standing standing = schema.after(binding, history.stream().map(Step::event).toList());
        Set<String> open = new LinkedHashSet<>();
        standing.expr().events().forEach(event -> open.add(standing.names().get(event)));
        return new Instance(schema, binding, List.copyOf(history), standing, open);
    }

    Instance with(Step step) {
        List<Step> longer = new ArrayList<>(history);
        longer.add(step);
        return of(schema, binding, longer);
    }

    boolean isDecided(String event) {
        return history.stream().anyMatch(step -> step.event().event().equals(event));
    }

    boolean isSatisfied() {
        return standing.expr().is(Expr.Kind.TRUE);
    }

    boolean isForgotten() {
        return isSatisfied() && schema.isForgettable(binding) && undecided().isEmpty();
    }

    /** Events with constants that were seen, and not decided. */
    Set<String> undecided() {
        Set<String> undecided = new LinkedHashSet<>(schema.concrete(binding));
        undecided.removeIf(this::isDecided);
        return undecided;
    }
}
