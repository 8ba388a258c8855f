package io.millrace.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An expression as it was written: before the normal form, and with variables where events have parameters. */
sealed interface Form {
    enum Operator {
        AND,
        OR,
        THEN
    }

    record Truth(boolean value) implements Form {}

    /** An event or its complement. */
    record Occurs(Event event, boolean negated) implements Form {}

    record Combined(Operator operator, List<Form> parts) implements Form {
        public Combined {
            parts = List.copyOf(parts);
        }
    }

    /** For all, or for some, constants of a variable; without a domain they are all constants there will be. */
    record Quantified(boolean every, String variable, List<String> domain, Form body) implements Form {
        public Quantified {
            domain = List.copyOf(domain);
        }
    }

    /** A complement of a whole expression; it is pushed inward once the normal form is known. */
    record Not(Form body) implements Form {}

    /** An event with its arguments. */
    record Event(String name, List<Argument> arguments) {
        public Event {
            arguments = List.copyOf(arguments);
        }

        String text() {
            return arguments.isEmpty() ? name : name + "[" + String.join(",", arguments.stream().map(Argument::text).toList()) + "]";
        }
    }

    /** A constant, a variable, or a variable and a number to add. */
    record Argument(String text0, boolean variable, int plus) {
        String text() {
            return plus == 0 ? text0 : text0 + (plus > 0 ? "+" : "") + plus;
        }

        Argument bound(Map<String, String> constants) {
            String constant = variable ? constants.get(text0) : null;
            return constant == null ? this : new Argument(plus == 0 ? constant : Numbers.plus(constant, plus), false, 0);
        }
    }

    static Form and(Form... parts) {
        return new Combined(Operator.AND, List.of(parts));
    }

    static Form or(Form... parts) {
        return new Combined(Operator.OR, List.of(parts));
    }

    static Form then(Form... parts) {
        return new Combined(Operator.THEN, List.of(parts));
    }

    static Form on(Event event) {
        return new Occurs(event, false);
    }

    static Form never(Event event) {
        return new Occurs(event, true);
    }

    /** Variables that no quantifier binds, in the order in which they are met. */
    default Set<String> free() {
        Set<String> free = new LinkedHashSet<>();
        switch (this) {
            case Truth truth -> {}
            case Occurs(Event event, boolean negated) ->
                event.arguments().stream().filter(Argument::variable).forEach(each -> free.add(each.text0()));
            case Combined(Operator operator, List<Form> parts) -> parts.forEach(part -> free.addAll(part.free()));
            case Quantified(boolean every, String variable, List<String> domain, Form body) -> {
                free.addAll(body.free());
                free.remove(variable);
            }
            case Not(Form body) -> free.addAll(body.free());
        }
        return free;
    }

    /** With constants for variables, and quantifiers over a domain spelled out. */
    default Form bound(Map<String, String> constants) {
        return switch (this) {
            case Truth truth -> truth;
            case Occurs(Event event, boolean negated) -> new Occurs(
                    new Event(event.name(), event.arguments().stream().map(each -> each.bound(constants)).toList()), negated);
            case Combined(Operator operator, List<Form> parts) ->
                new Combined(operator, parts.stream().map(part -> part.bound(constants)).toList());
            case Quantified(boolean every, String variable, List<String> domain, Form body) -> {
                List<Form> each = new ArrayList<>();
                for (String constant : domain) {
                    Map<String, String> inner = new HashMap<>(constants);
                    inner.put(variable, constant);
                    each.add(body.bound(inner));
                }
                yield domain.isEmpty()
                        ? new Quantified(every, variable, domain, body.bound(without(constants, variable)))
                        : new Combined(every ? Operator.AND : Operator.OR, each);
            }
            case Not(Form body) -> new Not(body.bound(constants));
        };
    }

    /** How many nodes there are once quantifiers over a domain are spelled out; no more than a limit are counted. */
    default long size(long most) {
        long size = 1;
        switch (this) {
            case Truth truth -> {}
            case Occurs occurs -> {}
            case Combined(Operator operator, List<Form> parts) -> {
                for (Form part : parts) {
                    size = Math.min(most, size + part.size(most));
                }
            }
            case Quantified(boolean every, String variable, List<String> domain, Form body) ->
                size += Math.max(1, domain.size()) * body.size(most);
            case Not(Form body) -> size += body.size(most);
        }
        return Math.min(most, size);
    }

    private static Map<String, String> without(Map<String, String> constants, String variable) {
        Map<String, String> others = new HashMap<>(constants);
        others.remove(variable);
        return others;
    }

    /** Every event that is mentioned, in the order in which it is met. */
    default Set<Event> events() {
        Set<Event> events = new LinkedHashSet<>();
        switch (this) {
            case Truth truth -> {}
            case Occurs(Event event, boolean negated) -> events.add(event);
            case Combined(Operator operator, List<Form> parts) -> parts.forEach(part -> events.addAll(part.events()));
            case Quantified quantified -> events.addAll(quantified.body().events());
            case Not(Form body) -> events.addAll(body.events());
        }
        return events;
    }
}
