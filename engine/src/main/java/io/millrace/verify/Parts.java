package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.NetTask;
import io.millrace.net.OrJoin;
import io.millrace.net.choice.Branches;
import io.millrace.verify.FlowEdges.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves a net part by part. A part that is entered by one edge and left by one, that is sound alone and in which no condition ever
 * holds two tokens, does from outside what one task does; so it becomes one, and the rest is proved with that task instead. If
 * what is left in the end is sound, and no condition of it ever holds two tokens, a part was never entered again before it was left, and the
 * whole is sound.
 *
 * <p>Not every part may become a task:
 *
 * <ul>
 *   <li>Cancellation must not cross its border.
 *   <li>An OR-join outside waits for a token inside if that can come out, in the paper's reading without passing another OR-join. So a part with
 *       OR-joins becomes a task only if nothing comes out but through an OR-join, which is its last task, and then the task counts as an
 *       OR-join, too; or if there is no OR-join outside.
 *   <li>An OR-join inside must not wait for what goes around: a part with OR-joins that lies on a cycle becomes a task only if its last task is
 *       one, in the paper's reading. In the optimistic reading, in which others count as XOR-joins, it becomes none, and
 *       neither does one behind another OR-join.
 * </ul>
 */
final class Parts {
    private final FlowEdges flow;
    private final NetGraph graph;
    private final OrJoin reading;
    private final int limit;
    /** The node that stands for a node now: itself, or the first node of the part that became a task. */
    private final int[] now;
    private final Map<Integer, Part> parts = new HashMap<>();
    private long states;

    /** A part that is a task now: it begins, is carried out, and ends, so that others see when its tokens are inside. */
    private record Part(String name, boolean orJoin) {
        String begin() {
            return name + " begins";
        }

        String end() {
            return name + " ends";
        }
    }

    private Parts(NetGraph graph, OrJoin reading, int limit) {
        this.flow = new FlowEdges(graph);
        this.graph = graph;
        this.reading = reading;
        this.limit = limit;
        this.now = new int[flow.nodes()];
        Arrays.setAll(now, node -> node);
    }

    /**
     * Tries to prove a net.
     *
     * @param limit how many states of each part may be looked at
     * @return how many states were looked at if it is sound, or -1 if that was not shown
     */
    static long prove(NetGraph graph, OrJoin reading, int limit) {
        if (graph.net().implicitTermination()) {
            return -1;
        }
        Parts parts = new Parts(Forks.grouped(graph), reading, limit);
        parts.flow.regions().forEach(parts::consider);
        if (parts.parts.isEmpty()) {
            return -1;
        }
        BitSet all = new BitSet();
        all.set(0, parts.flow.nodes());
        return parts.holds(all, null) ? parts.states : -1;
    }

    private void consider(Region region) {
        BitSet inside = new BitSet();
        Arrays.stream(region.nodes()).forEach(inside::set);
        long tasks = Arrays.stream(region.nodes()).filter(node -> now[node] == node && (flow.isTask(node) || parts.containsKey(node))).count();
        if (tasks < 2 || region.in().to() == region.out().from() || !isConfined(inside)) {
            return;
        }
        boolean joins = inside.stream().anyMatch(node -> now[node] == node && isOrJoin(node));
        boolean last = isOrJoin(now[region.out().from()]);
        if (joins && !mayBecomeTask(region, inside, last)) {
            return;
        }
        if (holds(inside, region)) {
            int first = region.nodes()[0];
            String name = " " + flow.name(region.in().to()) + " to " + flow.name(region.out().from());
            Part part = new Part(name, joins && last && reading == OrJoin.PAPER);
            for (int node : region.nodes()) {
                parts.remove(node);
                now[node] = first;
            }
            parts.put(first, part);
        }
    }

    /** Whether what stands at a node now is an OR-join to others: one of several inputs, or of one in the paper's reading. */
    private boolean isOrJoin(int node) {
        Part part = parts.get(node);
        return part != null ? part.orJoin : flow.isTask(node) && graph.join(flow.task(node)) == Junction.OR && (reading == OrJoin.PAPER || isReal(node));
    }

    /** Whether it looks ahead. */
    private boolean isReal(int node) {
        return flow.isTask(node) && now[node] == node && !parts.containsKey(node) && graph.join(flow.task(node)) == Junction.OR && graph.pre(flow.task(node)).length > 1;
    }

    private boolean mayBecomeTask(Region region, BitSet inside, boolean last) {
        boolean real = inside.stream().anyMatch(this::isReal);
        boolean cycle = flow.isOnCycle(region.in());
        if (reading == OrJoin.PAPER) {
            boolean outside = false;
            for (int node = graph.conditions(); node < flow.nodes(); node++) {
                outside |= !inside.get(node) && isReal(node);
            }
            return last || !outside && !(real && cycle);
        }
        if (real && cycle) {
            return false;
        }
        return !real || flow.upstream(region.in().from()).stream().noneMatch(node -> !inside.get(node) && isReal(node));
    }

    private boolean isConfined(BitSet inside) {
        for (int task = 0; task < graph.tasks(); task++) {
            if (!graph.cancels(task)) {
                continue;
            }
            boolean own = inside.get(flow.node(task));
            for (int condition : graph.cancelledConditions(task)) {
                if (inside.get(condition) != own) {
                    return false;
                }
            }
            for (int other : graph.cancelledTasks(task)) {
                if (inside.get(flow.node(other)) != own) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a part, or the whole, is sound and no condition of it ever holds two tokens. */
    private boolean holds(BitSet inside, @Nullable Region region) {
        if (region != null && isOrBlock(region)) {
            return true;
        }
        Question question = new Question(net(inside, region), reading, limit);
        Boolean known = KNOWN.get(question);
        if (known != null) {
            return known;
        }
        boolean holds = false;
        try {
            Model model = NetModel.alone(new NetGraph(question.net), reading);
            Exploration exploration = Exploration.of(Reduction.of(model), limit);
            states += exploration.states();
            holds = exploration.properties().verdict() == Verdict.SOUND && exploration.isSafe();
        } catch (NetModel.TooLargeException e) {
            // It is not shown; what contains it may be.
        }
        KNOWN.put(question, holds);
        return holds;
    }

    /**
     * Whether a part is an OR-split, branches of at most one task each, and an OR-join. Whatever is chosen, the OR-join waits for all of it
     * and goes on once, so none of the 2^n choices has to be tried.
     */
    private boolean isOrBlock(Region region) {
        int first = region.in().to();
        int last = region.out().from();
        boolean borders = isPlainTask(first) && isReal(last) && !graph.cancels(flow.task(last))
                && graph.split(flow.task(first)) == Junction.OR
                && flow.incoming.get(first).size() == 1
                && flow.outgoing.get(last).size() == 1
                && Branches.of(graph, flow.task(first)).takes(flow.outgoing.get(first).size());
        if (!borders) {
            return false;
        }
        int conditions = 0;
        for (int node : region.nodes()) {
            boolean straight = flow.incoming.get(node).size() == 1 && flow.outgoing.get(node).size() == 1;
            boolean inner = node != first && node != last && now[node] == node;
            Part part = parts.get(node);
            if (inner && (part == null ? !straight || flow.isTask(node) && !isPlainTask(node) : part.orJoin)) {
                return false;
            }
            conditions += inner && part == null && !flow.isTask(node) ? 1 : 0;
        }
        return conditions > 0;
    }

    /** Whether it is a task that cancels nothing, is not cancelled, and is nothing special to OR-joins. */
    private boolean isPlainTask(int node) {
        return flow.isTask(node)
                && now[node] == node
                && !parts.containsKey(node)
                && !isOrJoin(node)
                && !graph.cancels(flow.task(node))
                && graph.abortedBy(flow.task(node)).length == 0
                && Arrays.stream(graph.post(flow.task(node))).allMatch(condition -> graph.emptiedBy(condition).length == 0);
    }

    /** What was asked about a net before: many parts of a net that is changed stay as they were. */
    private record Question(Net net, OrJoin reading, int limit) {}

    private static final int MOST_KNOWN = 5_000;
    private static final Map<Question, Boolean> KNOWN = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Boolean> eldest) {
            return size() > MOST_KNOWN;
        }
    });

    /** The net of a part as it is now, with an input and an output of its own; or of the whole. */
    private Net net(BitSet inside, @Nullable Region region) {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        List<NetTask> tasks = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        if (region != null) {
            conditions.put(" in", Condition.input(" in"));
        }
        for (int node = inside.nextSetBit(0); node >= 0; node = inside.nextSetBit(node + 1)) {
            Part part = parts.get(node);
            if (now[node] != node) {
                continue;
            }
            if (part != null) {
                tasks.add(NetTask.named(part.begin()));
                tasks.add(NetTask.named(part.end()).join(part.orJoin ? Junction.OR : Junction.XOR));
                conditions.put(part.name, Condition.inner(part.name));
                flows.add(Flow.of(part.begin(), part.name));
                flows.add(Flow.of(part.name, part.end()));
            } else if (flow.isTask(node)) {
                tasks.add(task(graph.task(flow.task(node)), flow.task(node)));
            } else {
                conditions.put(flow.name(node), node == graph.input() ? Condition.input(flow.name(node))
                        : node == graph.output() ? Condition.output(flow.name(node)) : Condition.inner(flow.name(node)));
            }
        }
        if (region != null) {
            conditions.put(" out", Condition.output(" out"));
            enter(region.in(), " in", tasks, flows);
        }
        for (FlowEdges.Edge edge : flow.edges) {
            boolean within = inside.get(edge.from()) && inside.get(edge.to());
            if (within && now[edge.from()] != now[edge.to()]) {
                flow(edge, conditions, flows);
            }
        }
        if (region != null) {
            leave(region.out(), " out", tasks, flows);
        }
        return new Net(graph.net().name(), graph.net().title(), List.copyOf(conditions.values()), tasks, flows, graph.net().variables(), false, null);
    }

    private NetTask task(NetTask task, int number) {
        List<String> cancelled = new ArrayList<>();
        for (int condition : graph.cancelledConditions(number)) {
            cancelled.add(graph.condition(condition));
        }
        for (int other : graph.cancelledTasks(number)) {
            cancelled.add(graph.task(other).name());
        }
        return NetTask.named(task.name()).join(task.join()).split(task.split()).cancels(new Cancellation(cancelled, List.of()));
    }

    /** An edge between what stands at its ends now. Where two tasks would meet, the condition between stays. */
    private void flow(FlowEdges.Edge edge, Map<String, Condition> conditions, List<Flow> flows) {
        Part from = parts.get(now[edge.from()]);
        Part to = parts.get(now[edge.to()]);
        String source = flow.name(edge.from());
        String target = flow.name(edge.to());
        if (from != null && !flow.isTask(edge.from())) {
            // The part ends with a condition, to which its task gives now.
            conditions.putIfAbsent(source, Condition.inner(source));
            flows.add(Flow.of(from.end(), source));
        } else if (from != null) {
            source = from.end();
        }
        if (to != null && !flow.isTask(edge.to())) {
            conditions.putIfAbsent(target, Condition.inner(target));
            flows.add(Flow.of(target, to.begin()));
        } else if (to != null) {
            target = to.begin();
        }
        flows.add(moved(edge, source, target));
    }

    private static Flow moved(FlowEdges.Edge edge, String from, String to) {
        Flow flow = edge.flow();
        return flow == null ? Flow.of(from, to) : new Flow(from, to, placeless(flow.predicate()), flow.ordering(), flow.isDefault(), null);
    }

    /** The same wherever it stands in its file. */
    private static @Nullable Expression placeless(@Nullable Expression predicate) {
        return switch (predicate) {
            case Expression.Goal goal -> new Expression.Goal(goal.text(), null);
            case Expression.XQuery query -> new Expression.XQuery(query.text(), null);
            case null, default -> predicate;
        };
    }

    private void enter(FlowEdges.Edge in, String input, List<NetTask> tasks, List<Flow> flows) {
        Part to = parts.get(now[in.to()]);
        if (to != null) {
            flows.add(Flow.of(input, to.begin()));
        } else if (flow.isTask(in.to())) {
            flows.add(Flow.of(input, flow.name(in.to())));
        } else {
            tasks.add(NetTask.named(" enter"));
            flows.add(Flow.of(input, " enter"));
            flows.add(Flow.of(" enter", flow.name(in.to())));
        }
    }

    private void leave(FlowEdges.Edge out, String output, List<NetTask> tasks, List<Flow> flows) {
        Part from = parts.get(now[out.from()]);
        if (from != null) {
            flows.add(Flow.of(from.end(), output));
        } else if (flow.isTask(out.from())) {
            flows.add(moved(out, flow.name(out.from()), output));
        } else {
            tasks.add(NetTask.named(" leave"));
            flows.add(Flow.of(flow.name(out.from()), " leave"));
            flows.add(Flow.of(" leave", output));
        }
    }
}
