package io.millrace.algebra;

import io.millrace.algebra.Form.Argument;
import io.millrace.algebra.Form.Event;
import io.millrace.algebra.Macros.Operand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Constraints over tasks that are spelled out as rules of the algebra: sagas, joint commitment (Example 5), compensation, and the
 * constructs of information control nets (Appendix B). A task {@code t} has the events {@code t:start} and {@code t:complete}; a
 * decision of a control net has {@code t:left} and {@code t:right} as well.
 */
enum Patterns {
    SAGA("saga(t1/r1, t2/r2, …, tn), where each task but the last has its compensation"),
    SOJC("sojc(t1/r1, t2/r2, …), where each task has its compensation"),
    COMPENSATES("compensates(r, t) or compensates(r, t, goal)"),
    ICN_FLOW("icn_flow(a, b)"),
    ICN_OR_OUT("icn_or_out(b, left, right)"),
    ICN_AND_OUT("icn_and_out(a, c, d, …)"),
    ICN_OR_IN("icn_or_in(c, d, …, a)"),
    ICN_AND_IN("icn_and_in(c, d, …, a)"),
    ICN_LOOP("icn_loop(a, b, d, c)");

    /** A rule of the pattern. */
    record Made(String name, boolean assumed, Form form) {}

    private final String use;

    Patterns(String use) {
        this.use = use;
    }

    static Optional<Patterns> named(String name) {
        return Stream.of(values()).filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name)).findFirst();
    }

    static Set<String> names() {
        Set<String> names = new TreeSet<>();
        Stream.of(values()).forEach(each -> names.add(each.name().toLowerCase(Locale.ROOT)));
        return names;
    }

    /** How it is written, if not like this; empty if it is. */
    String wrong(List<Operand> operands, List<Integer> numbers) {
        int count = operands.size();
        boolean right = numbers.isEmpty() && operands.stream().allMatch(each -> each.names().size() == 1) && switch (this) {
            case SAGA -> count >= 2 && compensated(operands.subList(0, count - 1)) && operands.getLast().second().isEmpty();
            case SOJC -> count >= 2 && compensated(operands);
            case COMPENSATES -> (count == 2 || count == 3) && plain(operands);
            case ICN_FLOW -> count == 2 && plain(operands);
            case ICN_OR_OUT -> count == 3 && plain(operands);
            case ICN_AND_OUT, ICN_OR_IN, ICN_AND_IN -> count >= 3 && plain(operands);
            case ICN_LOOP -> count == 4 && plain(operands);
        };
        boolean distinct = operands.stream().flatMap(each -> Stream.of(each.name(), each.second())).filter(each -> !each.isEmpty())
                        .distinct().count()
                == operands.stream().flatMap(each -> Stream.of(each.name(), each.second())).filter(each -> !each.isEmpty()).count();
        return right && distinct ? "" : use + (right ? "; no task stands twice" : "");
    }

    private static boolean compensated(List<Operand> operands) {
        return operands.stream().noneMatch(each -> each.second().isEmpty());
    }

    private static boolean plain(List<Operand> operands) {
        return operands.stream().allMatch(each -> each.second().isEmpty());
    }

    List<Made> rules(List<Operand> operands) {
        List<Made> made = new ArrayList<>();
        List<String> names = operands.stream().map(Operand::name).toList();
        switch (this) {
            case SAGA -> saga(operands, made);
            case SOJC -> sojc(operands, made);
            case COMPENSATES -> compensates(names, made);
            case ICN_FLOW -> flow(complete(names.get(0)), start(names.get(1)), "", made);
            case ICN_OR_OUT -> {
                flow(event(names.get(0), "left"), start(names.get(1)), "left", made);
                flow(event(names.get(0), "right"), start(names.get(2)), "right", made);
                dep(made, "exclusive", Form.or(no(event(names.get(0), "left")), no(event(names.get(0), "right"))));
            }
            case ICN_AND_OUT -> names.subList(1, names.size()).forEach(each -> flow(complete(names.getFirst()), start(each), each, made));
            case ICN_OR_IN -> join(names, Form.Operator.OR, made);
            case ICN_AND_IN -> join(names, Form.Operator.AND, made);
            case ICN_LOOP -> loop(names, made);
        }
        if (name().startsWith("ICN")) {
            agents(names, made);
        }
        return made;
    }

    /** Who controls the events of these tasks, where the file does not say. */
    Map<String, Control> controls(List<Operand> operands) {
        Map<String, Control> controls = new LinkedHashMap<>();
        for (int i = 0; i < operands.size(); i++) {
            Operand each = operands.get(i);
            boolean asked = this == SAGA ? i > 0 : this == SOJC || this == COMPENSATES && i == 0;
            if (asked) {
                controls.put(each.name() + ":start", Control.FLEXIBLE_TRIGGERABLE);
            }
            if (!each.second().isEmpty() || this == COMPENSATES && i == 0) {
                String undo = this == COMPENSATES ? each.name() : each.second();
                controls.put(undo + ":start", Control.TRIGGERABLE);
                controls.put(undo + ":complete", Control.GUARANTEED);
            }
            if (name().startsWith("ICN")) {
                controls.put(each.name() + ":start", Control.FLEXIBLE_TRIGGERABLE);
            }
        }
        return controls;
    }

    private static void saga(List<Operand> steps, List<Made> made) {
        Event last = complete(steps.getLast().name());
        for (int i = 0; i < steps.size(); i++) {
            Operand step = steps.get(i);
            agent(step.name(), made);
            if (i == steps.size() - 1) {
                break;
            }
            Event done = complete(step.name());
            Event undo = start(step.second());
            dep(made, steps.get(i + 1).name() + "_after_" + step.name(), after(start(steps.get(i + 1).name()), done));
            dep(made, step.second() + "_due", Form.or(no(done), Form.on(last), Form.on(undo)));
            dep(made, step.second() + "_after_" + step.name(), after(undo, done));
            dep(made, step.second() + "_needed", Form.or(no(undo), Form.then(no(last), Form.on(undo))));
            retriable(step.second(), made);
            if (i + 2 < steps.size()) {
                String later = steps.get(i + 1).second();
                dep(made, step.second() + "_after_" + later,
                        Form.or(no(undo), no(start(later)), Form.then(Form.on(complete(later)), Form.on(undo))));
            }
        }
    }

    /** J1 to J4 of Example 5, and what the paper leaves to the agents. */
    private static void sojc(List<Operand> steps, List<Made> made) {
        for (Operand one : steps) {
            List<Form> failures = new ArrayList<>(List.of(no(start(one.second()))));
            for (Operand other : steps) {
                if (!one.equals(other)) {
                    joint(one, other, made);
                    failures.add(Form.then(no(complete(other.name())), Form.on(start(one.second()))));
                }
            }
            agent(one.name(), made);
            retriable(one.second(), made);
            dep(made, one.second() + "_after_" + one.name(), after(start(one.second()), complete(one.name())));
            dep(made, one.second() + "_needed", new Form.Combined(Form.Operator.OR, failures));
        }
    }

    private static void joint(Operand one, Operand other, List<Made> made) {
        String pair = "_" + one.name() + "_" + other.name();
        Event commit = complete(one.name());
        Event second = complete(other.name());
        dep(made, "J1" + pair, Form.or(no(start(one.name())), Form.on(start(other.name()))));
        dep(made, "J2" + pair, Form.or(Form.on(commit), no(second), Form.on(start(other.second()))));
        dep(made, "J3" + pair, Form.or(
                no(start(one.second())),
                no(start(other.second())),
                Form.then(Form.on(commit), Form.on(second)),
                Form.then(Form.on(complete(one.second())), Form.on(complete(other.second())))));
        dep(made, "J4" + pair, Form.or(Form.on(commit), Form.then(Form.on(second), no(commit)), no(second)));
    }

    /** The compensation runs once the task is done and the goal is given up; without a goal it is the end of the case. */
    private static void compensates(List<String> names, List<Made> made) {
        Event undo = start(names.get(0));
        Event done = complete(names.get(1));
        Event goal = names.size() == 3 ? complete(names.get(2)) : event("case", "end");
        dep(made, "due", Form.or(no(done), Form.on(goal), Form.on(undo)));
        dep(made, "needed", Form.or(no(undo), Form.and(Form.then(Form.on(done), Form.on(undo)), Form.then(no(goal), Form.on(undo)))));
        agent(names.get(1), made);
        retriable(names.get(0), made);
    }

    private static void agents(List<String> names, List<Made> made) {
        for (String each : names) {
            if (made.stream().noneMatch(rule -> rule.name().equals("agent_" + each))) {
                agent(each, made);
            }
        }
    }

    private static void agent(String task, List<Made> made) {
        made.add(new Made("agent_" + task, true, after(complete(task), start(task))));
    }

    private static void retriable(String task, List<Made> made) {
        agent(task, made);
        made.add(new Made("retriable_" + task, true, Form.or(no(start(task)), Form.then(Form.on(start(task)), Form.on(complete(task))))));
    }

    /** Figure 6, with the causality that it leaves out: the later event does not happen by itself. */
    private static void flow(Event earlier, Event later, String name, List<Made> made) {
        String suffix = name.isEmpty() ? "" : "_" + name;
        dep(made, "then" + suffix, Form.or(no(earlier), Form.then(Form.on(earlier), Form.on(later))));
        dep(made, "cause" + suffix, after(later, earlier));
    }

    /** Figures 9 and 10: the first of the branches starts the task, or all of them do. */
    private static void join(List<String> names, Form.Operator operator, List<Made> made) {
        Event begun = start(names.getLast());
        List<Event> ends = names.subList(0, names.size() - 1).stream().map(Patterns::complete).toList();
        List<Form> never = ends.stream().map(Patterns::no).toList();
        List<Form> sequences = ends.stream().map(end -> Form.then(Form.on(end), Form.on(begun))).toList();
        Form joined = new Form.Combined(operator, sequences);
        Form none = new Form.Combined(operator == Form.Operator.OR ? Form.Operator.AND : Form.Operator.OR, never);
        dep(made, "then", Form.or(none, joined));
        dep(made, "cause", Form.or(no(begun), joined));
    }

    /** Figure 13: a, then b decides: d and again b, or c. */
    private static void loop(List<String> names, List<Made> made) {
        Argument turn = new Argument("i", true, 0);
        Argument following = new Argument("i", true, 1);
        Argument zero = new Argument("0", false, 0);
        Event first = indexed(start(names.get(1)), zero);
        Event left = indexed(event(names.get(1), "left"), turn);
        Event right = indexed(event(names.get(1), "right"), turn);
        Event body = indexed(start(names.get(2)), turn);
        Event again = indexed(start(names.get(1)), following);
        Event done = indexed(complete(names.get(2)), turn);
        Event exit = start(names.get(3));
        flow(complete(names.get(0)), first, "first", made);
        flow(left, body, "body", made);
        flow(done, again, "again", made);
        dep(made, "then_exit", Form.or(no(right), Form.then(Form.on(right), Form.on(exit))));
        dep(made, "cause_exit", Form.or(no(exit), new Form.Quantified(false, "i", List.of(), Form.then(Form.on(right), Form.on(exit)))));
        dep(made, "exclusive", Form.or(no(left), no(right)));
        made.add(new Made("agent_" + names.get(1), true, Form.and(after(left, indexed(start(names.get(1)), turn)),
                after(right, indexed(start(names.get(1)), turn)))));
        made.add(new Made("agent_" + names.get(2), true, after(done, body)));
    }

    private static Event indexed(Event event, Argument index) {
        return new Event(event.name(), List.of(index));
    }

    private static void dep(List<Made> made, String name, Form form) {
        made.add(new Made(name, false, form));
    }

    private static Form after(Event later, Event earlier) {
        return Form.or(no(later), Form.then(Form.on(earlier), Form.on(later)));
    }

    private static Form no(Event event) {
        return Form.never(event);
    }

    private static Event start(String task) {
        return event(task, "start");
    }

    private static Event complete(String task) {
        return event(task, "complete");
    }

    private static Event event(String task, String word) {
        return new Event(task + ":" + word, List.of());
    }
}
