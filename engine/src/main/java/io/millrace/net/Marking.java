package io.millrace.net;

import java.util.Arrays;

/**
 * The state of one net for one identity: Definition 7, as counters. Not safe for use by several threads. A condition has its tokens; a task
 * has the numbers of its instances that are entered ({@code mi_e}), executing ({@code exec}) and completed ({@code mi_c}), whose sum is
 * {@code mi_a}. Which instance is which does not matter to any definition, so identities are left to the owner.
 *
 * <p>Only {@link Steps} change it according to the definitions. Two markings are equal when their counters are equal.
 */
public final class Marking {
    private final NetGraph graph;
    /** Tokens of conditions, then for each task three counters. */
    private final int[] counts;

    private Marking(NetGraph graph, int[] counts) {
        this.graph = graph;
        this.counts = counts;
    }

    /** Nothing anywhere. */
    public static Marking empty(NetGraph graph) {
        return new Marking(graph, new int[graph.conditions() + 3 * graph.tasks()]);
    }

    /** One token in the input condition. */
    public static Marking initial(NetGraph graph) {
        Marking marking = empty(graph);
        marking.counts[graph.input()] = 1;
        return marking;
    }

    /** An independent copy for the same graph. */
    public Marking copy() {
        return new Marking(graph, counts.clone());
    }

    /** The net whose state this is. Numbers of tasks and conditions in the other methods are numbers in this graph. */
    public NetGraph graph() {
        return graph;
    }

    /** How many counters there are. */
    public int size() {
        return counts.length;
    }

    /** A counter by number: conditions first, then entered, executing and completed instances of each task. */
    public int count(int number) {
        return counts[number];
    }

    /** Sets a counter, to restore or unpack a marking; not for steps. */
    public void count(int number, int value) {
        counts[number] = value;
    }

    /** Overwrites all counters with those of another marking of the same graph. */
    public void copyFrom(Marking other) {
        System.arraycopy(other.counts, 0, counts, 0, counts.length);
    }

    /** How many tokens a condition holds. */
    public int tokens(int condition) {
        return counts[condition];
    }

    /** Sets the number of tokens in a condition. The number is not checked. */
    public void tokens(int condition, int tokens) {
        counts[condition] = tokens;
    }

    /** How many instances of a task exist and have not started: {@code mi_e}. */
    public int entered(int task) {
        return counts[at(task)];
    }

    /** How many instances of a task run: {@code exec}. */
    public int executing(int task) {
        return counts[at(task) + 1];
    }

    /** How many instances of a task have completed since it was entered: {@code mi_c}. */
    public int completed(int task) {
        return counts[at(task) + 2];
    }

    /** All instances: {@code mi_a}. */
    public int active(int task) {
        int at = at(task);
        return counts[at] + counts[at + 1] + counts[at + 2];
    }

    /** Whether a task has been entered and has not exited. */
    public boolean isBusy(int task) {
        int at = at(task);
        return (counts[at] | counts[at + 1] | counts[at + 2]) != 0;
    }

    void entered(int task, int more) {
        counts[at(task)] += more;
    }

    void executing(int task, int more) {
        counts[at(task) + 1] += more;
    }

    void completed(int task, int more) {
        counts[at(task) + 2] += more;
    }

    void add(int condition, int more) {
        counts[condition] += more;
    }

    /** Removes all instances of a task, so that it is idle. No condition changes. */
    public void abort(int task) {
        int at = at(task);
        counts[at] = 0;
        counts[at + 1] = 0;
        counts[at + 2] = 0;
    }

    private int at(int task) {
        return graph.conditions() + 3 * task;
    }

    /** Whether there is no token and no instance anywhere. */
    public boolean isEmpty() {
        for (int count : counts) {
            if (count != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Marking marking && graph == marking.graph && Arrays.equals(counts, marking.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    /** As a scenario writes it: {@code c1, c2*2, c(a,b), exec(t)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int condition = 0; condition < graph.conditions(); condition++) {
            show(text, graph.condition(condition), tokens(condition));
        }
        for (int task = 0; task < graph.tasks(); task++) {
            String name = graph.task(task).name();
            show(text, "entered(" + name + ")", entered(task));
            show(text, "exec(" + name + ")", executing(task));
            show(text, "completed(" + name + ")", completed(task));
        }
        return text.toString();
    }

    private static void show(StringBuilder text, String name, int count) {
        if (count > 0) {
            text.append(text.isEmpty() ? "" : ", ").append(name).append(count > 1 ? "*" + count : "");
        }
    }
}
