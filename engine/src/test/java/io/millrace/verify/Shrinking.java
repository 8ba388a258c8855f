package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Checks;
import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.file.NetFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes a specification on which a check fails as small as it can without making the check pass, and shows it as facts. */
final class Shrinking {
    private Shrinking() {}

    /** Runs a check; if it fails, fails with the smallest specification found on which it fails, too. */
    static void check(long seed, Specification specification, Consumer<Specification> check) {
        if (failure(specification, check) != null) {
            Specification smallest = shrunk(specification, check);
            throw new AssertionError("seed " + seed + ", made smaller:\n" + NetFile.toFacts(smallest), failure(smallest, check));
        }
    }

    private static @Nullable Throwable failure(Specification specification, Consumer<Specification> check) {
        try {
            check.accept(specification);
            return null;
        } catch (AssertionError | RuntimeException failure) {
            return failure;
        }
    }

    private static Specification shrunk(Specification specification, Consumer<Specification> check) {
        for (Specification smaller : smaller(specification)) {
            if (Checks.faults(smaller).isEmpty() && failure(smaller, check) != null) {
                return shrunk(smaller, check);
            }
        }
        return specification;
    }

    private static List<Specification> smaller(Specification specification) {
        List<Specification> found = new ArrayList<>();
        for (int at = 0; at < specification.nets().size(); at++) {
            for (Net smaller : smaller(specification.nets().get(at))) {
                List<Net> nets = new ArrayList<>(specification.nets());
                nets.set(at, smaller);
                found.add(new Specification(
                        specification.name(), nets, specification.root(), specification.orJoin(), specification.end(), null));
            }
        }
        return found;
    }

    private static List<Net> smaller(Net net) {
        List<Net> found = new ArrayList<>();
        for (NetTask task : net.tasks()) {
            found.add(without(net, task.name()));
        }
        for (Condition condition : net.conditions()) {
            found.add(without(net, condition.name()));
        }
        for (Flow flow : net.flows()) {
            List<Flow> flows = new ArrayList<>(net.flows());
            flows.remove(flow);
            found.add(with(net, net.conditions(), net.tasks(), flows));
        }
        for (NetTask task : net.tasks()) {
            if (task.multiplicity() != null) {
                found.add(replacing(net, task.multiple(null)));
            }
            if (task.isComposite()) {
                found.add(replacing(net, task.by(NetTask.named("any").decomposition())));
            }
            for (String node : task.cancels().nodes()) {
                List<String> nodes = new ArrayList<>(task.cancels().nodes());
                nodes.remove(node);
                found.add(replacing(net, task.cancels(new Cancellation(nodes, task.cancels().between()))));
            }
            for (Cancellation.Arc arc : task.cancels().between()) {
                List<Cancellation.Arc> arcs = new ArrayList<>(task.cancels().between());
                arcs.remove(arc);
                found.add(replacing(net, task.cancels(new Cancellation(task.cancels().nodes(), arcs))));
            }
        }
        return found;
    }

    private static Net replacing(Net net, NetTask changed) {
        return with(net, net.conditions(), net.tasks().stream().map(task -> task.name().equals(changed.name()) ? changed : task).toList(), net.flows());
    }

    /** Without a node; what led to it leads to where it led. */
    private static Net without(Net net, String node) {
        List<Flow> flows = new ArrayList<>(net.flows().stream().filter(flow -> !flow.from().equals(node) && !flow.to().equals(node)).toList());
        for (Flow in : net.flows()) {
            for (Flow out : net.flows()) {
                Flow past = Flow.of(in.from(), out.to());
                if (in.to().equals(node) && out.from().equals(node) && !flows.contains(past)) {
                    flows.add(past);
                }
            }
        }
        List<NetTask> tasks = net.tasks().stream().filter(task -> !task.name().equals(node)).map(task -> task.cancels(new Cancellation(
                task.cancels().nodes().stream().filter(each -> !each.equals(node)).toList(),
                task.cancels().between().stream().filter(arc -> !arc.from().equals(node) && !arc.to().equals(node)).toList()))).toList();
        return with(net, net.conditions().stream().filter(condition -> !condition.name().equals(node)).toList(), tasks, flows);
    }

    private static Net with(Net net, List<Condition> conditions, List<NetTask> tasks, List<Flow> flows) {
        return new Net(net.name(), net.title(), conditions, tasks, flows, net.variables(), net.implicitTermination(), null);
    }
}
