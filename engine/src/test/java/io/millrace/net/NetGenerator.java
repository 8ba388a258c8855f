package io.millrace.net;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes specifications with everything the language has: joins and splits, loops, cancellation, instances, sub-nets. */
public final class NetGenerator {
    private final Random random;
    private final int size;
    private final List<Net> nets = new ArrayList<>();

    public NetGenerator(long seed, int size) {
        this.random = new Random(seed);
        this.size = size;
    }

    public Specification specification() {
        String root = net(2).name();
        Specification specification = Specification.of("generated", root, nets);
        return random.nextBoolean() ? specification : specification.orJoin(OrJoin.OPTIMISTIC);
    }

    /** One net without sub-nets. */
    public Net flat() {
        return net(0);
    }

    private Net net(int depth) {
        int tasks = 2 + random.nextInt(size - 1);
        int inner = random.nextInt(3);
        List<String> order = new ArrayList<>(List.of("t1"));
        for (int i = 2; i < tasks; i++) {
            order.add("t" + i);
        }
        for (int i = 1; i <= inner && order.size() > 1; i++) {
            order.add(1 + random.nextInt(order.size() - 1), "c" + i);
        }
        order.add("t" + tasks);
        Set<List<String>> flows = flows(order);
        List<Condition> conditions = new ArrayList<>(List.of(Condition.input("i"), Condition.output("o")));
        List<NetTask> made = new ArrayList<>();
        for (String name : order) {
            if (isTask(name)) {
                made.add(task(name, order, flows, depth));
            } else {
                conditions.add(Condition.inner(name));
            }
        }
        List<Flow> written = flows.stream().map(flow -> Flow.of(flow.get(0), flow.get(1))).toList();
        String name = "n" + (nets.size() + 1);
        Net net = new Net(name, name, conditions, made, written, List.of(), false, null);
        nets.add(net);
        return net;
    }

    private static boolean isTask(String name) {
        return name.startsWith("t");
    }

    /** First a way through every node, then some flows more, backwards ones among them. */
    private Set<List<String>> flows(List<String> order) {
        Set<List<String>> flows = new LinkedHashSet<>();
        flows.add(List.of("i", order.getFirst()));
        flows.add(List.of(order.getLast(), "o"));
        for (int at = 1; at < order.size(); at++) {
            flows.add(List.of(pick(order, 0, at, !isTask(order.get(at))), order.get(at)));
        }
        for (int at = 0; at < order.size() - 1; at++) {
            flows.add(List.of(order.get(at), pick(order, at + 1, order.size(), !isTask(order.get(at)))));
        }
        for (int more = random.nextInt(order.size() + 1); more > 0; more--) {
            String from = order.get(random.nextInt(order.size()));
            String to = order.get(random.nextInt(order.size()));
            if (isTask(from) || isTask(to)) {
                flows.add(List.of(from, random.nextInt(8) == 0 && isTask(from) ? "o" : to));
            }
        }
        return flows;
    }

    /** A node in this part of the order; the ends of the whole order are tasks, so one is found. */
    private String pick(List<String> order, int from, int to, boolean onlyTask) {
        String picked = order.get(from + random.nextInt(to - from));
        return isTask(picked) || !onlyTask ? picked : order.get(from == 0 ? 0 : to - 1);
    }

    private NetTask task(String name, List<String> order, Set<List<String>> flows, int depth) {
        long in = flows.stream().filter(flow -> flow.get(1).equals(name)).count();
        NetTask task = NetTask.named(name)
                .join(in == 1 ? pick(Junction.XOR, Junction.AND, Junction.OR) : pick(Junction.OR, Junction.OR, Junction.XOR, Junction.XOR, Junction.AND))
                .split(pick(Junction.AND, Junction.AND, Junction.XOR, Junction.OR));
        if (random.nextInt(4) == 0) {
            task = task.cancels(cancellation(order, flows));
        }
        if (random.nextInt(6) == 0) {
            int min = 1 + random.nextInt(2);
            int max = min + random.nextInt(4 - min);
            int threshold = random.nextBoolean() ? Bound.INFINITY : 1 + random.nextInt(max);
            task = task.multiple(Multiplicity.of(min, max, threshold, random.nextBoolean() ? Multiplicity.Creation.DYNAMIC : Multiplicity.Creation.STATIC));
        }
        if (depth > 0 && random.nextInt(5) == 0) {
            task = task.by(Decomposition.net(net(depth - 1).name()));
        }
        return task;
    }

    private Cancellation cancellation(List<String> order, Set<List<String>> flows) {
        List<String> nodes = new ArrayList<>();
        List<Cancellation.Arc> arcs = new ArrayList<>();
        for (String node : order) {
            if (random.nextInt(3) == 0) {
                nodes.add(node);
            }
        }
        for (List<String> flow : flows) {
            if (isTask(flow.get(0)) && isTask(flow.get(1)) && random.nextInt(3) == 0) {
                arcs.add(new Cancellation.Arc(flow.get(0), flow.get(1)));
            }
        }
        return new Cancellation(nodes, arcs);
    }

    private Junction pick(Junction... from) {
        return from[random.nextInt(from.length)];
    }
}
