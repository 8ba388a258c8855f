package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A rule for one constant of each variable. The constant is called as the parameter that it stands for, so that rules which name
 * their variables differently speak of the same events; a second variable in the same position keeps its own name.
 */
final class Generic {
    private Generic() {}

    static Form of(Form form, Map<String, EventType> types) {
        Map<String, String> constants = new HashMap<>();
        name(form, types, constants);
        return bound(form.bound(Map.of()), constants);
    }

    private static void name(Form form, Map<String, EventType> types, Map<String, String> constants) {
        for (Form.Event event : form.events()) {
            EventType type = types.get(event.name());
            for (int i = 0; i < event.arguments().size(); i++) {
                Argument argument = event.arguments().get(i);
                String parameter = type == null ? argument.text0() : type.parameters().get(i);
                if (argument.variable() && !constants.containsKey(argument.text0())) {
                    constants.put(argument.text0(), constants.containsValue(parameter) ? argument.text0() + "'" : parameter);
                }
            }
        }
    }

    private static Form bound(Form form, Map<String, String> constants) {
        return switch (form) {
            case Form.Quantified(boolean every, String variable, List<String> domain, Form body) -> bound(body, constants);
            case Form.Combined(Form.Operator operator, List<Form> parts) ->
                new Form.Combined(operator, parts.stream().map(part -> bound(part, constants)).toList());
            case Form.Not(Form body) -> new Form.Not(bound(body, constants));
            case Form.Truth truth -> truth;
            case Form.Occurs occurs -> occurs.bound(constants);
        };
    }
}
