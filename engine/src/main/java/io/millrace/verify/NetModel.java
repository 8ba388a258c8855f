package io.millrace.verify;

import io.millrace.net.Bound;
import io.millrace.net.Decomposition;
import io.millrace.net.Junction;
import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import io.millrace.net.Semantics;
import io.millrace.net.Specification;
import io.millrace.net.NetTask;
import io.millrace.net.choice.Branches;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes models of YAWL nets, of one net alone or of a specification as a whole.
 *
 * <p>Entering and leaving a task are one move where nothing can tell them apart: when the task cancels nothing, nothing
 * cancels it, and nothing empties what it gives to (being carried out would keep its tokens from that). Being able to
 * complete, such a task could as well have completed at once, for every OR-join as for every other task. A task that is
 * seen busy has a place for it, and three kinds of moves: enter, exit, and both at once, so that the shortest trace is
 * one that a person would tell. Instances of a task are invisible to all others, so a task that has many is busy as
 * one that has one.
 *
 * <p>In a whole, a composite task holds the places of its net: its exit needs a token in that net's output condition, and
 * empties the rest. Since a task is entered once at a time, one copy for each instance is exact.
 */
final class NetModel {
    /** An OR-split has a move for every non-empty set of branches. */
    static final int WIDEST_OR_SPLIT = 14;

    /** If it has too many, so many are tried. */
    private static final int SOME_SETS = 300;

    /**
     * A composite task of up to so many instances has a copy of its net for each of them. One of more has a single copy: instances do not
     * see each other, so the task can be completed just when one of them can be, and it can get stuck for ever just when one
     * of them can, since then as many as it takes can, whatever the threshold is.
     */
    private static final int MOST_COPIES = 4;

    /** How much effort a move takes, of which one task can have very many. */
    private static final long A_MOVE = 50;

    private final Effort effort = Effort.current();
    private final OrJoin reading;
    private final @Nullable Specification whole;
    private final Map<String, Semantics> semantics = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<Spot> spots = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();
    private final Map<Model.TaskName, Integer> tasks = new HashMap<>();
    private final List<Model.TaskName> taskNames = new ArrayList<>();

    private final int mostCopies;
    /** Whether an OR-split with too many sets of branches has moves for some of them. */
    private final boolean some;

    private NetModel(OrJoin reading, @Nullable Specification whole, int mostCopies, boolean some) {
        this.some = some;
        this.reading = reading;
        this.whole = whole;
        this.mostCopies = mostCopies;
    }

    /** One net, whose composite tasks are tasks like others (Definition 19). */
    static Model alone(NetGraph graph, OrJoin reading) throws TooLargeException {
        NetModel making = new NetModel(reading, null, MOST_COPIES, false);
        return making.model(graph);
    }

    /**
     * One net of which an OR-split with too many sets of branches takes some of them only. Where it gets stuck, or ends with something left
     * behind, so does the net; but it says nothing about what can never happen.
     */
    static Model inPart(NetGraph graph, OrJoin reading) {
        try {
            return new NetModel(reading, null, MOST_COPIES, true).model(graph);
        } catch (TooLargeException e) {
            throw new IllegalStateException("A net alone is too large for its OR-splits only", e);
        }
    }

    /** A specification with all its nets in their places. */
    static Model whole(Specification specification, OrJoin reading) throws TooLargeException {
        return whole(specification, reading, MOST_COPIES);
    }

    /** The same with a copy for each instance of tasks that have up to so many. */
    static Model whole(Specification specification, OrJoin reading, int mostCopies) throws TooLargeException {
        NetModel making = new NetModel(reading, specification, mostCopies, false);
        return making.model(new NetGraph(Objects.requireNonNull(specification.net(specification.root()))));
    }

    private Model model(NetGraph graph) throws TooLargeException {
        Places root = instance(graph);
        int[] initial = new int[spots.size()];
        initial[root.conditions[graph.input()]] = 1;
        Model.Goal goal = graph.net().implicitTermination()
                ? new Model.Goal.Quiet()
                : new Model.Goal.Output(root.conditions[graph.output()]);
        return new Model(spots, initial, moves, taskNames, goal);
    }

    /** The places of one instance of a net. */
    private record Places(int[] conditions, int[] busy, int[][] inside) {}

    private Places instance(NetGraph graph) throws TooLargeException {
        String net = graph.net().name();
        if (path.contains(net)) {
            throw new TooLargeException("net '" + net + "' contains itself, so the whole has no bound");
        }
        path.push(net);
        int[] conditions = new int[graph.conditions()];
        for (int condition = 0; condition < conditions.length; condition++) {
            conditions[condition] = place(net, graph.condition(condition), false);
        }
        int[] busy = new int[graph.tasks()];
        @Nullable Copies[] copies = new @Nullable Copies[graph.tasks()];
        int[][] inside = new int[graph.tasks()][];
        for (int task = 0; task < busy.length; task++) {
            NetTask each = graph.task(task);
            task(net, each.name());
            boolean expanded = whole != null && each.isComposite();
            busy[task] = expanded || isSeenBusy(graph, task) ? place(net, each.name(), true) : -1;
            int from = spots.size();
            copies[task] = expanded ? copies(graph, task) : null;
            inside[task] = new int[spots.size() - from];
            Arrays.setAll(inside[task], i -> from + i);
        }
        Places places = new Places(conditions, busy, inside);
        Semantics meaning = semantics.computeIfAbsent(net, name -> Semantics.ofOrJoins(graph, reading));
        for (int task = 0; task < busy.length; task++) {
            moves(meaning, task, places, copies[task]);
        }
        path.pop();
        return places;
    }

    private static boolean isSeenBusy(NetGraph graph, int task) {
        return graph.cancels(task)
                || graph.abortedBy(task).length > 0
                || Arrays.stream(graph.post(task)).anyMatch(condition -> graph.emptiedBy(condition).length > 0);
    }

    private int place(String net, String node, boolean busy) {
        spots.add(new Spot(net, node, busy));
        return spots.size() - 1;
    }

    private int task(String net, String task) {
        Model.TaskName name = new Model.TaskName(net, task);
        Integer known = tasks.putIfAbsent(name, taskNames.size());
        if (known == null) {
            taskNames.add(name);
            return taskNames.size() - 1;
        }
        return known;
    }

    /** What a task's move needs from its join, or gives by its split. */
    private record Way(int[] places, @Nullable Guard guard, @Nullable String from, List<String> to) {}

    private void moves(Semantics meaning, int task, Places places, @Nullable Copies copies) throws TooLargeException {
        NetGraph graph = meaning.graph();
        String net = graph.net().name();
        String name = graph.task(task).name();
        int number = task(net, name);
        int busy = places.busy[task];
        List<Way> joins = joins(meaning, task, places);
        List<Way> splits = splits(graph, task, places);
        int[] none = new int[0];
        int[] empties = empties(graph, task, places);
        boolean unforeseen = graph.join(task) == Junction.OR && reading == OrJoin.PAPER;
        if (copies == null) {
            for (Way join : joins) {
                for (Way split : splits) {
                    effort.spend(A_MOVE + join.places.length + split.places.length);
                    Step step = new Step(net, name, Step.Phase.WHOLE, join.from, split.to);
                    moves.add(new Move(List.of(step), new int[] {number}, ones(join.places), empties, ones(split.places), busy, join.guard, unforeseen));
                }
            }
        }
        if (busy < 0) {
            return;
        }
        for (Way join : joins) {
            Step step = new Step(net, name, Step.Phase.ENTER, join.from, List.of());
            if (copies == null) {
                moves.add(new Move(List.of(step), new int[] {number}, ones(join.places), none, new int[] {busy, 1}, busy, join.guard, unforeseen));
            } else {
                for (int n = copies.min; n <= copies.max; n++) {
                    int[] gives = join(new int[] {busy, 1}, copies.entering(n));
                    moves.add(new Move(List.of(step), new int[] {number}, ones(join.places), none, gives, busy, join.guard, unforeseen));
                }
            }
        }
        for (Way split : splits) {
            Step step = new Step(net, name, Step.Phase.EXIT, null, split.to);
            if (copies == null) {
                moves.add(new Move(List.of(step), none, new int[] {busy, 1}, empties, ones(split.places), -1, null, false));
            } else {
                int[] all = join(empties, places.inside[task]);
                for (int[] done : copies.leaving()) {
                    moves.add(new Move(List.of(step), none, join(new int[] {busy, 1}, done), all, ones(split.places), -1, null, false));
                }
            }
        }
        if (copies != null) {
            copies.inner(net, name, busy);
        }
    }

    private static int[] ones(int[] places) {
        int[] pairs = new int[2 * places.length];
        for (int i = 0; i < places.length; i++) {
            pairs[2 * i] = places[i];
            pairs[2 * i + 1] = 1;
        }
        return pairs;
    }

    private static int[] join(int[] one, int[] other) {
        int[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private List<Way> joins(Semantics meaning, int task, Places places) {
        NetGraph graph = meaning.graph();
        int[] pre = graph.pre(task);
        int[] inputs = Arrays.stream(pre).map(condition -> places.conditions[condition]).toArray();
        if (pre.length == 1 || graph.join(task) == Junction.AND) {
            return List.of(new Way(inputs, null, null, List.of()));
        }
        if (graph.join(task) == Junction.OR) {
            return List.of(new Way(new int[0], new Guard(meaning, task, places.conditions, places.busy), null, List.of()));
        }
        List<Way> ways = new ArrayList<>();
        for (int i = 0; i < pre.length; i++) {
            ways.add(new Way(new int[] {inputs[i]}, null, graph.condition(pre[i]), List.of()));
        }
        return ways;
    }

    private List<Way> splits(NetGraph graph, int task, Places places) throws TooLargeException {
        int[] post = graph.post(task);
        int[] outputs = Arrays.stream(post).map(condition -> places.conditions[condition]).toArray();
        if (post.length == 1 || graph.split(task) == Junction.AND) {
            return List.of(new Way(outputs, null, null, List.of()));
        }
        List<Way> ways = new ArrayList<>();
        if (graph.split(task) == Junction.XOR) {
            for (int i = 0; i < post.length; i++) {
                ways.add(new Way(new int[] {outputs[i]}, null, null, List.of(graph.flow(task, i).to())));
            }
            return ways;
        }
        Branches branches = Branches.of(graph, task);
        boolean all = branches.count().bitLength() <= WIDEST_OR_SPLIT + 1;
        if (!all && !some) {
            throw new TooLargeException("the OR-split of task '" + graph.task(task).name() + "' has " + post.length
                    + " branches, and so 2^" + post.length + " ways to go on; up to " + WIDEST_OR_SPLIT + " branches can be tried, and what was tried of them showed nothing wrong");
        }
        for (BitSet set : all ? branches.sets() : branches.someSets(SOME_SETS)) {
            ways.add(new Way(
                    set.stream().map(i -> outputs[i]).toArray(), null, null, set.stream().mapToObj(i -> graph.flow(task, i).to()).toList()));
        }
        return ways;
    }

    private static int[] empties(NetGraph graph, int task, Places places) {
        int[] empties = Arrays.stream(graph.cancelledConditions(task)).map(condition -> places.conditions[condition]).toArray();
        for (int other : graph.cancelledTasks(task)) {
            if (other != task) {
                empties = join(empties, new int[] {places.busy[other]});
                empties = join(empties, places.inside[other]);
            }
        }
        return empties;
    }

    private Copies copies(NetGraph graph, int task) throws TooLargeException {
        Decomposition.SubNet sub = (Decomposition.SubNet) graph.task(task).decomposition();
        Specification specification = Objects.requireNonNull(whole);
        NetGraph inner = new NetGraph(Objects.requireNonNull(specification.net(sub.net())));
        if (inner.net().implicitTermination()) {
            throw new TooLargeException("net '" + sub.net() + "' ends when nothing is left to do in it, which a move of the whole cannot see");
        }
        int max = graph.max(task);
        boolean endless = max == Bound.INFINITY && graph.isDynamic(task) && graph.threshold(task) != Bound.INFINITY;
        if (max > mostCopies && endless) {
            throw new TooLargeException("instances of net '" + sub.net() + "' can be added to task '" + graph.task(task).name()
                    + "' without end until enough of them have completed");
        }
        boolean one = max > mostCopies;
        Copies copies = one
                ? new Copies(1, 1, Bound.INFINITY, false)
                : new Copies(graph.min(task), max, graph.threshold(task), graph.isDynamic(task));
        copies.done = place(graph.net().name(), graph.task(task).name(), true);
        for (int copy = 0; copy < copies.max; copy++) {
            int running = place(graph.net().name(), graph.task(task).name(), true);
            int last = place(graph.net().name(), graph.task(task).name(), true);
            Places places = instance(inner);
            copies.nets.add(new Copy(running, last, places.conditions[inner.input()], places.conditions[inner.output()]));
        }
        return copies;
    }

    /**
     * One instance of a composite task.
     *
     * @param running it has not completed
     * @param last it is the last that was entered: so many instances there are
     * @param input the input condition of its net
     * @param output the output condition of its net
     */
    private record Copy(int running, int last, int input, int output) {}

    /** The instances of a composite task: how many there are, how many have completed, and a copy of the net for each. */
    private final class Copies {
        final int min;
        final int max;
        final int threshold;
        final boolean dynamic;
        final List<Copy> nets = new ArrayList<>();
        int done;

        Copies(int min, int max, int threshold, boolean dynamic) {
            this.min = min;
            this.max = max;
            this.threshold = threshold;
            this.dynamic = dynamic;
        }

        /** What is given when the task is entered with so many instances. */
        int[] entering(int instances) {
            int[] gives = {nets.get(instances - 1).last, 1};
            for (Copy copy : nets.subList(0, instances)) {
                gives = join(gives, new int[] {copy.running, 1, copy.input, 1});
            }
            return gives;
        }

        /** What must have completed so that the task can be left, in each of the ways: all instances, or as many as are enough. */
        List<int[]> leaving() {
            List<int[]> ways = new ArrayList<>();
            for (int instances = min; instances <= max && instances < threshold; instances++) {
                ways.add(new int[] {nets.get(instances - 1).last, 1, done, instances});
            }
            if (threshold <= max) {
                ways.add(new int[] {done, threshold});
            }
            return ways;
        }

        /** Completing an instance, and adding one. The first is no step of the trace: an instance completes when its net has. */
        void inner(String net, String task, int busy) {
            int[] none = new int[0];
            for (Copy copy : nets) {
                moves.add(new Move(List.of(), none, new int[] {copy.running, 1, copy.output, 1}, none, new int[] {done, 1}, -1, null, false));
            }
            for (int instances = min; dynamic && instances < max; instances++) {
                Step step = new Step(net, task, Step.Phase.ENTER, null, List.of());
                Copy added = nets.get(instances);
                int[] gives = {busy, 1, added.last, 1, added.running, 1, added.input, 1};
                moves.add(new Move(List.of(step), none, new int[] {busy, 1, nets.get(instances - 1).last, 1}, none, gives, -1, null, false));
            }
        }
    }

    /** A net that cannot be explored at all; the message says why. */
    static final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        TooLargeException(String message) {
            super(message);
        }
    }
}
