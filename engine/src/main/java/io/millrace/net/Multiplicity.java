package io.millrace.net;

import org.jspecify.annotations.Nullable;

/**
 * How many instances a task has: {@code nofi} of Definition 1, and where their data comes from and goes to.
 *
 * @param min the least number of instances made on entering
 * @param max the greatest number of instances ever
 * @param threshold how many completed instances are enough; the rest is then cancelled
 * @param creation whether instances can be added while others run
 * @param count how many instances are made, where no data is split; null for the least number
 * @param split how each instance gets its share of the data, or null
 * @param join how the results of the instances come together, or null
 */
public record Multiplicity(
        Bound min,
        Bound max,
        Bound threshold,
        Creation creation,
        @Nullable Expression count,
        @Nullable Split split,
        @Nullable Join join) {

    /** Whether instances can be added to a running task. */
    public enum Creation {
        /** No instance can be added: the number is fixed when the task is entered. */
        STATIC,
        /** Instances can be added until the task exits, up to the maximum. */
        DYNAMIC
    }

    /**
     * The share of each instance.
     *
     * @param from what is split, over the net's variables
     * @param by what makes a list of it, or null if it is one
     * @param parameter the input of the instance that receives one element
     */
    public record Split(Expression from, @Nullable Expression by, String parameter) {}

    /**
     * The results, joined.
     *
     * @param each what one instance gives, over its output
     * @param by what is made of the list of all, or null if the list itself is meant
     * @param variable the net's variable that receives it
     */
    public record Join(Expression each, @Nullable Expression by, String variable) {}

    /** Fixed bounds, without data for single instances. {@link Bound#INFINITY} stands for no bound. */
    public static Multiplicity of(int min, int max, int threshold, Creation creation) {
        return new Multiplicity(Bound.of(min), Bound.of(max), Bound.of(threshold), creation, null, null, null);
    }

    /** A copy whose number of instances an expression over the net's variables gives. A {@link Split} takes precedence. */
    public Multiplicity count(Expression count) {
        return new Multiplicity(min, max, threshold, creation, count, split, join);
    }

    /** A copy whose instances each receive one element of a list. The length of the list is the number of instances. */
    public Multiplicity split(Split split) {
        return new Multiplicity(min, max, threshold, creation, count, split, join);
    }

    /** A copy that collects the results of the completed instances into a variable of the net. */
    public Multiplicity join(Join join) {
        return new Multiplicity(min, max, threshold, creation, count, split, join);
    }
}
