package io.millrace.verify.file;

import io.millrace.net.Checks;
import io.millrace.net.Condition;
import io.millrace.net.Fault;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.verify.PlainNet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A YAWL net as a plain net, where one can say the same. Conditions become places, the implicit ones among them, and the input condition
 * holds a token. A task becomes a transition for each way in which it can take and give tokens: one if its join and split are AND, one
 * for each input of an XOR-join and each output of an XOR-split, one for each set of outputs of an OR-split. That it takes time is left out, which
 * changes nothing about what can be reached: without cancellation and OR-joins whatever has begun can end, and nothing looks at it meanwhile.
 *
 * <p>An OR-join, a cancellation set, a composite task and one of many instances have no such form.
 */
public final class PlainForm {
    /** More ways than this through one task are refused: no tool reads such a net with pleasure. */
    private static final int MOST_WAYS = 1024;

    /** The conditions of one way in or out of a task, and what distinguishes it from its other ways; empty if there are none. */
    private record Way(String name, List<Integer> conditions) {}

    private final NetGraph graph;
    private final PlainNetBuilder builder = new PlainNetBuilder();
    private final Set<String> names = new HashSet<>();

    private PlainForm(NetGraph graph) {
        this.graph = graph;
    }

    /** Throws {@link RefusedException} with everything that is in the way. */
    public static PlainNet of(Specification specification) {
        List<Fault> faults = Checks.faults(specification);
        if (!faults.isEmpty()) {
            String all = faults.stream().map(Fault::toString).collect(Collectors.joining("\n"));
            throw new RefusedException(new Problem(faults.getFirst().problem().code(), all));
        }
        Net net = specification.net(specification.root());
        if (net == null) {
            throw new IllegalStateException("a specification without faults has a root net");
        }
        PlainForm form = new PlainForm(new NetGraph(net));
        List<String> reasons = form.reasons();
        if (!reasons.isEmpty()) {
            throw new RefusedException(Code.NOT_WRITABLE.with(specification.name(), "PNML", String.join("; ", reasons)));
        }
        return form.net(specification.name());
    }

    private List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            NetTask written = graph.task(task);
            String who = "task '" + written.name() + "'";
            if (graph.join(task) == Junction.OR && graph.pre(task).length > 1) {
                reasons.add(who + " has an OR-join");
            }
            if (graph.cancels(task)) {
                reasons.add(who + " has a cancellation set");
            }
            if (written.isComposite()) {
                reasons.add(who + " is composite");
            }
            if (graph.isMultiple(task)) {
                reasons.add(who + " has many instances");
            }
            double ways = count(graph.join(task), graph.pre(task)) * count(graph.split(task), graph.post(task));
            if (ways > MOST_WAYS) {
                reasons.add(who + " would become %.0f transitions, and %d are the limit".formatted(ways, MOST_WAYS));
            }
        }
        return reasons;
    }

    private static double count(Junction junction, int[] conditions) {
        return switch (junction) {
            case AND -> 1;
            case XOR -> conditions.length;
            case OR -> Math.pow(2, conditions.length) - 1;
        };
    }

    private PlainNet net(String name) {
        for (int condition = 0; condition < graph.conditions(); condition++) {
            builder.place(unused(graph.condition(condition)));
        }
        builder.mark(graph.input(), 1);
        names.clear();
        // Tasks keep their names, whatever those of the ways of other tasks would be.
        for (int task = 0; task < graph.tasks(); task++) {
            names.add(graph.task(task).name());
        }
        for (int task = 0; task < graph.tasks(); task++) {
            List<Way> in = ways(graph.join(task), graph.pre(task), task);
            List<Way> out = ways(graph.split(task), graph.post(task), task);
            boolean one = in.size() * out.size() == 1;
            for (Way from : in) {
                for (Way to : out) {
                    String written = graph.task(task).name();
                    PlainNetBuilder.Open transition = builder.transition(one ? written : unused(written + from.name() + to.name()));
                    from.conditions().forEach(each -> PlainNetBuilder.arc(transition.consumes, each, 1));
                    to.conditions().forEach(each -> PlainNetBuilder.arc(transition.produces, each, 1));
                }
            }
        }
        return builder.build(name);
    }

    private List<Way> ways(Junction junction, int[] conditions, int task) {
        List<Way> ways = new ArrayList<>();
        boolean choice = conditions.length > 1;
        switch (junction) {
            case AND -> ways.add(new Way("", Arrays.stream(conditions).boxed().toList()));
            case XOR -> {
                for (int condition : conditions) {
                    ways.add(new Way(choice ? "_" + seenFrom(task, condition) : "", List.of(condition)));
                }
            }
            case OR -> {
                for (int set = 1; set < 1 << conditions.length; set++) {
                    List<Integer> chosen = new ArrayList<>();
                    for (int i = 0; i < conditions.length; i++) {
                        if ((set >> i & 1) == 1) {
                            chosen.add(conditions[i]);
                        }
                    }
                    String name = chosen.stream().map(each -> seenFrom(task, each)).collect(Collectors.joining("+", "_", ""));
                    ways.add(new Way(choice ? name : "", chosen));
                }
            }
        }
        return ways;
    }

    /** What a designer sees at the other end of a flow: the condition, or the task behind an implicit one. */
    private String seenFrom(int task, int condition) {
        String name = graph.condition(condition);
        for (int other : graph.producers(condition)) {
            for (int next : graph.consumers(condition)) {
                String from = graph.task(other).name();
                String to = graph.task(next).name();
                if (name.equals(Condition.between(from, to)) && graph.net().condition(name) == null) {
                    return other == task ? to : from;
                }
            }
        }
        return name;
    }

    private String unused(String name) {
        String free = name;
        for (int number = 2; !names.add(free); number++) {
            free = name + "_" + number;
        }
        return free;
    }
}
