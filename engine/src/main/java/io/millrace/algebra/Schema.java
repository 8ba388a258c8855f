package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.algebra.RuleModule.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A rule with variables, and what an event with constants says about them. For several threads. */
final class Schema {
    /** How many histories a rule is remembered after. */
    private static final int MOST_REMEMBERED = 4_096;

    private final Rule rule;
    private final List<String> variables;
    private final Set<Form.Event> events;
    /** Whether two of its events have the same name, so that they can be one. */
    private final boolean canCollapse;
    /** What remains of the rule after a history, in terms of its events; null if that depends on the constants. */
    private final @Nullable Map<List<Integer>, Expr> remembered;

    private final Map<Ahead, Boolean> held = new ConcurrentHashMap<>();
    private @Nullable World world;

    Schema(Rule rule) {
        this.rule = rule;
        variables = List.copyOf(rule.variables());
        events = rule.form().events();
        canCollapse = events.stream().map(Form.Event::name).distinct().count() < events.size();
        remembered = canCollapse || isQuantified(rule.form()) ? null : new ConcurrentHashMap<>();
    }

    private static boolean isQuantified(Form form) {
        return switch (form) {
            case Form.Truth truth -> false;
            case Form.Occurs occurs -> false;
            case Form.Combined combined -> combined.parts().stream().anyMatch(Schema::isQuantified);
            case Form.Not not -> isQuantified(not.body());
            case Form.Quantified quantified -> true;
        };
    }

    /** Has all that is said of the same constants compiled. */
    void among(List<Schema> all, RuleModule module) {
        world = World.of(this, all, module).orElse(null);
    }

    /** What is said of the same constants; null for a rule that counts, or asks for some constant. */
    @Nullable World world() {
        return world;
    }

    String name() {
        return rule.name();
    }

    Rule rule() {
        return rule;
    }

    /** Whether it speaks of single constants only: it neither asks for some constant nor counts with one. */
    boolean isPlain() {
        return !isQuantified(rule.form())
                && events.stream().flatMap(event -> event.arguments().stream()).allMatch(argument -> argument.plus() == 0);
    }

    List<String> variables() {
        return variables;
    }

    /** The bindings of variables under which the rule mentions an event; other variables are left open. */
    Set<Map<String, String>> unified(Ground event) {
        Set<Map<String, String>> bindings = new LinkedHashSet<>();
        for (Form.Event each : events) {
            if (each.name().equals(event.name()) && each.arguments().size() == event.constants().size()) {
                unified(each, event).ifPresent(bindings::add);
            }
        }
        return bindings;
    }

    private Optional<Map<String, String>> unified(Form.Event pattern, Ground event) {
        Map<String, String> binding = new TreeMap<>();
        for (int i = 0; i < pattern.arguments().size(); i++) {
            Argument argument = pattern.arguments().get(i);
            String constant = event.constants().get(i);
            if (!argument.variable()) {
                if (!argument.text0().equals(constant)) {
                    return Optional.empty();
                }
                continue;
            }
            if (argument.plus() != 0) {
                // Variables that are counted with are natural numbers: nothing comes before the first.
                if (!Numbers.isWhole(constant) || Long.parseLong(constant) - argument.plus() < 0) {
                    return Optional.empty();
                }
                constant = Numbers.plus(constant, -argument.plus());
            }
            String known = variables.contains(argument.text0()) ? binding.put(argument.text0(), constant) : constant;
            if (known != null && !known.equals(constant)) {
                return Optional.empty();
            }
        }
        return Optional.of(binding);
    }

    /** A binding with {@code *} for all variables that it leaves open. */
    Map<String, String> filled(Map<String, String> bound) {
        Map<String, String> general = new TreeMap<>(bound);
        variables.forEach(variable -> general.putIfAbsent(variable, Ground.FRESH));
        return general;
    }

    /** The bindings under which the rule speaks of two events. */
    Set<Map<String, String>> unified(Ground one, Ground other) {
        Set<Map<String, String>> both = new LinkedHashSet<>();
        for (Map<String, String> mine : unified(one)) {
            for (Map<String, String> its : unified(other)) {
                if (mine.entrySet().stream().allMatch(each -> each.getValue().equals(its.getOrDefault(each.getKey(), each.getValue())))) {
                    Map<String, String> union = new TreeMap<>(mine);
                    union.putAll(its);
                    both.add(union);
                }
            }
        }
        return both;
    }

    /** Whether two events of the rule would be one under a binding; the rule speaks of different ones. */
    boolean collapses(Map<String, String> binding) {
        if (!canCollapse) {
            return false;
        }
        Set<String> texts = new LinkedHashSet<>();
        List<Form.Event> all = events.stream()
                .filter(event -> event.arguments().stream().allMatch(each -> !each.variable() || variables.contains(each.text0())))
                .toList();
        all.forEach(event -> texts.add(new Form.Occurs(event, false).bound(binding).events().iterator().next().text()));
        return texts.size() < all.size();
    }

    /** Whether a variable stands for constants of data, which outlive every case. */
    boolean isOfData(String variable, Map<String, EventType> types) {
        for (Form.Event event : events) {
            EventType type = types.get(event.name());
            Occasion occasion = type == null ? null : type.occasion().orElse(null);
            if (type == null || occasion == null) {
                continue;
            }
            for (int i = 0; i < event.arguments().size(); i++) {
                Occasion.Origin origin = occasion.sources().get(type.parameters().get(i));
                if (event.arguments().get(i).variable()
                        && event.arguments().get(i).text0().equals(variable)
                        && origin != null
                        && origin.from() == Occasion.Origin.From.DATA) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The rule under a binding after a history, with the number of each event that is left in it. */
    Standing after(Map<String, String> binding, List<Ground> history) {
        return remembered == null ? computed(binding, history) : recalled(remembered, binding, history);
    }

    /** Rules look the same for all constants, so what remains after the same events is worked out once. */
    private Standing recalled(Map<List<Integer>, Expr> known, Map<String, String> binding, List<Ground> history) {
        List<String> names = new ArrayList<>(events.size());
        events.forEach(event -> names.add(new Form.Occurs(event, false).bound(binding).events().iterator().next().text()));
        List<Integer> literals = new ArrayList<>(history.size());
        for (Ground each : history) {
            int number = names.indexOf(each.event());
            if (number >= 0) {
                literals.add(2 * number + (each.negated() ? 1 : 0));
            }
        }
        Expr expr = known.get(literals);
        if (expr == null) {
            Map<String, Integer> numbers = new HashMap<>();
            names.forEach(name -> numbers.put(name, numbers.size()));
            expr = NormalForm.of(rule.form().bound(binding), event -> numbers.get(event.text()));
            for (int literal : literals) {
                expr = expr.after(literal);
            }
            if (known.size() < MOST_REMEMBERED) {
                known.put(List.copyOf(literals), expr);
            }
        }
        return new Standing(expr, names);
    }

    private Standing computed(Map<String, String> binding, List<Ground> history) {
        Map<String, Integer> numbers = new HashMap<>();
        List<String> names = new ArrayList<>();
        Form form = instantiated(rule.form(), binding, history).bound(binding);
        Expr expr = NormalForm.of(form, event -> numbers.computeIfAbsent(event.text(), text -> {
            names.add(text);
            return names.size() - 1;
        }));
        for (Ground each : history) {
            Integer number = numbers.get(each.event());
            if (number != null) {
                expr = expr.after(2 * number + (each.negated() ? 1 : 0));
            }
        }
        return new Standing(expr, names);
    }

    /**
     * Whether an instance holds if some of its events happen one after the other, when it is settled that its others will not.
     *
     * @param happens the numbers of these events in what remains of the instance
     */
    boolean holds(Expr expr, List<Integer> happens) {
        Ahead ahead = new Ahead(expr, happens);
        Boolean known = held.get(ahead);
        if (known == null) {
            Expr after = expr;
            for (int event : expr.events()) {
                after = happens.contains(event) ? after : after.after(2 * event + 1);
            }
            for (int event : happens) {
                after = after.after(2 * event);
            }
            known = after.is(Expr.Kind.TRUE);
            if (held.size() < MOST_REMEMBERED) {
                held.put(ahead, known);
            }
        }
        return known;
    }

    private record Ahead(Expr expr, List<Integer> happens) {}

    /** What remains of an instance of a rule, and the names of its events. */
    record Standing(Expr expr, List<String> names) {}

    /** Gives each {@code some} the constants that were seen for it, and one that stands for all others. */
    private Form instantiated(Form form, Map<String, String> binding, List<Ground> history) {
        return switch (form) {
            case Form.Truth truth -> truth;
            case Form.Occurs occurs -> occurs;
            case Form.Combined(Form.Operator operator, List<Form> parts) ->
                new Form.Combined(operator, parts.stream().map(part -> instantiated(part, binding, history)).toList());
            case Form.Not(Form body) -> new Form.Not(instantiated(body, binding, history));
            case Form.Quantified(boolean every, String variable, List<String> domain, Form body) -> {
                Set<String> constants = new LinkedHashSet<>(domain);
                if (domain.isEmpty()) {
                    history.forEach(each -> constants.addAll(seen(variable, body, each)));
                    constants.add(Ground.FRESH);
                }
                yield new Form.Quantified(every, variable, List.copyOf(constants), instantiated(body, binding, history));
            }
        };
    }

    private static Set<String> seen(String variable, Form body, Ground event) {
        Set<String> seen = new LinkedHashSet<>();
        for (Form.Event each : body.events()) {
            for (int i = 0; i < each.arguments().size(); i++) {
                Argument argument = each.arguments().get(i);
                if (each.name().equals(event.name()) && argument.variable() && argument.text0().equals(variable)) {
                    seen.add(Numbers.plus(event.constants().get(i), -argument.plus()));
                }
            }
        }
        return seen;
    }

    /**
     * Whether nothing can ask any more for an instance of which nothing remains. One with open variables is asked for by an event
     * that binds them and one of its constants, and one without constants by any event.
     */
    boolean isForgettable(Map<String, String> binding) {
        Set<String> open = new LinkedHashSet<>(variables);
        open.removeIf(variable -> !Ground.FRESH.equals(binding.get(variable)));
        return open.size() < variables.size() && events.stream().noneMatch(event -> {
            Set<String> mentioned = new LinkedHashSet<>();
            event.arguments().stream().filter(Argument::variable).forEach(each -> mentioned.add(each.text0()));
            return mentioned.stream().anyMatch(open::contains) && mentioned.stream().anyMatch(each -> !open.contains(each))
                    || mentioned.stream().anyMatch(each -> !variables.contains(each));
        });
    }

    /** Whether every event of an instance is one of an instance for fewer of its constants as well. */
    boolean isDerivable(Map<String, String> binding) {
        Set<String> known = new LinkedHashSet<>(variables);
        known.removeIf(variable -> Ground.FRESH.equals(binding.get(variable)));
        return isPlain() && events.stream().noneMatch(event -> {
            Set<String> mentioned = new LinkedHashSet<>();
            event.arguments().stream().filter(Argument::variable).forEach(each -> mentioned.add(each.text0()));
            return mentioned.containsAll(known);
        });
    }

    /** The events, with constants, of which all variables are bound to a constant that was seen. */
    Set<String> concrete(Map<String, String> binding) {
        Set<String> concrete = new LinkedHashSet<>();
        for (Form.Event event : events) {
            boolean bound = event.arguments().stream().allMatch(each -> !each.variable()
                    || variables.contains(each.text0()) && !Ground.FRESH.equals(binding.get(each.text0())));
            if (bound) {
                concrete.add(new Form.Occurs(event, false).bound(binding).events().iterator().next().text());
            }
        }
        return concrete;
    }
}
