package io.millrace.net;

import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a specification against Definitions 1 and 2, except that nets may be shared and may recurse. It finds all errors in one pass, in
 * their order in the specification. A net without faults can be compiled to a {@link NetGraph}.
 */
public final class Checks {
    private final Specification specification;
    private final boolean strict;
    private final List<Fault> faults = new ArrayList<>();

    private Checks(Specification specification, boolean strict) {
        this.specification = specification;
        this.strict = strict;
    }

    /** All faults of a specification; none if it is valid. */
    public static List<Fault> faults(Specification specification) {
        return faults(specification, true);
    }

    private static List<Fault> faults(Specification specification, boolean strict) {
        Checks checks = new Checks(specification, strict);
        checks.specification();
        return List.copyOf(checks.faults);
    }

    /** Checks a specification that was deployed before: bounds and data that earlier versions accepted are accepted again. */
    public static Specification requireStructure(Specification specification) {
        List<Fault> faults = faults(specification, false);
        if (!faults.isEmpty()) {
            throw new BadNetException(faults);
        }
        return specification;
    }

    /** Returns the specification, if it is valid. */
    public static Specification require(Specification specification) {
        List<Fault> faults = faults(specification);
        if (!faults.isEmpty()) {
            throw new BadNetException(faults);
        }
        return specification;
    }

    private void specification() {
        if (specification.net(specification.root()) == null) {
            faults.add(new Fault(Code.NET_NO_ROOT.with(specification.name(), specification.root()), "", "", null));
        }
        Set<String> names = new HashSet<>();
        for (Net net : specification.nets()) {
            if (!names.add(net.name())) {
                faults.add(new Fault(Code.NET_SAME_NET.with(specification.name(), net.name()), net.name(), "", net.place()));
            }
            new OfNet(net).check();
        }
    }

    /** The checks of one net. */
    private final class OfNet {
        private final Net net;
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<String, List<String>> next = new HashMap<>();
        private final Map<String, List<String>> previous = new HashMap<>();

        OfNet(Net net) {
            this.net = net;
        }

        void check() {
            names();
            Condition input = only(Condition.Kind.INPUT, Code.NET_NO_INPUT, Code.NET_INPUTS);
            Condition output = only(Condition.Kind.OUTPUT, Code.NET_NO_OUTPUT, Code.NET_OUTPUTS);
            flows();
            if (input != null) {
                paths(List.of(input), next, Code.NET_UNREACHABLE);
            }
            if (output != null) {
                paths(ends(output), previous, Code.NET_NO_WAY_OUT);
            }
            net.tasks().forEach(this::task);
            if (strict) {
                faults.addAll(DataChecks.faults(specification, net));
            }
        }

        private void names() {
            net.conditions().forEach(this::name);
            net.tasks().forEach(this::name);
            Set<String> variables = new HashSet<>();
            for (Variable variable : net.variables()) {
                if (!variables.add(variable.name())) {
                    fault("", variable.place(), Code.NET_SAME_NAME, net.name(), variable.name());
                }
            }
        }

        private void name(Node node) {
            if (node.name().isBlank()) {
                fault("", node.place(), Code.NET_NO_NAME, net.name());
            } else if (nodes.putIfAbsent(node.name(), node) != null) {
                fault(node.name(), node.place(), Code.NET_SAME_NAME, net.name(), node.name());
            }
        }

        private @Nullable Condition only(Condition.Kind kind, Code none, Code several) {
            List<Condition> found = net.conditions().stream().filter(each -> each.kind() == kind).toList();
            if (found.isEmpty()) {
                fault("", net.place(), none, net.name());
            } else if (found.size() > 1) {
                String names = found.stream().map(each -> "'" + each.name() + "'").collect(Collectors.joining(", "));
                fault(found.get(1).name(), found.get(1).place(), several, net.name(), names);
            }
            return found.size() == 1 ? found.getFirst() : null;
        }

        private void flows() {
            Set<List<String>> pairs = new HashSet<>();
            Set<String> defaults = new HashSet<>();
            for (Flow flow : net.flows()) {
                Node from = nodes.get(flow.from());
                Node to = nodes.get(flow.to());
                if (from == null || to == null) {
                    String missing = from == null ? flow.from() : flow.to();
                    fault(missing, place(flow), Code.NET_DANGLING_FLOW, net.name(), flow.from(), flow.to(), missing);
                    continue;
                }
                String why = forbidden(from, to);
                if (why != null) {
                    fault(flow.from(), place(flow), Code.NET_FLOW, net.name(), flow.from(), flow.to(), why);
                    continue;
                }
                if (!pairs.add(List.of(flow.from(), flow.to()))) {
                    fault(flow.from(), place(flow), Code.NET_SAME_FLOW, net.name(), flow.from(), flow.to());
                    continue;
                }
                if (from instanceof NetTask && to instanceof NetTask && nodes.containsKey(Condition.between(flow.from(), flow.to()))) {
                    String taken = Condition.between(flow.from(), flow.to());
                    fault(taken, place(flow), Code.NET_SAME_NAME, net.name(), taken);
                }
                if (flow.isDefault() && !defaults.add(flow.from())) {
                    fault(flow.from(), place(flow), Code.NET_DEFAULTS, flow.from(), net.name());
                }
                next.computeIfAbsent(flow.from(), name -> new ArrayList<>()).add(flow.to());
                previous.computeIfAbsent(flow.to(), name -> new ArrayList<>()).add(flow.from());
            }
        }

        /** A flow stands where it is written, or where the node is from which it leads. */
        private @Nullable Place place(Flow flow) {
            Node from = nodes.get(flow.from());
            return flow.place() != null ? flow.place() : from == null ? net.place() : from.place();
        }

        /** Why Definition 1 does not allow this flow, or null if it does. */
        private static @Nullable String forbidden(Node from, Node to) {
            if (from instanceof Condition condition && condition.kind() == Condition.Kind.OUTPUT) {
                return "nothing leaves the output condition";
            }
            if (to instanceof Condition condition && condition.kind() == Condition.Kind.INPUT) {
                return "nothing enters the input condition";
            }
            return from instanceof Condition && to instanceof Condition ? "both are conditions" : null;
        }

        /**
         * Every node is on a path from input to output: checked from either end. More is allowed than by Definition 1: where
         * cancellation takes the tokens of a node, they need no way out.
         */
        private void paths(List<Condition> ends, Map<String, List<String>> arrows, Code code) {
            Set<String> seen = new HashSet<>();
            ends.forEach(end -> seen.add(end.name()));
            List<String> open = new ArrayList<>(seen);
            while (!open.isEmpty()) {
                for (String name : arrows.getOrDefault(open.removeLast(), List.of())) {
                    if (seen.add(name)) {
                        open.add(name);
                    }
                }
            }
            for (Node node : nodes.values()) {
                if (!seen.contains(node.name()) && !(code == Code.NET_NO_WAY_OUT && isEmptied(node.name(), seen))) {
                    fault(node.name(), node.place(), code, net.name(), node.name());
                }
            }
        }

        /** Where ways may end: with implicit termination also in conditions from which nothing goes on. */
        private List<Condition> ends(Condition output) {
            List<Condition> ends = new ArrayList<>(List.of(output));
            if (net.implicitTermination()) {
                net.conditions().stream().filter(condition -> !next.containsKey(condition.name())).forEach(ends::add);
            }
            return ends;
        }

        private boolean isEmptied(String node, Set<String> byOneOf) {
            return net.tasks().stream()
                    .anyMatch(task -> byOneOf.contains(task.name()) && task.cancels().nodes().contains(node));
        }

        private void task(NetTask task) {
            cancellation(task);
            if (task.multiplicity() != null) {
                String why = wrong(task.multiplicity());
                if (why != null) {
                    fault(task.name(), task.place(), Code.NET_BOUNDS, task.name(), net.name(), why);
                }
            }
            switch (task.decomposition()) {
                case Decomposition.Routing routing -> {}
                case Decomposition.SubNet sub -> {
                    if (specification.net(sub.net()) == null) {
                        fault(task.name(), task.place(), Code.NET_UNKNOWN_NET, task.name(), net.name(), sub.net());
                    }
                }
                case Decomposition.Atomic work -> {
                    work.resourcing().separateFrom().forEach(other -> known(task, other));
                    if (work.resourcing().familiarWith() != null) {
                        known(task, work.resourcing().familiarWith());
                    }
                }
            }
        }

        private void known(NetTask task, String other) {
            if (specification.nets().stream().noneMatch(each -> each.task(other) != null)) {
                fault(task.name(), task.place(), Code.NET_UNKNOWN_TASK, task.name(), net.name(), other);
            }
        }

        private void cancellation(NetTask task) {
            for (String name : task.cancels().nodes()) {
                Node node = nodes.get(name);
                if (node == null && !isBetween(name)) {
                    fault(task.name(), task.place(), Code.NET_CANCELS_NOTHING, task.name(), net.name(), name);
                } else if (node instanceof Condition condition && condition.kind() != Condition.Kind.INNER) {
                    fault(task.name(), task.place(), Code.NET_CANCELS_END, task.name(), net.name(), name);
                }
            }
            for (Cancellation.Arc arc : task.cancels().between()) {
                String name = Condition.between(arc.from(), arc.to());
                if (!isBetween(name)) {
                    fault(task.name(), task.place(), Code.NET_CANCELS_NOTHING, task.name(), net.name(), name);
                }
            }
        }

        private boolean isBetween(String name) {
            return net.flows().stream()
                    .anyMatch(flow -> Condition.between(flow.from(), flow.to()).equals(name)
                            && nodes.get(flow.from()) instanceof NetTask
                            && nodes.get(flow.to()) instanceof NetTask);
        }

        /** What is wrong with bounds that are known without data, or null. */
        private @Nullable String wrong(Multiplicity multiplicity) {
            Integer min = multiplicity.min().known();
            Integer max = multiplicity.max().known();
            Integer threshold = multiplicity.threshold().known();
            if (min != null && (min < 1 && strict || min == Bound.INFINITY)) {
                return "the minimum is " + shown(min);
            }
            if (max != null && max < 1) {
                return "the maximum is " + max;
            }
            if (threshold != null && threshold < 1) {
                return "the threshold is " + threshold;
            }
            if (min != null && max != null && min > max) {
                return "the minimum of " + min + " is above the maximum of " + max;
            }
            if (strict && threshold != null && threshold != Bound.INFINITY && max != null && threshold > max) {
                return "the threshold of " + threshold + " is above the maximum of " + max + "; write no threshold if all must complete";
            }
            return null;
        }

        private static String shown(int bound) {
            return bound == Bound.INFINITY ? "infinite" : Integer.toString(bound);
        }

        private void fault(String node, @Nullable Place place, Code code, Object... details) {
            faults.add(new Fault(code.with(details), net.name(), node, place));
        }
    }
}
