package io.millrace.net;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The lookahead of one OR-join (Definition 17): can it, without firing any OR-join, come to a state in which it could take
 * what it can take now and more? Decided from cheap to dear: every input marked; a token upstream that surely can become
 * a missing input; no such token that could; and only then a search. A running task counts as able to complete,
 * composite or not.
 *
 * <p>Immutable but for what is upstream and the net of the search, which are made when they are first needed; making them twice does no harm.
 */
final class Lookahead {
    private final NetGraph graph;
    private final int orJoin;
    private final int[] inputs;
    private final OrJoin reading;
    private volatile @Nullable Upstream upstream;
    private volatile @Nullable LookaheadNet net;

    Lookahead(NetGraph graph, int orJoin, OrJoin reading) {
        this.graph = graph;
        this.orJoin = orJoin;
        this.inputs = graph.pre(orJoin);
        this.reading = reading;
    }

    private Upstream upstream() {
        Upstream made = upstream;
        if (made == null) {
            made = new Upstream(graph, orJoin, reading);
            upstream = made;
        }
        return made;
    }

    /** Whether tokens in this condition can matter to the decision. */
    boolean watchesCondition(int condition) {
        return upstream().conditions().get(condition);
    }

    /** Whether it can matter to the decision that this task is busy. */
    boolean watchesTask(int task) {
        return upstream().tasks().get(task);
    }

    /** The conditions that can matter to the decision. */
    BitSet conditions() {
        return upstream().conditions();
    }

    /** Whether the OR-join could take more if it waited. */
    boolean mayGetMore(Marking marking) {
        if (isFull(marking)) {
            return false;
        }
        if (net == null && isNothingUpstream(marking)) {
            return false;
        }
        LookaheadNet net = net();
        int[] tokens = new int[net.places()];
        int[] conditions = net.conditions();
        for (int i = 0; i < conditions.length; i++) {
            count(marking.tokens(conditions[i]), net.ofCondition()[i], tokens);
        }
        int[] tasks = net.tasks();
        for (int i = 0; i < tasks.length; i++) {
            if (marking.isBusy(tasks[i])) {
                count(1, net.ofTask()[i], tokens);
            }
        }
        for (int input = 0; input < inputs.length; input++) {
            if (tokens[input] > 0 && marking.tokens(inputs[input]) == 0) {
                return true;
            }
        }
        return !net.isStill() && search(net, marking, tokens);
    }

    /** Whether all tokens that could matter are in inputs from which nobody else takes; the search need not be prepared to know what they become. */
    private boolean isNothingUpstream(Marking marking) {
        BitSet conditions = upstream().conditions();
        for (int condition = conditions.nextSetBit(0); condition >= 0; condition = conditions.nextSetBit(condition + 1)) {
            int[] consumers = graph.consumers(condition);
            if (marking.tokens(condition) > 0 && (consumers.length != 1 || consumers[0] != orJoin)) {
                return false;
            }
        }
        BitSet tasks = upstream().tasks();
        for (int task = tasks.nextSetBit(0); task >= 0; task = tasks.nextSetBit(task + 1)) {
            if (marking.isBusy(task)) {
                return false;
            }
        }
        return !marking.isBusy(orJoin);
    }

    private boolean isFull(Marking marking) {
        for (int input : inputs) {
            if (marking.tokens(input) == 0) {
                return false;
            }
        }
        return true;
    }

    private static void count(int times, int[] pairs, int[] tokens) {
        if (times > 0) {
            for (int i = 0; i < pairs.length; i += 2) {
                tokens[pairs[i]] += times * pairs[i + 1];
            }
        }
    }

    private boolean search(LookaheadNet net, Marking marking, int[] tokens) {
        boolean[] busy = new boolean[net.touchy().length];
        for (int i = 0; i < busy.length; i++) {
            busy[i] = marking.isBusy(net.touchy()[i]);
        }
        boolean[] marked = new boolean[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            marked[i] = marking.tokens(inputs[i]) > 0;
        }
        return new Coverability(net, tokens, busy).holds(marked);
    }

    private LookaheadNet net() {
        LookaheadNet made = net;
        if (made == null) {
            made = new LookaheadBuilder(graph, orJoin, upstream()).build();
            net = made;
        }
        return made;
    }
}
