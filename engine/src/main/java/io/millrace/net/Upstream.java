package io.millrace.net;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The part of a net that can matter to one OR-join: the conditions from which a token can come to one of its inputs, and
 * the tasks on the way. In the lookahead this OR-join does not fire, nor (in the paper's reading) does any other; one that
 * is running already can still exit.
 *
 * <p>A task is <em>touchy</em> here when it matters that it takes time: its exit removes something upstream, or something
 * removes what it gives but not the task itself. Every other task may be thought of as done the moment it is entered,
 * since nothing that could happen in between is better for getting tokens to the OR-join.
 */
final class Upstream {
    private final NetGraph graph;
    private final int orJoin;
    private final OrJoin reading;
    private final BitSet conditions = new BitSet();
    private final BitSet tasks = new BitSet();
    private final BitSet touchy = new BitSet();

    Upstream(NetGraph graph, int orJoin, OrJoin reading) {
        this.graph = graph;
        this.orJoin = orJoin;
        this.reading = reading;
        for (int condition : graph.pre(orJoin)) {
            reach(condition);
        }
        for (int task = tasks.nextSetBit(0); task >= 0; task = tasks.nextSetBit(task + 1)) {
            touchy.set(task, isTouchy(task));
        }
    }

    BitSet conditions() {
        return conditions;
    }

    BitSet tasks() {
        return tasks;
    }

    BitSet touchy() {
        return touchy;
    }

    /** Whether a task of this part can be entered in the lookahead. */
    boolean canEnter(int task) {
        return graph.join(task) != Junction.OR || reading == OrJoin.OPTIMISTIC;
    }

    /** What a task gives to this part. */
    int[] gives(int task) {
        return Arrays.stream(graph.post(task)).filter(conditions::get).toArray();
    }

    private void reach(int start) {
        BitSet open = new BitSet();
        open.set(start);
        for (int condition = start; condition >= 0; condition = open.nextSetBit(0)) {
            open.clear(condition);
            conditions.set(condition);
            for (int producer : graph.producers(condition)) {
                reachTask(producer, open);
            }
        }
    }

    private void reachTask(int task, BitSet open) {
        if (task == orJoin || tasks.get(task)) {
            return;
        }
        tasks.set(task);
        if (canEnter(task)) {
            for (int condition : graph.pre(task)) {
                if (!conditions.get(condition)) {
                    open.set(condition);
                }
            }
        }
        // Whoever aborts a task lets it be entered again without its exit. That matters only where its exit or the time before it does.
        if (graph.cancels(task) || losesOutput(task, false)) {
            for (int other : graph.abortedBy(task)) {
                reachTask(other, open);
            }
        }
    }

    private boolean isTouchy(int task) {
        for (int condition : graph.cancelledConditions(task)) {
            if (conditions.get(condition)) {
                return true;
            }
        }
        for (int other : graph.cancelledTasks(task)) {
            if (other != task && tasks.get(other)) {
                return true;
            }
        }
        return losesOutput(task, true);
    }

    /** Whether some task, perhaps only one of this part, removes something that a task gives but not the task itself. */
    private boolean losesOutput(int task, boolean within) {
        for (int output : graph.post(task)) {
            for (int remover : graph.emptiedBy(output)) {
                if ((tasks.get(remover) || !within) && remover != task && !aborts(remover, task)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean aborts(int remover, int task) {
        return Arrays.binarySearch(graph.cancelledTasks(remover), task) >= 0;
    }
}
