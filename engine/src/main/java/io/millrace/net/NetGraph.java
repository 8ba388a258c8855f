package io.millrace.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * One net with numbers instead of names, for engine and verifier. Conditions are numbered as they are declared, then the implicit ones of
 * Definition 3 as their flows are; tasks as they are declared. Presets and postsets keep the order of the flows. Immutable; callers must
 * not write to the arrays.
 *
 * <p>Bounds that depend on data have the values that a verifier must assume: at least one instance, no maximum, no threshold. The engine
 * evaluates them and passes them to {@link Steps}.
 */
public final class NetGraph {
    private final Net net;
    private final String[] conditions;
    private final NetTask[] tasks;
    private final int input;
    private final int output;
    private final int[][] pre;
    private final int[][] post;
    private final int[][] producers;
    private final int[][] consumers;
    private final int[][] cancelledConditions;
    private final int[][] cancelledTasks;
    private final int[][] emptiedBy;
    private final int[][] abortedBy;
    private final Flow[][] flows;
    private final int[] min;
    private final int[] max;
    private final int[] threshold;
    private final Map<String, Integer> conditionNumbers = new HashMap<>();
    private final Map<String, Integer> taskNumbers = new HashMap<>();

    /** Compiles a net in which {@link Checks} finds no fault. */
    public NetGraph(Net net) {
        this.net = net;
        this.tasks = net.tasks().toArray(new NetTask[0]);
        for (NetTask task : tasks) {
            taskNumbers.put(task.name(), taskNumbers.size());
        }
        List<String> names = new ArrayList<>();
        net.conditions().forEach(condition -> number(condition.name(), names));
        Arcs arcs = new Arcs();
        for (Flow flow : net.flows()) {
            Integer from = taskNumbers.get(flow.from());
            Integer to = taskNumbers.get(flow.to());
            if (from != null && to != null) {
                int between = number(Condition.between(flow.from(), flow.to()), names);
                arcs.out(from, between, flow);
                arcs.in(between, to);
            } else if (from != null) {
                arcs.out(from, conditionNumber(flow.to()), flow);
            } else if (to != null) {
                arcs.in(conditionNumber(flow.from()), to);
            } else {
                throw new IllegalArgumentException("Net '" + net.name() + "' has faults");
            }
        }
        conditions = names.toArray(new String[0]);
        input = only(Condition.Kind.INPUT);
        output = only(Condition.Kind.OUTPUT);
        pre = arcs.lists(arcs.pre, tasks.length);
        post = arcs.lists(arcs.post, tasks.length);
        producers = arcs.lists(arcs.producers, conditions.length);
        consumers = arcs.lists(arcs.consumers, conditions.length);
        flows = new Flow[tasks.length][];
        cancelledConditions = new int[tasks.length][];
        cancelledTasks = new int[tasks.length][];
        min = new int[tasks.length];
        max = new int[tasks.length];
        threshold = new int[tasks.length];
        for (int task = 0; task < tasks.length; task++) {
            flows[task] = arcs.flows.getOrDefault(task, List.of()).toArray(new Flow[0]);
            cancellation(task);
            bounds(task);
        }
        emptiedBy = inverse(cancelledConditions, conditions.length);
        abortedBy = inverse(cancelledTasks, tasks.length);
    }

    /** For each number, in which of the lists it stands. */
    private static int[][] inverse(int[][] lists, int size) {
        List<List<Integer>> found = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            found.add(new ArrayList<>());
        }
        for (int list = 0; list < lists.length; list++) {
            for (int number : lists[list]) {
                found.get(number).add(list);
            }
        }
        return found.stream().map(NetGraph::numbers).toArray(int[][]::new);
    }

    /** Flows in the making: lists by number. */
    private static final class Arcs {
        final Map<Integer, List<Integer>> pre = new HashMap<>();
        final Map<Integer, List<Integer>> post = new HashMap<>();
        final Map<Integer, List<Integer>> producers = new HashMap<>();
        final Map<Integer, List<Integer>> consumers = new HashMap<>();
        final Map<Integer, List<Flow>> flows = new HashMap<>();

        void out(int task, int condition, Flow flow) {
            post.computeIfAbsent(task, key -> new ArrayList<>()).add(condition);
            producers.computeIfAbsent(condition, key -> new ArrayList<>()).add(task);
            flows.computeIfAbsent(task, key -> new ArrayList<>()).add(flow);
        }

        void in(int condition, int task) {
            pre.computeIfAbsent(task, key -> new ArrayList<>()).add(condition);
            consumers.computeIfAbsent(condition, key -> new ArrayList<>()).add(task);
        }

        int[][] lists(Map<Integer, List<Integer>> map, int size) {
            int[][] lists = new int[size][];
            for (int i = 0; i < size; i++) {
                lists[i] = numbers(map.getOrDefault(i, List.of()));
            }
            return lists;
        }
    }

    private static int[] numbers(Iterable<Integer> list) {
        List<Integer> all = new ArrayList<>();
        list.forEach(all::add);
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    private int number(String condition, List<String> names) {
        conditionNumbers.put(condition, names.size());
        names.add(condition);
        return names.size() - 1;
    }

    private int conditionNumber(String name) {
        Integer number = conditionNumbers.get(name);
        if (number == null) {
            throw new IllegalArgumentException("Net '" + net.name() + "' has no condition '" + name + "'");
        }
        return number;
    }

    private int only(Condition.Kind kind) {
        return net.conditions().stream()
                .filter(condition -> condition.kind() == kind)
                .mapToInt(condition -> conditionNumber(condition.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Net '" + net.name() + "' has faults"));
    }

    private void cancellation(int task) {
        TreeSet<Integer> emptied = new TreeSet<>();
        TreeSet<Integer> aborted = new TreeSet<>();
        for (String name : tasks[task].cancels().nodes()) {
            Integer other = taskNumbers.get(name);
            if (other != null) {
                aborted.add(other);
            } else {
                emptied.add(conditionNumber(name));
            }
        }
        for (Cancellation.Arc arc : tasks[task].cancels().between()) {
            emptied.add(conditionNumber(Condition.between(arc.from(), arc.to())));
        }
        cancelledConditions[task] = numbers(emptied);
        cancelledTasks[task] = numbers(aborted);
    }

    private void bounds(int task) {
        Multiplicity multiplicity = tasks[task].multiplicity();
        min[task] = multiplicity == null ? 1 : known(multiplicity.min(), 1);
        max[task] = multiplicity == null ? 1 : known(multiplicity.max(), Bound.INFINITY);
        threshold[task] = multiplicity == null ? Bound.INFINITY : known(multiplicity.threshold(), Bound.INFINITY);
    }

    private static int known(Bound bound, int assumed) {
        Integer known = bound.known();
        return known == null ? assumed : known;
    }

    /** The net that was compiled, with names, titles and places. */
    public Net net() {
        return net;
    }

    /** How many conditions there are, implicit ones included. */
    public int conditions() {
        return conditions.length;
    }

    /** How many tasks there are. Their numbers go from 0 to this number, exclusive. */
    public int tasks() {
        return tasks.length;
    }

    /** The number of the input condition. */
    public int input() {
        return input;
    }

    /** The number of the output condition. */
    public int output() {
        return output;
    }

    /** The name of a condition; an implicit one is called {@code c(from,to)}. */
    public String condition(int number) {
        return conditions[number];
    }

    /** The definition of a task. Throws {@link ArrayIndexOutOfBoundsException} if there is no task of this number. */
    public NetTask task(int number) {
        return tasks[number];
    }

    /** The number of the condition of this name, or -1. */
    public int conditionNamed(String name) {
        return conditionNumbers.getOrDefault(name, -1);
    }

    /** The number of the task of this name, or -1. */
    public int taskNamed(String name) {
        return taskNumbers.getOrDefault(name, -1);
    }

    /** The kind of a task's join. With a single condition in the preset, all kinds mean the same. */
    public Junction join(int task) {
        return tasks[task].join();
    }

    /** The kind of a task's split. With a single condition in the postset, all kinds mean the same. */
    public Junction split(int task) {
        return tasks[task].split();
    }

    /** The conditions that a task takes from. */
    public int[] pre(int task) {
        return pre[task];
    }

    /** The conditions that a task gives to. */
    public int[] post(int task) {
        return post[task];
    }

    /** The flow behind an element of the postset, with its predicate. */
    public Flow flow(int task, int position) {
        return flows[task][position];
    }

    /** The tasks that give to a condition. */
    public int[] producers(int condition) {
        return producers[condition];
    }

    /** The tasks that take from a condition. */
    public int[] consumers(int condition) {
        return consumers[condition];
    }

    /** The conditions in a task's cancellation set, in ascending order. */
    public int[] cancelledConditions(int task) {
        return cancelledConditions[task];
    }

    /** The tasks in a task's cancellation set, in ascending order; its own rest is always removed, whether it is named or not. */
    public int[] cancelledTasks(int task) {
        return cancelledTasks[task];
    }

    /** The tasks in whose cancellation sets a condition stands. */
    public int[] emptiedBy(int condition) {
        return emptiedBy[condition];
    }

    /** The tasks in whose cancellation sets a task stands. */
    public int[] abortedBy(int task) {
        return abortedBy[task];
    }

    /** Whether a task has a cancellation set that is not empty. */
    public boolean cancels(int task) {
        return cancelledConditions[task].length + cancelledTasks[task].length > 0;
    }

    /** Whether a task is a multiple-instance task, even if its bounds are all one. */
    public boolean isMultiple(int task) {
        return tasks[task].multiplicity() != null;
    }

    /** The least number of instances made on entering; 1 for a single instance and if the bound depends on data. */
    public int min(int task) {
        return min[task];
    }

    /** The greatest number of instances: 1 for a single instance, {@link Bound#INFINITY} for no bound or one that depends on data. */
    public int max(int task) {
        return max[task];
    }

    /** How many completed instances are enough; {@link Bound#INFINITY} if all must complete or the number depends on data. */
    public int threshold(int task) {
        return threshold[task];
    }

    /** Whether instances can be added while others run. */
    public boolean isDynamic(int task) {
        Multiplicity multiplicity = tasks[task].multiplicity();
        return multiplicity != null && multiplicity.creation() == Multiplicity.Creation.DYNAMIC;
    }

    /** The whole postset of a task, as positions in it. */
    public int[] everyOutput(int task) {
        int[] all = new int[post[task].length];
        Arrays.setAll(all, i -> i);
        return all;
    }
}
