package io.millrace.net;

import java.util.Arrays;

/**
 * The steps of Definitions 9 to 14 within one net. Queries are pure; a step changes only the given marking, at a cost that depends only on
 * the task's flows and cancellation set.
 *
 * <p>Where the definitions leave a choice:
 *
 * <ul>
 *   <li>Exit and add need an instance: as printed, Definitions 12 and 14 are also satisfied by a task that was never entered.
 *   <li>When a task may exit, it does: no instance of it starts, completes or is added any more.
 *   <li>An XOR-join takes from the first marked condition of its preset, unless it is told from which.
 * </ul>
 */
public final class Steps {
    private Steps() {}

    /**
     * Whether a task can be entered (Definition 9), but for the lookahead of an OR-join: it is idle, and its preset holds
     * what its join needs.
     */
    public static boolean mayEnter(Marking marking, int task) {
        if (marking.isBusy(task)) {
            return false;
        }
        NetGraph graph = marking.graph();
        boolean all = graph.join(task) == Junction.AND;
        for (int condition : graph.pre(task)) {
            if (marking.tokens(condition) > 0 != all) {
                return !all;
            }
        }
        return all;
    }

    /** Enters a task with so many instances. An AND-join takes from all of its preset, an OR-join from all that is marked. */
    public static void enter(Marking marking, int task, int instances) {
        boolean one = marking.graph().join(task) == Junction.XOR;
        for (int condition : marking.graph().pre(task)) {
            if (marking.tokens(condition) > 0) {
                marking.add(condition, -1);
                if (one) {
                    break;
                }
            }
        }
        marking.entered(task, instances);
    }

    /** Enters a task with an XOR-join, taking from one condition of its preset. */
    public static void enterFrom(Marking marking, int task, int position, int instances) {
        marking.add(marking.graph().pre(task)[position], -1);
        marking.entered(task, instances);
    }

    /** Whether an instance can be started (Definition 10). */
    public static boolean mayStart(Marking marking, int task) {
        return marking.entered(task) > 0 && !mayExit(marking, task);
    }

    /** Starts an instance (Definition 10). The caller must have checked {@link #mayStart}. */
    public static void start(Marking marking, int task) {
        marking.entered(task, -1);
        marking.executing(task, 1);
    }

    /** Whether an instance can be completed (Definition 11). */
    public static boolean mayComplete(Marking marking, int task) {
        return marking.executing(task) > 0 && !mayExit(marking, task);
    }

    /** Completes an instance (Definition 11). The caller must have checked {@link #mayComplete}. */
    public static void complete(Marking marking, int task) {
        marking.executing(task, -1);
        marking.completed(task, 1);
    }

    /** Whether a task can exit (Definition 12): all instances have completed, or as many as its threshold asks for. */
    public static boolean mayExit(Marking marking, int task) {
        return mayExit(marking, task, marking.graph().threshold(task));
    }

    /** The same with a threshold that was computed when the task was entered. */
    public static boolean mayExit(Marking marking, int task, int threshold) {
        int completed = marking.completed(task);
        return completed > 0 && (completed >= threshold || marking.entered(task) + marking.executing(task) == 0);
    }

    /** What an exit would remove. */
    public static Removal removal(Marking marking, int task) {
        NetGraph graph = marking.graph();
        int[] conditions = Arrays.stream(graph.cancelledConditions(task)).filter(each -> marking.tokens(each) > 0).toArray();
        int[] tokens = Arrays.stream(conditions).map(marking::tokens).toArray();
        boolean itself = marking.active(task) > marking.completed(task);
        int[] others = Arrays.stream(graph.cancelledTasks(task)).filter(each -> each != task && marking.isBusy(each)).toArray();
        if (itself) {
            others = Arrays.copyOf(others, others.length + 1);
            others[others.length - 1] = task;
            Arrays.sort(others);
        }
        return new Removal(conditions, tokens, others);
    }

    /**
     * Exits: removes what is left of the task and all that it cancels, then produces (Definition 13).
     *
     * @param outputs positions in the postset: all for an AND-split, one for an XOR-split, at least one for an OR-split
     */
    public static void exit(Marking marking, int task, int[] outputs) {
        NetGraph graph = marking.graph();
        marking.abort(task);
        for (int condition : graph.cancelledConditions(task)) {
            marking.tokens(condition, 0);
        }
        for (int other : graph.cancelledTasks(task)) {
            marking.abort(other);
        }
        int[] post = graph.post(task);
        for (int position : outputs) {
            marking.add(post[position], 1);
        }
    }

    /** Whether these outputs are what the task's split allows. */
    public static boolean maySplit(NetGraph graph, int task, int[] outputs) {
        return switch (graph.split(task)) {
            case AND -> outputs.length == graph.post(task).length;
            case XOR -> outputs.length == 1;
            case OR -> outputs.length > 0;
        };
    }

    /** Whether an instance can be added (Definition 14). */
    public static boolean mayAdd(Marking marking, int task) {
        return mayAdd(marking, task, marking.graph().max(task), marking.graph().threshold(task));
    }

    /** The same with bounds that were computed when the task was entered. */
    public static boolean mayAdd(Marking marking, int task, int max, int threshold) {
        return marking.graph().isDynamic(task)
                && marking.isBusy(task)
                && marking.active(task) < max
                && !mayExit(marking, task, threshold);
    }

    /** Adds an instance, which can then be started (Definition 14). The caller must have checked {@link #mayAdd}. */
    public static void add(Marking marking, int task) {
        marking.entered(task, 1);
    }
}
