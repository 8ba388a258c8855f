package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds rules that would trigger infinitely many instances: whatever happens to the other events of the rule, no positive
 * triggerable literal with a variable of which nothing is known yet may be required.
 */
final class Safety {
    /** How many states of a rule are looked at, and how much for all questions about them. */
    private static final int MOST_STATES = 5_000;

    private static final long MOST_EFFORT = 10_000_000;

    private final Search.Effort effort = new Search.Effort(MOST_EFFORT);

    private final RuleModule module;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Form.Event> events = new ArrayList<>();

    private Safety(RuleModule module) {
        this.module = module;
    }

    static List<Problem> problems(RuleModule module) {
        List<Problem> problems = new ArrayList<>();
        for (RuleModule.Rule rule : module.rules()) {
            for (String variable : rule.variables()) {
                String unsafe;
                try {
                    unsafe = new Safety(module).triggered(rule, variable);
                } catch (Search.GivenUpException e) {
                    problems.add(Wrong.problem(rule.source(), rule.offset(), Code.RULES_TOO_LARGE, "rule '" + rule.name()
                            + "' has too many alternatives to decide whether it triggers infinitely many events"));
                    break;
                }
                if (!unsafe.isEmpty()) {
                    problems.add(Wrong.problem(rule.source(), rule.offset(), Code.RULES_UNSAFE, "rule '" + rule.name()
                            + "' would trigger '" + unsafe + "' for every " + variable + ", and so infinitely often"));
                }
            }
        }
        return problems;
    }

    private int number(Form.Event event) {
        return numbers.computeIfAbsent(event.text(), text -> {
            events.add(event);
            return events.size() - 1;
        });
    }

    private String triggered(RuleModule.Rule rule, String variable) {
        Expr expr = NormalForm.of(withoutQuantifiers(rule.form().bound(Map.of())), this::number);
        Set<String> inner = rule.variables();
        List<Integer> others = new ArrayList<>();
        for (int event : expr.events()) {
            if (mentions(events.get(event), variable)) {
                continue;
            }
            others.add(event);
        }
        Set<Expr> seen = new HashSet<>(Set.of(expr));
        List<Expr> open = new ArrayList<>(seen);
        while (!open.isEmpty()) {
            Expr here = open.removeLast();
            if (seen.size() > MOST_STATES) {
                throw new Search.GivenUpException();
            }
            for (int event : here.events()) {
                Form.Event each = events.get(event);
                EventType type = module.byName().get(each.name());
                boolean fresh = mentions(each, variable) && each.arguments().stream().filter(Argument::variable)
                        .allMatch(argument -> inner.contains(argument.text0()));
                if (fresh && type != null && type.control().isTriggerable() && required(here, 2 * event)) {
                    return each.text();
                }
            }
            for (int event : others) {
                for (int literal = 2 * event; literal < 2 * event + 2; literal++) {
                    Expr after = here.after(literal);
                    if (seen.add(after)) {
                        open.add(after);
                    }
                }
            }
        }
        return "";
    }

    private boolean required(Expr expr, int literal) {
        return Search.satisfiable(List.of(expr), effort)
                && !Search.satisfiable(List.of(expr, Expr.literal(Expr.complement(literal))), effort);
    }

    private static boolean mentions(Form.Event event, String variable) {
        return event.arguments().stream().filter(Argument::variable).map(Argument::text0).collect(Collectors.toSet()).contains(variable);
    }

    private static Form withoutQuantifiers(Form form) {
        return switch (form) {
            case Form.Quantified quantified -> withoutQuantifiers(quantified.body());
            case Form.Combined(Form.Operator operator, List<Form> parts) ->
                new Form.Combined(operator, parts.stream().map(Safety::withoutQuantifiers).toList());
            case Form.Not(Form body) -> new Form.Not(withoutQuantifiers(body));
            case Form.Truth truth -> truth;
            case Form.Occurs occurs -> occurs;
        };
    }
}
