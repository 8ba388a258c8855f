package io.millrace.net;

import io.millrace.data.Data;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes generated specifications run: some tasks get work, some only route, and one number in the data of a case, its lot,
 * decides which ways every split takes and how many instances every task gets. Whoever completes work draws a new lot.
 */
final class Steering {
    static final String LOT = "lot";

    private final Random random;

    private Steering(long seed) {
        this.random = new Random(seed);
    }

    static Specification steered(Specification specification, long seed) {
        Steering steering = new Steering(seed);
        List<Net> nets = specification.nets().stream().map(steering::net).toList();
        Specification steered = new Specification(
                specification.name(), nets, specification.root(), specification.orJoin(), specification.end(), null);
        return steering.random.nextInt(3) == 0 ? steered.end(End.FIRST) : steered;
    }

    private Net net(Net net) {
        List<Flow> flows = new ArrayList<>();
        Set<String> defaults = new HashSet<>();
        for (Flow flow : net.flows()) {
            NetTask from = net.task(flow.from());
            if (from == null || from.split() == Junction.AND) {
                flows.add(flow);
                continue;
            }
            int position = (int) flows.stream().filter(each -> each.from().equals(flow.from())).count();
            Flow open = flow.when(new Expression.Lambda("way " + position, data -> Data.of(isOpen(net.name(), flow, position, lot(data)))));
            open = open.ordering(random.nextInt(3));
            flows.add(defaults.add(flow.from()) ? open.otherwise() : open);
        }
        List<NetTask> tasks = net.tasks().stream().map(task -> task(net, task)).toList();
        return new Net(net.name(), net.title(), net.conditions(), tasks, flows, net.variables(), net.implicitTermination(), net.place());
    }

    /** The first task of a net is never automatic, and none on a cycle: nothing goes on for ever by itself. */
    private NetTask task(Net net, NetTask task) {
        Multiplicity multiplicity = task.multiplicity();
        NetTask counted = multiplicity == null
                ? task
                : task.multiple(multiplicity.count(
                        new Expression.Lambda("count", data -> Data.of(instances(net.name(), task, lot(data))))));
        if (task.isComposite()) {
            return counted;
        }
        int luck = random.nextInt(6);
        boolean mayRoute = !task.equals(net.tasks().getFirst()) && !isOnCycle(net, task.name());
        return luck == 0 && mayRoute
                ? counted
                : counted.by(Decomposition.work(
                        luck < 2 ? Task.handler(task.name()) : Task.people(task.name())));
    }

    private static boolean isOnCycle(Net net, String node) {
        Set<String> reached = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(node));
        while (!open.isEmpty()) {
            String at = open.removeLast();
            for (Flow flow : net.flows()) {
                if (flow.from().equals(at) && reached.add(flow.to())) {
                    open.add(flow.to());
                }
            }
        }
        return reached.contains(node);
    }

    private static int lot(Data data) {
        return data.at(LOT).asInt();
    }

    private static int drawn(String net, String node, int what, int lot) {
        return new Random(31L * (31L * (31L * net.hashCode() + node.hashCode()) + what) + 7919L * lot).nextInt(1 << 16);
    }

    private static boolean isOpen(String net, Flow flow, int position, int lot) {
        return drawn(net, flow.from(), position, lot) % 2 == 0;
    }

    /** How many instances a task gets. */
    static int instances(String net, NetTask task, int lot) {
        int min = known(task, true);
        return min + drawn(net, task.name(), -1, lot) % (known(task, false) - min + 1);
    }

    private static int known(NetTask task, boolean least) {
        Multiplicity multiplicity = task.multiplicity();
        Integer known = multiplicity == null ? null : (least ? multiplicity.min() : multiplicity.max()).known();
        return known == null ? 1 : known;
    }

    /** Which conditions a task gives tokens to. */
    static List<String> ways(NetGraph graph, int task, int lot) {
        int[] post = graph.post(task);
        List<Integer> all = IntStream.range(0, post.length).boxed().toList();
        String net = graph.net().name();
        List<Integer> open = all.stream()
                .filter(position -> isOpen(net, graph.flow(task, position), position, lot))
                .toList();
        List<Integer> taken =
                switch (graph.split(task)) {
                    case AND -> all;
                    case OR -> !open.isEmpty() ? open : List.of(0);
                    case XOR ->
                        open.stream()
                                .min(Comparator.comparingInt(position -> graph.flow(task, position).ordering()))
                                .map(List::of)
                                .orElse(List.of(0));
                };
        return (post.length == 1 ? all : taken).stream().map(position -> graph.condition(post[position])).toList();
    }
}
