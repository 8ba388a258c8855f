package io.millrace.algebra;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of a rule for a combination of constants. Immutable; two of them are the same only if they are one object. */
final class Instance {
    /** A literal, and its number among all that were recorded. */
    record Step(long number, Ground event) {}

    /** Which instance it is: the rule, and the constant of each variable; {@link Ground#FRESH} for all that have not been seen. */
    record Key(Schema schema, Map<String, String> binding) {}

    private final Key key;
    private final List<Step> history;
    private final Schema.Standing standing;
    private final Set<String> open;

    private Instance(Key key, List<Step> history, Schema.Standing standing, Set<String> open) {
        this.key = key;
        this.history = history;
        this.standing = standing;
        this.open = open;
    }

    static Instance of(Key key, List<Step> history) {
        Schema.Standing standing = key.schema().after(key.binding(), history.stream().map(Step::event).toList());
        Set<String> open = new LinkedHashSet<>();
        standing.expr().events().forEach(event -> open.add(standing.names().get(event)));
        return new Instance(key, List.copyOf(history), standing, open);
    }

    Instance with(Step step) {
        List<Step> longer = new ArrayList<>(history);
        longer.add(step);
        return of(key, longer);
    }

    Key key() {
        return key;
    }

    Schema schema() {
        return key.schema();
    }

    Map<String, String> binding() {
        return key.binding();
    }

    /** What occurred to its events. */
    List<Step> history() {
        return history;
    }

    /** What remains of the rule. */
    Schema.Standing standing() {
        return standing;
    }

    /** The events that this mentions. */
    Set<String> open() {
        return open;
    }

    boolean isDecided(String event) {
        return history.stream().anyMatch(step -> step.event().event().equals(event));
    }

    boolean isSatisfied() {
        return standing.expr().is(Expr.Kind.TRUE);
    }

    /** Whether nothing that happens can satisfy it any more. */
    boolean isBroken() {
        return standing.expr().is(Expr.Kind.FALSE);
    }

    /** Whether nothing more needs to be known of it: nothing remains, and nothing can ask for it again. */
    boolean isForgotten() {
        return isSatisfied() && schema().isForgettable(binding()) && undecided().isEmpty();
    }

    /** Events with constants that were seen, and not decided. */
    Set<String> undecided() {
        Set<String> undecided = new LinkedHashSet<>(schema().concrete(binding()));
        undecided.removeIf(this::isDecided);
        return undecided;
    }

    /** The events that are left, with their numbers in what {@linkplain #standing remains}. */
    int number(String event) {
        return standing.names().indexOf(event);
    }
}
