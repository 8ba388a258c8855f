package io.millrace.verify;

import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.run.Fluents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a designer should look at although it may be right. */
final class Warnings {
    /** The other reading is worth a look, and not more: so many states, and fewer where each of them takes longer to look at. */
    private static final int STATES_OF_THE_OTHER = 20_000;

    /** States, times OR-joins, times tasks: a second or so. A clock would decide differently on each machine. */
    private static final long MOST_LOOKING = 40_000_000;

    private final Specification specification;
    private final OrJoin reading;
    private final Verifier verifier;
    private final Verdict verdict;
    private final BinaryOperator<String> titles;
    private final List<Warning> warnings = new ArrayList<>();
    private @Nullable Fluents fluents;

    private Warnings(Specification specification, OrJoin reading, Verifier verifier, Verdict verdict) {
        this.specification = specification;
        this.reading = reading;
        this.verifier = verifier;
        this.verdict = verdict;
        this.titles = Explanation.titles(specification);
    }

    /** The warnings for these nets of a specification that has been verified. */
    static List<Warning> of(Specification specification, Iterable<NetGraph> nets, OrJoin reading, Verifier verifier, Verdict verdict) {
        Warnings warnings = new Warnings(specification, reading, verifier.verdictOnly(), verdict);
        for (NetGraph graph : nets) {
            warnings.net(graph);
        }
        return warnings.warnings;
    }

    private void net(NetGraph graph) {
        Net net = graph.net();
        Survey survey = Survey.of(graph, reading);
        if (survey != null) {
            readings(net, graph, survey.differing());
            for (int task = 0; task < graph.tasks(); task++) {
                Junction simpler = survey.simpler(task);
                if (simpler != null) {
                    simpler(net, graph.task(task), simpler);
                }
                List<String> useless = survey.uselesslyCancelled(task);
                if (!useless.isEmpty()) {
                    cancels(net, graph.task(task), useless);
                }
            }
        }
        single(net, graph);
        circles(net, graph);
        for (int task = 0; task < graph.tasks(); task++) {
            branches(net, graph, task);
        }
    }

    private void add(Warning.Kind kind, Net net, List<String> nodes, String message) {
        warnings.add(new Warning(kind, net.name(), nodes, message));
    }

    private void readings(Net net, NetGraph graph, List<Integer> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        OrJoin other = reading == OrJoin.PAPER ? OrJoin.OPTIMISTIC : OrJoin.PAPER;
        int states = (int) Math.max(100, Math.min(STATES_OF_THE_OTHER, MOST_LOOKING / looking()));
        Verdict otherwise = verifier.reading(other).maxStates(states).soundness(specification).verdict();
        List<String> names = tasks.stream().map(task -> graph.task(task).name()).toList();
        String told = otherwise == Verdict.UNKNOWN ? "this was not finished within " + states + " states" : "it is " + otherwise;
        String which = verdict == otherwise && verdict != Verdict.UNKNOWN
                ? "Either way the net is " + verdict + "."
                : "Under the reading in use, " + name(reading) + ", the net is " + verdict + "; under " + name(other) + " " + told + ".";
        add(Warning.Kind.OR_JOIN_READINGS, net, names,
                (names.size() == 1 ? "OR-join " : "OR-joins ") + quoted(net, names) + (names.size() == 1 ? " fires" : " fire")
                        + " earlier or later depending on how OR-joins are read. " + which);
    }

    /** How much it takes to look at one state: each OR-join may look at all tasks. */
    private long looking() {
        long joins = 1;
        long tasks = 1;
        for (Net net : specification.nets()) {
            joins += net.tasks().stream().filter(task -> task.join() == Junction.OR).count();
            tasks += net.tasks().size();
        }
        return joins * tasks;
    }

    private static String name(OrJoin reading) {
        return "orjoin: " + reading.name().toLowerCase(Locale.ROOT);
    }

    /** The titles of nodes. */
    private String quoted(Net net, List<String> names) {
        return Explanation.listed(names.stream().map(name -> quoted(net, name)).toList());
    }

    private String quoted(Net net, String name) {
        return "'" + titles.apply(net.name(), name) + "'";
    }

    private void simpler(Net net, NetTask task, Junction simpler) {
        String does = simpler == Junction.AND ? "always takes a token from every input" : "never has more than one token to take and never waits";
        add(Warning.Kind.OR_JOIN_SIMPLER, net, List.of(task.name()),
                "OR-join " + quoted(net, task.name()) + " " + does + "; " + (simpler == Junction.AND ? "an AND" : "a XOR") + "-join would do the same and is easier to read.");
    }

    private void cancels(Net net, NetTask task, List<String> useless) {
        List<String> nodes = new ArrayList<>(List.of(task.name()));
        nodes.addAll(useless);
        add(Warning.Kind.CANCELS_NOTHING, net, nodes,
                "Task " + quoted(net, task.name()) + " cancels " + quoted(net, useless) + ", where there is never anything to cancel when it completes.");
    }

    /** An OR-join of one input is still one to the others: in the paper's reading they do not look past it. */
    private void single(Net net, NetGraph graph) {
        if (reading != OrJoin.PAPER || IntStream.range(0, graph.tasks()).noneMatch(task -> isOrJoin(graph, task))) {
            return;
        }
        for (int task = 0; task < graph.tasks(); task++) {
            if (graph.join(task) == Junction.OR && graph.pre(task).length == 1) {
                add(Warning.Kind.OR_JOIN_SIMPLER, net, List.of(graph.task(task).name()),
                        "OR-join " + quoted(net, graph.task(task).name()) + " has one input, and yet other OR-joins do not wait for what is before it; "
                                + "as a XOR-join it would not be in their way.");
            }
        }
    }

    private static boolean isOrJoin(NetGraph graph, int task) {
        return graph.join(task) == Junction.OR && graph.pre(task).length > 1;
    }

    /** OR-joins on one circle: each lies upstream of the other. */
    private void circles(Net net, NetGraph graph) {
        FlowEdges flow = new FlowEdges(graph);
        Map<Integer, List<String>> circles = new LinkedHashMap<>();
        for (int task = 0; task < graph.tasks(); task++) {
            if (isOrJoin(graph, task)) {
                circles.computeIfAbsent(flow.components()[flow.node(task)], any -> new ArrayList<>()).add(graph.task(task).name());
            }
        }
        circles.values().stream().filter(circle -> circle.size() > 1).forEach(circle -> add(Warning.Kind.OR_JOIN_CIRCLE, net, circle,
                "OR-joins " + quoted(net, circle) + " lie on a circle: each of them waits for what the other" + (circle.size() == 2 ? "" : "s") + " may still send."));
    }

    /** A split whose every branch asks something, and none of which is taken otherwise. */
    private void branches(Net net, NetGraph graph, int number) {
        NetTask task = graph.task(number);
        if (graph.post(number).length < 2 || task.split() == Junction.AND) {
            return;
        }
        List<Flow> flows = IntStream.range(0, graph.post(number).length).mapToObj(position -> graph.flow(number, position)).toList();
        boolean always = flows.stream().anyMatch(flow -> flow.isDefault() || flow.predicate() == null || isTrue(flow.predicate()));
        if (!always && !waits(flows)) {
            add(Warning.Kind.NO_BRANCH, net, List.of(task.name()),
                    "The " + task.split() + "-split of task " + quoted(net, task.name()) + " has no default, so that its conditions can leave no branch to take.");
        }
    }

    /** Whether a choice speaks of what events change, and so waits until one of its branches is open. */
    private boolean waits(List<Flow> flows) {
        if (fluents == null) {
            fluents = Fluents.of(specification);
        }
        Fluents known = fluents;
        return flows.stream().anyMatch(flow -> known.concern(flow.predicate()));
    }

    private static boolean isTrue(Expression predicate) {
        return switch (predicate) {
            case Expression.Constant constant -> "true".equals(constant.value().toString());
            case Expression.XQuery query -> query.text().replace(" ", "").equals("true()");
            case Expression.Goal goal -> goal.text().strip().equals("true");
            case Expression.Variable variable -> false;
            case Expression.Lambda lambda -> false;
        };
    }
}
