package io.millrace.net;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The semantics of one net under one reading of the OR-join: its graph, the lookahead of each OR-join, and which steps can affect which
 * tasks. Immutable, safe for use by several threads, and shared by all cases of the net; lookaheads are computed on demand.
 */
public final class Semantics {
    private final NetGraph graph;
    private final OrJoin reading;
    private final Lookahead[] lookaheads;
    /** The tasks whose OR-joins look ahead. */
    private final int[] orJoins;
    /** For each task, the tasks whose being enabled may change when it enters, and when it exits. */
    private final int[][] afterEnter;
    private final int[][] afterExit;

    /** Prepares the semantics of a net for running cases, with the effects of every step. */
    public Semantics(NetGraph graph, OrJoin reading) {
        this(graph, reading, true);
    }

    /** One that decides OR-joins only, for those who look at states and do not run cases: what steps change is not prepared. */
    public static Semantics ofOrJoins(NetGraph graph, OrJoin reading) {
        return new Semantics(graph, reading, false);
    }

    private Semantics(NetGraph graph, OrJoin reading, boolean steps) {
        this.graph = graph;
        this.reading = reading;
        this.lookaheads = new Lookahead[graph.tasks()];
        for (int task = 0; task < graph.tasks(); task++) {
            if (graph.join(task) == Junction.OR && graph.pre(task).length > 1) {
                lookaheads[task] = new Lookahead(graph, task, reading);
            }
        }
        this.orJoins = IntStream.range(0, graph.tasks()).filter(this::looksAhead).toArray();
        this.afterEnter = new int[graph.tasks()][];
        this.afterExit = new int[graph.tasks()][];
        for (int task = 0; task < graph.tasks() && steps; task++) {
            afterEnter[task] = afterEnter(task);
            afterExit[task] = afterExit(task);
        }
    }

    /** The net. Numbers of tasks and conditions in the other methods are numbers in this graph. */
    public NetGraph graph() {
        return graph;
    }

    /** The reading of OR-joins on which all answers depend. */
    public OrJoin reading() {
        return reading;
    }

    /** Whether a task can be entered (Definition 17). */
    public boolean isEnabled(Marking marking, int task) {
        return Steps.mayEnter(marking, task) && !mustWait(marking, task);
    }

    /**
     * Whether a task that has what its join needs must still wait, because its OR-join could take more later. False for
     * every other join.
     */
    public boolean mustWait(Marking marking, int task) {
        Lookahead lookahead = lookaheads[task];
        return lookahead != null && lookahead.mayGetMore(marking);
    }

    /** Whether a task has an OR-join that looks ahead. */
    public boolean looksAhead(int task) {
        return lookaheads[task] != null;
    }

    /** How many OR-joins look ahead. */
    public int orJoins() {
        return orJoins.length;
    }

    /** Whether tokens in a condition can affect the decision of an OR-join. */
    public boolean matters(int orJoin, int condition) {
        Lookahead lookahead = lookaheads[orJoin];
        return lookahead != null && lookahead.watchesCondition(condition);
    }

    /** Whether a busy task can affect the decision of an OR-join. */
    public boolean busyMatters(int orJoin, int task) {
        Lookahead lookahead = lookaheads[orJoin];
        return lookahead != null && lookahead.watchesTask(task);
    }

    int[] tasksAfterEnter(int task) {
        return afterEnter[task];
    }

    int[] tasksAfterExit(int task) {
        return afterExit[task];
    }

    private int[] afterEnter(int task) {
        BitSet tasks = new BitSet();
        tasks.set(task);
        busyChanges(task, tasks);
        for (int condition : graph.pre(task)) {
            tokensChange(condition, tasks);
        }
        return tasks.stream().toArray();
    }

    private int[] afterExit(int task) {
        BitSet tasks = new BitSet();
        tasks.set(task);
        busyChanges(task, tasks);
        for (int condition : graph.post(task)) {
            tokensChange(condition, tasks);
        }
        for (int condition : graph.cancelledConditions(task)) {
            tokensChange(condition, tasks);
        }
        for (int other : graph.cancelledTasks(task)) {
            tasks.set(other);
            busyChanges(other, tasks);
        }
        return tasks.stream().toArray();
    }

    void tokensChange(int condition, BitSet tasks) {
        for (int consumer : graph.consumers(condition)) {
            tasks.set(consumer);
        }
        for (int orJoin : orJoins) {
            if (lookaheads[orJoin].watchesCondition(condition)) {
                tasks.set(orJoin);
            }
        }
    }

    void busyChanges(int changed, BitSet tasks) {
        for (int orJoin : orJoins) {
            if (lookaheads[orJoin].watchesTask(changed)) {
                tasks.set(orJoin);
            }
        }
    }
}
