package io.millrace.verify;

import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
 *       one, in the paper's reading. In the optimistic reading, in which others count as XOR-joins, it becomes none unless its last task is the only
 *       OR-join of the net, and neither does one behind another OR-join.
 * </ul>
 */
final class Parts {
    /** How much effort it takes to look at a node of a part. */
    private static final long A_NODE = 5;

    /** And to make a net of it. */
    private static final long MODELLED = 200;

    private final Effort effort = Effort.current();
    private final FlowEdges flow;
    private final NetGraph graph;
    private final OrJoin reading;
    private final int limit;
    private final KnownParts known;
    /** Whether parts that are not sound become tasks, too, so that more such parts are found. */
    private final boolean pretending;
    private final List<Integer> unsound = new ArrayList<>();
    private final List<Tree> trees = new ArrayList<>();
    private final Tree root;
    /** Parts that are tasks now. Their numbers follow those of the nodes. */
    private final List<Part> parts = new ArrayList<>();
    /** What stands at a node at the border of a part now: the node itself, or the part. */
    private final int[] now;
    /** For each node the last part of which it was found to be an inner node. */
    private final int[] inside;
    private final @Nullable Branches[] branches;
    /** The OR-joins that look ahead and are not inside of a part that is a task now, the first ones first. */
    private final TreeMap<Long, Integer> lookingAhead = new TreeMap<>();
    private final int orJoins;
    private int mark;
    private long states;

    /**
     * A part that is a task now: it begins, is carried out, and ends, so that others see when its tokens are inside.
     *
     * @param name what it is called
     * @param orJoin whether it counts as an OR-join to others
     * @param region where it begins and ends
     * @param contents the nodes and parts in it
     */
    record Part(String name, boolean orJoin, Region region, int[] contents) {
        FlowEdges.Edge in() {
            return region.in();
        }

        FlowEdges.Edge out() {
            return region.out();
        }

        String begin() {
            return name + " begins";
        }

        String end() {
            return name + " ends";
        }
    }

    /** A region with those in it, and with the nodes that are in none of them. */
    private static final class Tree {
        final @Nullable Region region;
        final List<Tree> children = new ArrayList<>();
        final List<Integer> own = new ArrayList<>();
        /** The nodes and parts that stand for it now. */
        int[] current = new int[0];

        Tree(@Nullable Region region) {
            this.region = region;
        }
    }

    private Parts(NetGraph graph, OrJoin reading, int limit, KnownParts known, boolean pretending) {
        this.flow = new FlowEdges(graph);
        this.graph = graph;
        this.reading = reading;
        this.limit = limit;
        this.known = known;
        this.pretending = pretending;
        this.now = new int[flow.nodes()];
        Arrays.setAll(now, node -> node);
        this.inside = new int[flow.nodes()];
        this.branches = new @Nullable Branches[graph.tasks()];
        this.root = tree();
        for (int task = 0; task < graph.tasks(); task++) {
            if (isReal(flow.node(task))) {
                lookingAhead.put(position(flow.node(task)), flow.node(task));
            }
        }
        this.orJoins = lookingAhead.size();
    }

    /** Nodes that lie before others have a smaller position. */
    private long position(int node) {
        return (long) flow.components()[node] << Integer.SIZE | node;
    }

    /** The regions as a tree: each in the smallest that contains it, those before others first. */
    private Tree tree() {
        List<Region> regions = flow.regions();
        Tree whole = new Tree(null);
        Tree[] owner = new Tree[flow.nodes()];
        Arrays.fill(owner, whole);
        for (Region region : regions.reversed()) {
            Tree tree = new Tree(region);
            owner[region.in().to()].children.add(tree);
            for (int node : region.nodes()) {
                owner[node] = tree;
            }
            trees.add(tree);
        }
        for (int node = 0; node < owner.length; node++) {
            owner[node].own.add(node);
        }
        trees.add(whole);
        trees.forEach(tree -> tree.children.sort(Comparator.comparingLong(each -> position(Objects.requireNonNull(each.region).in().to()))));
        return whole;
    }

    /**
     * Tries to prove a net.
     *
     * @param limit how many states of each part may be looked at
     * @return how many states were looked at if it is sound, or -1 if that was not shown
     */
    static long prove(NetGraph graph, OrJoin reading, int limit) {
        return prove(graph, reading, limit, KnownParts.SHARED);
    }

    /** The same with what is known of parts. */
    static long prove(NetGraph graph, OrJoin reading, int limit, KnownParts known) {
        if (graph.net().implicitTermination()) {
            return -1;
        }
        Parts parts = new Parts(Forks.grouped(Halves.of(graph)), reading, limit, known, false);
        parts.considerAll();
        // A part that gets stuck alone does so in the whole, but for rare nets that come to it twice at a time; those are searched.
        boolean hopeless = parts.parts.isEmpty() || !parts.unsound.isEmpty();
        return !hopeless && parts.answer(parts.root).holds() ? parts.states : -1;
    }

    /** The parts of a net, of which those that are not sound have become tasks, too. */
    static Parts pretending(NetGraph graph, OrJoin reading, int limit) {
        Parts parts = new Parts(Forks.grouped(Halves.of(graph)), reading, limit, KnownParts.SHARED, true);
        parts.considerAll();
        if (parts.answer(parts.root).unsound()) {
            parts.unsound.add(WHOLE);
        }
        return parts;
    }

    /** Stands for what is left of the net when parts have become tasks. */
    static final int WHOLE = -1;

    /** The parts that were seen to get stuck, or to end with something left behind; perhaps {@link #WHOLE}. */
    List<Integer> unsound() {
        return unsound;
    }

    /** The numbers of parts. */
    IntStream numbers() {
        return IntStream.range(flow.nodes(), flow.nodes() + parts.size());
    }

    /** What is in a part, or in the whole: nodes, and parts by their numbers. */
    int[] contents(int part) {
        return part == WHOLE ? root.current : part(part).contents;
    }

    /** The net of a part, or of the whole, with tasks for the parts in it. */
    Net net(int part) {
        int[] contents = contents(part);
        for (int node : contents) {
            now[isPart(node) ? part(node).in().to() : node] = node;
            now[isPart(node) ? part(node).out().from() : node] = node;
        }
        return net(contents, part == WHOLE ? null : part(part).region);
    }

    /** Where the nodes of these parts lead. */
    FlowEdges flow() {
        return flow;
    }

    /** Smaller parts before those that contain them, and otherwise from the input on. */
    private void considerAll() {
        List<Tree> open = new ArrayList<>(List.of(root));
        List<Tree> order = new ArrayList<>();
        while (!open.isEmpty()) {
            Tree tree = open.removeLast();
            order.add(tree);
            open.addAll(tree.children);
        }
        for (Tree tree : order.reversed()) {
            tree.current = Stream.concat(
                            tree.own.stream(), tree.children.stream().flatMap(child -> Arrays.stream(child.current).boxed()))
                    .mapToInt(Integer::intValue)
                    .toArray();
            effort.spend(A_NODE * tree.current.length);
            Region region = tree.region;
            if (region == null || !mayBecomeTask(tree, region)) {
                continue;
            }
            KnownParts.Known answer = answer(tree);
            if (answer.holds() || pretending && answer.unsound()) {
                becomeTask(tree, region);
            }
            if (answer.unsound()) {
                unsound.add(tree.current[0]);
                if (!pretending) {
                    return;
                }
            }
        }
    }

    private void becomeTask(Tree tree, Region region) {
        boolean joins = Arrays.stream(tree.current).anyMatch(this::isOrJoin);
        boolean last = isOrJoin(now[region.out().from()]);
        String name = " " + flow.name(region.in().to()) + " to " + flow.name(region.out().from());
        for (int node : tree.current) {
            if (isReal(node)) {
                lookingAhead.remove(position(node));
            }
        }
        int number = flow.nodes() + parts.size();
        parts.add(new Part(name, joins && last && reading == OrJoin.PAPER, region, tree.current));
        now[region.in().to()] = number;
        now[region.out().from()] = number;
        tree.current = new int[] {number};
    }

    boolean isPart(int node) {
        return node >= flow.nodes();
    }

    Part part(int node) {
        return parts.get(node - flow.nodes());
    }

    private boolean isTask(int node) {
        return !isPart(node) && flow.isTask(node);
    }

    /** Whether what stands at a node now is an OR-join to others: one of several inputs, or of one in the paper's reading. */
    private boolean isOrJoin(int node) {
        return isPart(node)
                ? part(node).orJoin
                : flow.isTask(node) && graph.join(flow.task(node)) == Junction.OR && (reading == OrJoin.PAPER || isReal(node));
    }

    /** Whether it looks ahead. */
    private boolean isReal(int node) {
        return isTask(node) && graph.join(flow.task(node)) == Junction.OR && graph.pre(flow.task(node)).length > 1;
    }

    private boolean mayBecomeTask(Tree tree, Region region) {
        mark++;
        int tasks = 0;
        int real = 0;
        boolean joins = false;
        for (int node : tree.current) {
            tasks += isPart(node) || flow.isTask(node) ? 1 : 0;
            real += isReal(node) ? 1 : 0;
            joins |= isOrJoin(node);
            if (!isPart(node)) {
                inside[node] = mark;
            }
        }
        if (tasks < 2 || region.in().to() == region.out().from() || !isConfined(tree.current)) {
            return false;
        }
        if (!joins) {
            return true;
        }
        boolean cycle = flow.isOnCycle(region.in());
        if (reading == OrJoin.PAPER) {
            boolean outside = lookingAhead.size() > real;
            return isOrJoin(now[region.out().from()]) || !outside && !(real > 0 && cycle);
        }
        boolean only = orJoins == 1 && isReal(now[region.out().from()]);
        return real == 0 || only || !cycle && !isBehindOrJoin(region);
    }

    /** Whether an OR-join outside of a part, which was marked, lies before it. */
    private boolean isBehindOrJoin(Region region) {
        int before = region.in().from();
        boolean may = lookingAhead.headMap(position(before), true).values().stream().anyMatch(node -> inside[node] != mark);
        return may && flow.upstream(before).stream().anyMatch(node -> lookingAhead.containsKey(position(node)) && inside[node] != mark);
    }

    /** Whether no cancellation crosses the border of what was marked. What is inside of parts is cancelled inside of them only. */
    private boolean isConfined(int[] nodes) {
        for (int node : nodes) {
            if (isPart(node)) {
                continue;
            }
            int task = flow.task(node);
            boolean confined = flow.isTask(node)
                    ? Arrays.stream(graph.cancelledConditions(task)).allMatch(each -> inside[each] == mark)
                            && Arrays.stream(graph.cancelledTasks(task)).allMatch(each -> inside[flow.node(each)] == mark)
                            && Arrays.stream(graph.abortedBy(task)).allMatch(each -> inside[flow.node(each)] == mark)
                    : Arrays.stream(graph.emptiedBy(node)).allMatch(each -> inside[flow.node(each)] == mark);
            if (!confined) {
                return false;
            }
        }
        return true;
    }

    private KnownParts.Known answer(Tree tree) {
        if (tree.region != null && isOrBlock(tree, tree.region)) {
            return new KnownParts.Known(true, false, 0);
        }
        String fingerprint = fingerprint(tree);
        KnownParts.Known answer = known.of(fingerprint);
        if (answer == null) {
            effort.spend(MODELLED * tree.current.length);
            answer = explored(net(tree.current, tree.region));
            known.put(fingerprint, answer);
        }
        states += answer.states();
        return answer;
    }

    private KnownParts.Known explored(Net net) {
        NetGraph part = new NetGraph(net);
        try {
            return explored(NetModel.alone(part, reading), true);
        } catch (NetModel.TooLargeException e) {
            // It is not shown; what contains it may be. Something wrong may show all the same.
            return explored(NetModel.inPart(part, reading), false);
        }
    }

    private KnownParts.Known explored(Model model, boolean all) {
        Exploration exploration = Exploration.of(Reduction.of(model), all ? limit : limit / 10);
        Properties properties = exploration.properties();
        boolean holds = all && properties.verdict() == Verdict.SOUND && exploration.isSafe();
        boolean stuck = all ? properties.optionToComplete() == Answer.NO : exploration.getsStuck();
        return new KnownParts.Known(holds, stuck || properties.properCompletion() == Answer.NO, exploration.states());
    }

    private Branches branches(int task) {
        Branches made = branches[task];
        if (made == null) {
            made = Branches.of(graph, task);
            branches[task] = made;
        }
        return made;
    }

    /**
     * Whether in a part nothing goes around, no condition is shared, and every join is an OR-join, the last task being one. Then each task is carried
     * out once at most, by induction from the first: an OR-join goes on only when the inputs that are not marked get nothing any more,
     * and those that are marked have got all they will. Nothing waits for ever either, since the first of several OR-joins that
     * wait has nobody to wait for. So none of the choices has to be tried, if only each branch can be taken.
     *
     * <p>In the paper's reading OR-joins do not wait for what has to pass another one, so only the last task may be one.
     */
    private boolean isOrBlock(Tree tree, Region region) {
        int last = now[region.out().from()];
        if (!isReal(last)) {
            return false;
        }
        for (int node : tree.current) {
            if (isPart(node)) {
                if (part(node).orJoin) {
                    return false;
                }
                continue;
            }
            int ins = flow.incoming.get(node).size();
            int outs = flow.outgoing.get(node).size();
            boolean fits = flow.isTask(node)
                    ? isPlain(flow.task(node)) && takesAll(flow.task(node)) && (node == last || (isReal(node) ? reading == OrJoin.OPTIMISTIC : ins == 1 && !isOrJoin(node)))
                    : ins == 1 && outs == 1;
            if (!fits) {
                return false;
            }
        }
        return !goesAround(tree, region);
    }

    /** Whether there is a cycle inside of a part: not all of it is behind what comes before it. */
    private boolean goesAround(Tree tree, Region region) {
        Map<Integer, Integer> waitsFor = new HashMap<>();
        for (int node : tree.current) {
            waitsFor.put(node, isPart(node) ? 1 : flow.incoming.get(node).size());
        }
        int[] open = new int[tree.current.length];
        int length = 0;
        open[length++] = now[region.in().to()];
        for (int i = 0; i < length; i++) {
            for (FlowEdges.Edge edge : outgoing(open[i])) {
                if (!edge.is(region.out()) && waitsFor.merge(now[edge.to()], -1, Integer::sum) == 0) {
                    open[length++] = now[edge.to()];
                }
            }
        }
        return length < tree.current.length;
    }

    private boolean takesAll(int task) {
        int ways = graph.post(task).length;
        return graph.split(task) != Junction.OR || ways == 1 || branches(task).takes(ways);
    }

    /** Whether a task cancels nothing, and neither it nor what it gives is cancelled. */
    private boolean isPlain(int task) {
        return !graph.cancels(task)
                && graph.abortedBy(task).length == 0
                && Arrays.stream(graph.post(task)).allMatch(condition -> graph.emptiedBy(condition).length == 0);
    }

    /** All that the answer depends on: the nodes by their order, what they are, and what leads where. */
    private String fingerprint(Tree tree) {
        KnownParts.Fingerprint print = new KnownParts.Fingerprint();
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int node : tree.current) {
            numbers.put(node, numbers.size());
        }
        print.add(reading.ordinal()).add(limit).add(tree.current.length);
        for (int node : tree.current) {
            if (isPart(node)) {
                print.add(part(node).orJoin ? 1 : 2).add(flow.isTask(part(node).in().to()) ? 1 : 2).add(flow.isTask(part(node).out().from()) ? 1 : 2);
            } else if (flow.isTask(node)) {
                int task = flow.task(node);
                print.add(3).add(graph.join(task).ordinal()).add(graph.split(task).ordinal());
                addCancelled(task, numbers, print);
                if (graph.split(task) == Junction.OR && graph.post(task).length > 1) {
                    addBranches(branches(task), print);
                }
            } else {
                print.add(node == graph.input() ? 4 : node == graph.output() ? 5 : 6);
            }
            List<FlowEdges.Edge> out = outgoing(node);
            print.add(out.size());
            for (FlowEdges.Edge edge : out) {
                print.add(isOut(edge, tree.region) ? -1 : numbers.getOrDefault(now[edge.to()], -2));
            }
        }
        return print.add(tree.region == null ? -1 : numbers.getOrDefault(now[tree.region.in().to()], -2)).digest();
    }

    private void addCancelled(int task, Map<Integer, Integer> numbers, KnownParts.Fingerprint print) {
        print.add(graph.cancelledConditions(task).length).add(graph.cancelledTasks(task).length);
        Arrays.stream(graph.cancelledConditions(task)).forEach(each -> print.add(numbers.getOrDefault(each, -2)));
        Arrays.stream(graph.cancelledTasks(task)).forEach(each -> print.add(numbers.getOrDefault(flow.node(each), -2)));
    }

    private static void addBranches(Branches branches, KnownParts.Fingerprint print) {
        print.add(branches.otherwise()).add(branches.groups().size());
        for (List<BitSet> group : branches.groups()) {
            print.add(group.size());
            group.forEach(print::add);
        }
    }

    private List<FlowEdges.Edge> outgoing(int node) {
        return isPart(node) ? List.of(part(node).out()) : flow.outgoing.get(node);
    }

    private static boolean isOut(FlowEdges.Edge edge, @Nullable Region region) {
        return region != null && edge.is(region.out());
    }

    /** The net of a part as it is now, with an input and an output of its own; or of the whole. */
    private Net net(int[] contents, @Nullable Region region) {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        List<NetTask> tasks = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        for (int node : contents) {
            if (isPart(node)) {
                Part part = part(node);
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
            conditions.put(" in", Condition.input(" in"));
            conditions.put(" out", Condition.output(" out"));
            enter(region.in(), " in", tasks, flows);
        }
        for (int node : contents) {
            for (FlowEdges.Edge edge : outgoing(node)) {
                if (isOut(edge, region)) {
                    leave(edge, " out", tasks, flows);
                } else {
                    flow(edge, conditions, flows);
                }
            }
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
        int from = now[edge.from()];
        int to = now[edge.to()];
        String source = flow.name(edge.from());
        String target = flow.name(edge.to());
        if (isPart(from) && !flow.isTask(edge.from())) {
            // The part ends with a condition, to which its task gives now.
            conditions.putIfAbsent(source, Condition.inner(source));
            flows.add(Flow.of(part(from).end(), source));
        } else if (isPart(from)) {
            source = part(from).end();
        }
        if (isPart(to) && !flow.isTask(edge.to())) {
            conditions.putIfAbsent(target, Condition.inner(target));
            flows.add(Flow.of(target, part(to).begin()));
        } else if (isPart(to)) {
            target = part(to).begin();
        }
        flows.add(moved(edge, source, target));
    }

    private static Flow moved(FlowEdges.Edge edge, String from, String to) {
        Flow flow = edge.flow();
        return flow == null ? Flow.of(from, to) : new Flow(from, to, flow.predicate(), flow.ordering(), flow.isDefault(), null);
    }

    private void enter(FlowEdges.Edge in, String input, List<NetTask> tasks, List<Flow> flows) {
        int to = now[in.to()];
        if (isPart(to)) {
            flows.add(Flow.of(input, part(to).begin()));
        } else if (flow.isTask(to)) {
            flows.add(Flow.of(input, flow.name(to)));
        } else {
            tasks.add(NetTask.named(" enter"));
            flows.add(Flow.of(input, " enter"));
            flows.add(Flow.of(" enter", flow.name(to)));
        }
    }

    private void leave(FlowEdges.Edge out, String output, List<NetTask> tasks, List<Flow> flows) {
        int from = now[out.from()];
        if (isPart(from)) {
            flows.add(Flow.of(part(from).end(), output));
        } else if (flow.isTask(from)) {
            flows.add(moved(out, flow.name(from), output));
        } else {
            tasks.add(NetTask.named(" leave"));
            flows.add(Flow.of(flow.name(from), " leave"));
            flows.add(Flow.of(" leave", output));
        }
    }
}
