package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.algebra.RuleModule.Rule;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be said of a module only when all of it is read: undeclared events, and mentions that do not fit a declaration. */
final class Completion {
    private final RuleModule module;
    private final Map<String, EventType> events;

    Completion(RuleModule module) {
        this.module = module;
        events = module.byName();
    }

    void complete() {
        for (Rule rule : List.copyOf(module.rules())) {
            for (Form.Event event : rule.form().events()) {
                EventType type = events.computeIfAbsent(event.name(), name -> undeclared(event));
                if (type.parameters().size() != event.arguments().size()) {
                    wrong(rule, "rule '" + rule.name() + "' mentions '" + event.text() + "', but the event is " + type);
                }
                if (type.repeating()) {
                    wrong(rule, "rule '" + rule.name() + "' speaks of '" + event.name()
                            + "', which is repeating; only a named constraint can use a repeating event");
                }
            }
            rule.constraint().ifPresent(constraint -> {
                for (List<String> names : List.of(constraint.first(), constraint.second())) {
                    for (String name : names) {
                        EventType type = events.computeIfAbsent(name, each -> undeclared(new Form.Event(each, List.of())));
                        if (!type.parameters().isEmpty()) {
                            wrong(rule, "rule '" + rule.name() + "' is a named constraint, and event " + type + " has parameters");
                        }
                    }
                }
            });
        }
    }

    private EventType undeclared(Form.Event event) {
        List<String> parameters = new ArrayList<>();
        for (Argument argument : event.arguments()) {
            boolean named = argument.variable() && !parameters.contains(argument.text0());
            parameters.add(named ? argument.text0() : "p" + (parameters.size() + 1));
        }
        Optional<Occasion> occasion = Occasion.byName(event.name()).map(each -> Occasions.usual(each, parameters));
        Control control = module.defaults().getOrDefault(event.name(), Control.FLEXIBLE);
        return new EventType(event.name(), parameters, control, false, "", occasion, false);
    }

    private void wrong(Rule rule, String sentence) {
        module.add(Wrong.problem(rule.source(), rule.offset(), Code.RULES_EVENT, sentence));
    }
}
