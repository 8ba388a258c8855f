package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Divides tasks that join and split into two: one that joins, and behind it one that splits. So a block that ends with a task at which a loop
 * goes back becomes a part of its own. Only tasks are divided that cancel nothing and are not cancelled, nor what they give: a token
 * between the halves is then what a task is that is being carried out.
 */
final class Halves {
    private Halves() {}

    /** What the second half of a task is called. */
    static String second(String task) {
        return " " + task + " splits";
    }

    /** The same net with such tasks divided; the net itself if there are none. */
    static NetGraph of(NetGraph graph) {
        boolean[] divided = new boolean[graph.tasks()];
        boolean any = false;
        for (int task = 0; task < divided.length; task++) {
            divided[task] = graph.pre(task).length > 1
                    && graph.post(task).length > 1
                    && !graph.cancels(task)
                    && graph.abortedBy(task).length == 0
                    && Arrays.stream(graph.post(task)).allMatch(condition -> graph.emptiedBy(condition).length == 0);
            any |= divided[task];
        }
        return any ? new NetGraph(net(graph, divided)) : graph;
    }

    private static Net net(NetGraph graph, boolean[] divided) {
        List<Condition> conditions = new ArrayList<>();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            String name = graph.condition(condition);
            conditions.add(condition == graph.input() ? Condition.input(name) : condition == graph.output() ? Condition.output(name) : Condition.inner(name));
        }
        List<NetTask> tasks = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            String name = graph.task(task).name();
            String splits = divided[task] ? second(name) : name;
            List<String> cancelled = new ArrayList<>();
            Arrays.stream(graph.cancelledConditions(task)).forEach(each -> cancelled.add(graph.condition(each)));
            Arrays.stream(graph.cancelledTasks(task)).forEach(each -> cancelled.add(graph.task(each).name()));
            tasks.add(NetTask.named(name)
                    .join(graph.join(task))
                    .split(divided[task] ? Junction.AND : graph.split(task))
                    .cancels(new Cancellation(cancelled, List.of())));
            if (divided[task]) {
                tasks.add(NetTask.named(splits).split(graph.split(task)));
                flows.add(Flow.of(name, splits));
            }
            for (int condition : graph.pre(task)) {
                flows.add(Flow.of(graph.condition(condition), name));
            }
            for (int position = 0; position < graph.post(task).length; position++) {
                Flow flow = graph.flow(task, position);
                flows.add(new Flow(splits, graph.condition(graph.post(task)[position]), flow.predicate(), flow.ordering(), flow.isDefault(), null));
            }
        }
        return new Net(graph.net().name(), graph.net().title(), conditions, tasks, flows, graph.net().variables(), false, null);
    }
}
