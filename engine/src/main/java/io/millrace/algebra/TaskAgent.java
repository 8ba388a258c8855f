package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.algebra.Form.Event;
import io.millrace.algebra.Patterns.Made;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A task agent: states, and events between them (Figures 1 and 2). What it can do becomes assumptions: an event happens only after
 * one that leads to where it starts, and of two events that no way has both, one does not happen. Events in a loop carry the
 * number of the turn, from 0; the transition that leads back ends a turn.
 */
final class TaskAgent {
    /** How many transitions an agent may have. */
    static final int MOST_STEPS = 500;

    /** A transition. */
    record Step(String from, String to, String event) {}

    private final String name;
    private final List<String> parameters;
    private final List<Step> steps;
    private final Map<String, List<Step>> leaving = new HashMap<>();
    private final Map<String, List<Step>> named = new LinkedHashMap<>();
    /** Events in a loop. */
    private final Set<String> looping = new HashSet<>();

    TaskAgent(String name, List<String> parameters, List<Step> steps) {
        this.name = name;
        this.parameters = List.copyOf(parameters);
        this.steps = List.copyOf(steps);
        for (Step step : steps) {
            leaving.computeIfAbsent(step.from(), state -> new ArrayList<>()).add(step);
            named.computeIfAbsent(step.event(), event -> new ArrayList<>()).add(step);
        }
        for (Step step : steps) {
            if (!looping.contains(step.event()) && reached(step.to(), Set.of()).contains(step.from())) {
                looping.add(step.event());
            }
        }
    }

    private String initial() {
        return steps.getFirst().from();
    }

    boolean loops(String event) {
        return looping.contains(event);
    }

    private List<Step> named(String event) {
        return named.getOrDefault(event, List.of());
    }

    /** States that can be reached, with the one it begins with. */
    private Set<String> reached(String from, Set<Step> without) {
        Set<String> reached = new HashSet<>(Set.of(from));
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (Step step : leaving.getOrDefault(open.pop(), List.of())) {
                if (!without.contains(step) && reached.add(step.to())) {
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
        List<String> events = List.copyOf(named.keySet());
        for (String event : events) {
            causes(event, back, made);
        }
        Map<String, Set<String>> followers = new HashMap<>();
        events.forEach(event -> followers.put(event, followers(event, back)));
        for (int i = 0; i < events.size(); i++) {
            for (int j = i + 1; j < events.size(); j++) {
                String one = events.get(i);
                String other = events.get(j);
                if (!followers.getOrDefault(one, Set.of()).contains(other) && !followers.getOrDefault(other, Set.of()).contains(one)) {
                    made.add(made(one + " or " + other, Form.or(Form.never(at(one, 0)), Form.never(at(other, 0)))));
                }
            }
        }
        return made;
    }

    /** The events that come later than one on some way, in one turn. */
    private Set<String> followers(String event, Set<Step> back) {
        Set<String> followers = new HashSet<>();
        for (Step one : named(event)) {
            // Out of the loop a way may lead in any turn.
            reached(one.to(), Set.of()).forEach(state -> leaving.getOrDefault(state, List.of()).stream()
                    .map(Step::event)
                    .filter(other -> !loops(event) || !loops(other))
                    .forEach(followers::add));
            if (loops(event) && !back.contains(one)) {
                reached(one.to(), back).forEach(state -> leaving.getOrDefault(state, List.of()).stream()
                        .map(Step::event)
                        .filter(this::loops)
                        .forEach(followers::add));
            }
        }
        return followers;
    }

    private void causes(String event, Set<Step> back, List<Made> made) {
        List<String> sources = named(event).stream().map(Step::from).distinct().toList();
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
