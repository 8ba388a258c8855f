package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.algebra.Form.Event;
import io.millrace.algebra.Patterns.Made;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A task agent: states, and events between them (Figures 1 and 2). What it can do becomes assumptions: an event happens only after
 * one that leads to where it starts, and of two events that no way has both, one does not happen. Events in a loop carry the
 * number of the turn, from 0; the transition that leads back ends a turn.
 */
record TaskAgent(String name, List<String> parameters, List<Step> steps) {
    /** A transition. */
    record Step(String from, String to, String event) {}

    TaskAgent {
        parameters = List.copyOf(parameters);
        steps = List.copyOf(steps);
    }

    private String initial() {
        return steps.getFirst().from();
    }

    boolean loops(String event) {
        return steps.stream().anyMatch(step -> step.event().equals(event) && reached(step.to(), Set.of()).contains(step.from()));
    }

    /** States that can be reached, with the one it begins with. */
    private Set<String> reached(String from, Set<Step> without) {
        Set<String> reached = new HashSet<>(Set.of(from));
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            String state = open.pop();
            for (Step step : steps) {
                if (step.from().equals(state) && !without.contains(step) && reached.add(step.to())) {
                    open.push(step.to());
                }
            }
        }
        return reached;
    }

    /** The transitions that lead back to where a turn began, found going through the states in the order of the file. */
    private Set<Step> back() {
        Set<Step> back = new LinkedHashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            // With those before it, it closes a circle: the earlier transitions lead from its target to its source.
            Set<Step> later = new HashSet<>(steps.subList(i, steps.size()));
            later.addAll(back);
            if (reached(step.to(), later).contains(step.from())) {
                back.add(step);
            }
        }
        return back;
    }

    List<Made> assumptions() {
        List<Made> made = new ArrayList<>();
        Set<Step> back = back();
        List<String> events = steps.stream().map(Step::event).distinct().toList();
        for (String event : events) {
            causes(event, back, made);
        }
        for (int i = 0; i < events.size(); i++) {
            for (int j = i + 1; j < events.size(); j++) {
                if (!follows(events.get(i), events.get(j), back) && !follows(events.get(j), events.get(i), back)) {
                    made.add(made(events.get(i) + " or " + events.get(j),
                            Form.or(Form.never(at(events.get(i), 0)), Form.never(at(events.get(j), 0)))));
                }
            }
        }
        return made;
    }

    /** Whether one way has the first event and later the second, in one turn. */
    private boolean follows(String first, String second, Set<Step> back) {
        for (Step one : steps) {
            for (Step other : steps) {
                boolean leads = one.event().equals(first) && other.event().equals(second);
                // Out of the loop a way may lead in any turn.
                Set<Step> without = loops(first) && loops(second) ? back : Set.of();
                if (leads && !without.contains(one) && reached(one.to(), without).contains(other.from())) {
                    return true;
                }
            }
        }
        return false;
    }

    private void causes(String event, Set<Step> back, List<Made> made) {
        List<String> sources = steps.stream().filter(step -> step.event().equals(event)).map(Step::from).distinct().toList();
        List<Step> into = steps.stream().filter(step -> sources.contains(step.to())).toList();
        if (!loops(event)) {
            if (!sources.contains(initial())) {
                List<Form> ways = new ArrayList<>(List.of(Form.never(at(event, 0))));
                into.forEach(step -> ways.add(before(step.event(), 0, at(event, 0), true)));
                made.add(made(event, new Form.Combined(Form.Operator.OR, ways)));
            }
            return;
        }
        if (!sources.contains(initial())) {
            List<Form> first = new ArrayList<>(List.of(Form.never(constant(event))));
            into.stream().filter(step -> !back.contains(step)).forEach(step -> first.add(
                    Form.then(Form.on(loops(step.event()) ? constant(step.event()) : at(step.event(), 0)), Form.on(constant(event)))));
            made.add(made(event + " first", new Form.Combined(Form.Operator.OR, first)));
        }
        List<Form> next = new ArrayList<>(List.of(Form.never(at(event, 1))));
        into.stream().filter(step -> back.contains(step) || loops(step.event()))
                .forEach(step -> next.add(before(step.event(), back.contains(step) ? 0 : 1, at(event, 1), false)));
        made.add(made(event + " again", new Form.Combined(Form.Operator.OR, next)));
    }

    private Form before(String earlier, int turn, Event later, boolean anyTurn) {
        Form sequence = Form.then(Form.on(at(earlier, turn)), Form.on(later));
        return anyTurn && loops(earlier) ? new Form.Quantified(false, "ordinal", List.of(), sequence) : sequence;
    }

    /** The event in a turn that is so many after the one that the rule is about. */
    private Event at(String event, int turn) {
        List<Argument> arguments = new ArrayList<>();
        parameters.forEach(parameter -> arguments.add(new Argument(parameter, true, 0)));
        if (loops(event)) {
            arguments.add(new Argument("ordinal", true, turn));
        }
        return new Event(event, arguments);
    }

    private Event constant(String event) {
        List<Argument> arguments = new ArrayList<>();
        parameters.forEach(parameter -> arguments.add(new Argument(parameter, true, 0)));
        arguments.add(new Argument("0", false, 0));
        return new Event(event, arguments);
    }

    private Made made(String what, Form form) {
        return new Made("agent " + name + ": " + what, true, form);
    }
}
