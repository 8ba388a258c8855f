package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A rule for one constant of each variable. In each event the constant is called as the parameter that it stands for, so that rules
 * which name their variables differently speak of the same events. A second variable in the same position of the same event has a
 * prime, for it stands for another constant.
 */
final class Generic {
    private final Map<String, EventType> types;
    /** For the position of an event, the variables that stand there, in the order in which they are met. */
    private final Map<List<Object>, List<String>> variables = new HashMap<>();

    private Generic(Map<String, EventType> types) {
        this.types = types;
    }

    static Form of(Form form, Map<String, EventType> types) {
        return new Generic(types).named(form.bound(Map.of()));
    }

    private Form named(Form form) {
        return switch (form) {
            case Form.Quantified(boolean every, String variable, List<String> domain, Form body) -> named(body);
            case Form.Combined(Form.Operator operator, List<Form> parts) ->
                new Form.Combined(operator, parts.stream().map(this::named).toList());
            case Form.Not(Form body) -> new Form.Not(named(body));
            case Form.Truth truth -> truth;
            case Form.Occurs(Form.Event event, boolean negated) -> new Form.Occurs(named(event), negated);
        };
    }

    private Form.Event named(Form.Event event) {
        EventType type = types.get(event.name());
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < event.arguments().size(); i++) {
            Argument argument = event.arguments().get(i);
            if (!argument.variable() || type == null) {
                arguments.add(argument);
                continue;
            }
            List<String> known = variables.computeIfAbsent(List.of(event.name(), i), key -> new ArrayList<>());
            if (!known.contains(argument.text0())) {
                known.add(argument.text0());
            }
            String name = type.parameters().get(i) + "'".repeat(known.indexOf(argument.text0()));
            arguments.add(new Argument(argument.plus() == 0 ? name : Numbers.plus(name, argument.plus()), false, 0));
        }
        return new Form.Event(event.name(), arguments);
    }
}
