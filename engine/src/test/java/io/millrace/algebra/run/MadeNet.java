package io.millrace.algebra.run;

import io.millrace.data.Data;
import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import io.millrace.net.run.NetProcess;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes small nets out of blocks, each sound by construction. One number in the data of a case, its way, decides all splits. */
final class MadeNet {
    private final Random random;
    private final boolean handlers;
    private final List<NetTask> tasks = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>(List.of(Condition.input("i"), Condition.output("o")));
    private final List<Flow> flows = new ArrayList<>();
    private final List<String> working = new ArrayList<>();
    private int routes;
    private int choices;

    /** @param handlers whether some tasks are done by handlers */
    MadeNet(Random random, boolean handlers) {
        this.random = random;
        this.handlers = handlers;
    }

    /** A part of the net: one node where it begins, one where it ends. */
    private record Block(String first, String last) {}

    NetProcess process(int size) {
        Block all = block(size);
        flow("i", all.first);
        flow(all.last, "o");
        Net net = new Net("n", "n", conditions, tasks, flows, List.of(), false, null);
        return NetProcess.named("p", Specification.of("p", "n", List.of(net)), null);
    }

    /** The tasks with work. */
    List<String> working() {
        return working;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (NetTask task : tasks) {
            List<String> to = flows.stream().filter(flow -> flow.from().equals(task.name())).map(Flow::to).toList();
            text.append(task.name()).append(": ").append(task.join()).append('-').append(task.split()).append(" -> ").append(to)
                    .append(task.cancels().nodes().isEmpty() ? "" : " cancels " + task.cancels().nodes()).append('\n');
        }
        return text + "conditions " + flows.stream().filter(flow -> conditions.stream().anyMatch(each -> each.name().equals(flow.from())))
                .map(flow -> flow.from() + "->" + flow.to()).toList() + "\n";
    }

    private void flow(String from, String to) {
        flows.add(Flow.of(from, to));
    }

    private Block block(int size) {
        if (size <= 1) {
            return single();
        }
        int left = 1 + random.nextInt(size - 1);
        return switch (random.nextInt(7)) {
            case 0, 1 -> {
                Block one = block(left);
                Block two = block(size - left);
                flow(one.last, two.first);
                yield new Block(one.first, two.last);
            }
            case 2 -> split(Junction.AND, left, size - left);
            case 3 -> split(Junction.XOR, left, size - left);
            case 4 -> split(Junction.OR, left, size - left);
            case 5 -> random.nextBoolean() ? deferred() : loop(size);
            default -> cancelling();
        };
    }

    private Block single() {
        String name = "t" + (working.size() + 1);
        working.add(name);
        boolean automatic = handlers && random.nextInt(4) == 0;
        tasks.add(NetTask.named(name).by(Decomposition.work(automatic ? Task.handler(name) : Task.people(name))));
        return new Block(name, name);
    }

    private String route(Junction join, Junction split) {
        String name = "r" + ++routes;
        tasks.add(NetTask.named(name).join(join).split(split));
        return name;
    }

    private Block split(Junction kind, int left, int right) {
        String split = route(Junction.XOR, kind);
        String join = route(kind, Junction.AND);
        Block one = block(left);
        Block two = block(right);
        ways(split, kind, one.first, two.first);
        flow(one.last, join);
        flow(two.last, join);
        return new Block(split, join);
    }

    private void ways(String from, Junction kind, String one, String two) {
        if (kind == Junction.AND) {
            flow(from, one);
            flow(from, two);
            return;
        }
        int bit = choices;
        choices += 2;
        flows.add(Flow.of(from, one).when(new Expression.Lambda("one", data -> Data.of((way(data) >> bit & 1) != 0))));
        flows.add(Flow.of(from, two).when(new Expression.Lambda("two", data -> Data.of((way(data) >> bit & 2) != 0))).otherwise());
    }

    private static int way(Data data) {
        return data.at("way").asInt();
    }

    /** Somebody chooses by starting. */
    private Block deferred() {
        String split = route(Junction.XOR, Junction.AND);
        String join = route(Junction.XOR, Junction.AND);
        String condition = "c" + conditions.size();
        conditions.add(Condition.inner(condition));
        flow(split, condition);
        for (int i = 0; i < 2; i++) {
            Block each = single();
            flow(condition, each.first);
            flow(each.last, join);
        }
        return new Block(split, join);
    }

    private Block loop(int size) {
        String join = route(Junction.XOR, Junction.AND);
        String split = route(Junction.XOR, Junction.XOR);
        String out = route(Junction.XOR, Junction.AND);
        Block body = block(size - 1);
        flow(join, body.first);
        flow(body.last, split);
        ways(split, Junction.XOR, join, out);
        return new Block(join, out);
    }

    /** Two branches; whoever is first cancels the other. */
    private Block cancelling() {
        String split = route(Junction.XOR, Junction.AND);
        Block one = single();
        Block two = single();
        String join = "r" + ++routes;
        List<String> nodes = List.of(one.first, two.first);
        List<Cancellation.Arc> arcs = new ArrayList<>();
        for (String node : nodes) {
            flow(split, node);
            flow(node, join);
            arcs.add(new Cancellation.Arc(split, node));
            arcs.add(new Cancellation.Arc(node, join));
        }
        tasks.add(NetTask.named(join).join(Junction.XOR).cancels(new Cancellation(nodes, arcs)));
        return new Block(split, join);
    }
}
