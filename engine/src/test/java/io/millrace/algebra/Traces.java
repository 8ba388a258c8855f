package io.millrace.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The oracle: all admissible traces over a few events, and what satisfies a form by the letter of the definition. */
final class Traces {
    private Traces() {}

    /** Every sequence with each of the events exactly once, as itself or as its complement. */
    static List<List<Integer>> over(List<Integer> events) {
        if (events.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> traces = new ArrayList<>();
        for (int event : events) {
            List<Integer> others = events.stream().filter(each -> each != event).toList();
            for (List<Integer> rest : over(others)) {
                for (int literal = 2 * event; literal < 2 * event + 2; literal++) {
                    List<Integer> trace = new ArrayList<>(List.of(literal));
                    trace.addAll(rest);
                    traces.add(trace);
                }
            }
        }
        return traces;
    }

    static List<List<Integer>> over(int events) {
        return over(IntStream.range(0, events).boxed().toList());
    }

    /** A literal of a form: events are called e0, e1 and so on. */
    static int number(Form.Event event) {
        return Integer.parseInt(event.name().substring(1));
    }

    static boolean satisfies(List<Integer> trace, Form form) {
        return switch (form) {
            case Form.Truth(boolean value) -> value;
            case Form.Occurs(Form.Event event, boolean negated) -> trace.contains(2 * number(event) + (negated ? 1 : 0));
            case Form.Combined(Form.Operator operator, List<Form> parts) -> switch (operator) {
                case AND -> parts.stream().allMatch(part -> satisfies(trace, part));
                case OR -> parts.stream().anyMatch(part -> satisfies(trace, part));
                case THEN -> inOrder(trace, parts);
            };
            case Form.Not(Form body) -> !satisfies(trace, body);
            case Form.Quantified quantified -> throw new IllegalArgumentException("no variables here");
        };
    }

    private static boolean inOrder(List<Integer> trace, List<Form> parts) {
        if (parts.size() == 1) {
            return satisfies(trace, parts.getFirst());
        }
        for (int cut = 0; cut <= trace.size(); cut++) {
            if (satisfies(trace.subList(0, cut), parts.getFirst())
                    && inOrder(trace.subList(cut, trace.size()), parts.subList(1, parts.size()))) {
                return true;
            }
        }
        return false;
    }

    static boolean satisfies(List<Integer> trace, Expr expr) {
        return switch (expr.kind()) {
            case TRUE -> true;
            case FALSE -> false;
            case LITERAL -> trace.contains(expr.first());
            case PAIR -> trace.contains(expr.first()) && trace.indexOf(expr.second()) > trace.indexOf(expr.first());
            case AND -> expr.parts().stream().allMatch(part -> satisfies(trace, part));
            case OR -> expr.parts().stream().anyMatch(part -> satisfies(trace, part));
        };
    }

    static Form form(Random random, int events, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(8);
        if (kind < 3) {
            return random.nextInt(25) == 0
                    ? new Form.Truth(random.nextBoolean())
                    : new Form.Occurs(new Form.Event("e" + random.nextInt(events), List.of()), random.nextBoolean());
        }
        List<Form> parts = new ArrayList<>();
        int count = 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            parts.add(form(random, events, depth - 1));
        }
        return new Form.Combined(Form.Operator.values()[random.nextInt(3)], parts);
    }

    /** The smaller forms that a form can be cut down to. */
    static List<Form> smaller(Form form) {
        List<Form> smaller = new ArrayList<>();
        if (form instanceof Form.Combined(Form.Operator operator, List<Form> parts)) {
            smaller.addAll(parts);
            for (int i = 0; i < parts.size(); i++) {
                List<Form> fewer = new ArrayList<>(parts);
                fewer.remove(i);
                if (fewer.size() > 1) {
                    smaller.add(new Form.Combined(operator, fewer));
                }
                for (Form part : smaller(parts.get(i))) {
                    List<Form> changed = new ArrayList<>(parts);
                    changed.set(i, part);
                    smaller.add(new Form.Combined(operator, changed));
                }
            }
        }
        return smaller;
    }

    static String shown(Form form) {
        return switch (form) {
            case Form.Truth(boolean value) -> Boolean.toString(value);
            case Form.Occurs(Form.Event event, boolean negated) -> (negated ? "~" : "") + event.name();
            case Form.Combined(Form.Operator operator, List<Form> parts) -> "(" + String.join(switch (operator) {
                case AND -> " & ";
                case OR -> " | ";
                case THEN -> " . ";
            }, parts.stream().map(Traces::shown).toList()) + ")";
            case Form.Not(Form body) -> "not(" + shown(body) + ")";
            case Form.Quantified quantified -> "quantified";
        };
    }
}
