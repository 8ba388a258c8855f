package io.millrace.net;

import io.millrace.net.LookaheadNet.Kind;
import io.millrace.net.LookaheadNet.Move;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an OR-join can come to have all inputs that are marked now and one more: backward coverability in a
 * {@link LookaheadNet}. A demand says how many tokens of each place are needed at least, and of each touchy task whether it
 * must be idle or busy. From a demand every move leads back to what must have held before it. The search ends when the
 * state of now meets a demand, or when every new demand is at least as strong as a known one, which must happen, since no
 * infinite sequence of demands is free of such pairs.
 *
 * <p>That a task must be idle to be entered doubles the demands with every touchy task, and seldom matters. So the search
 * first forgets it: without an answer then there is none, and an answer is a sequence of moves that is replayed with the
 * rule in force. Only where the replay fails is the search done again with the rule.
 */
final class Coverability {
    private static final int IDLE = 1;
    private static final int BUSY = 2;

    /**
     * What is needed, and the move by which it leads to the next demand; no move leads on from the goal. The support has a bit
     * for each thing needed (several share one), so that most comparisons look at nothing else.
     */
    private record Demand(int[] needs, long support, @Nullable Move by, @Nullable Demand next) {
        static Demand of(int[] needs, @Nullable Move by, @Nullable Demand next) {
            long support = 0;
            for (int at = 0; at < needs.length; at++) {
                support |= needs[at] == 0 ? 0 : 1L << at;
            }
            return new Demand(needs, support, by, next);
        }
    }

    private final LookaheadNet net;
    private final int[] tokens;
    private final boolean[] busy;
    /** Places that can be marked, and touchy tasks that can be busy, if nothing were ever taken or removed. */
    private final boolean[] possible;
    private final List<Demand> demands = new ArrayList<>();
    private final Deque<Demand> open = new ArrayDeque<>();
    /** Whether a task must be idle to be entered. */
    private boolean strict;

    /**
     * Prepares the question.
     *
     * @param tokens the tokens of each place now
     * @param busy which of the touchy tasks are busy now
     */
    Coverability(LookaheadNet net, int[] tokens, boolean[] busy) {
        this.net = net;
        this.tokens = tokens;
        this.busy = busy;
        this.possible = new boolean[net.helpful().length];
    }

    /** Whether the inputs that are marked can be marked together with one that is not. */
    boolean holds(boolean[] marked) {
        spread();
        for (int input = 0; input < net.inputs(); input++) {
            if (!marked[input] && possible[input] && canGet(input, marked)) {
                return true;
            }
        }
        return false;
    }

    /** The question for one input. Each has a search of its own, since demands for different inputs are seldom comparable. */
    private boolean canGet(int input, boolean[] marked) {
        int[] goal = new int[possible.length];
        for (int other = 0; other < net.inputs(); other++) {
            goal[other] = marked[other] || other == input ? 1 : 0;
        }
        strict = false;
        Demand met = search(goal);
        if (met == null || replays(met)) {
            return met != null;
        }
        strict = true;
        return search(goal) != null;
    }

    private @Nullable Demand search(int[] goal) {
        demands.clear();
        open.clear();
        keep(Demand.of(goal, null, null));
        while (!open.isEmpty()) {
            Demand demand = open.remove();
            if (isMet(demand.needs())) {
                return demand;
            }
            for (int at = 0; at < possible.length; at++) {
                if (demand.needs()[at] > 0) {
                    for (Move move : net.helpful()[at]) {
                        int[] before = before(demand.needs(), move);
                        if (before != null && isPossible(before)) {
                            keep(Demand.of(before, move, demand));
                        }
                    }
                }
            }
        }
        return null;
    }

    private void spread() {
        for (int place = 0; place < tokens.length; place++) {
            possible[place] = tokens[place] > 0;
        }
        System.arraycopy(busy, 0, possible, net.places(), busy.length);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int at = 0; at < possible.length; at++) {
                if (!possible[at] && canBecomePossible(at)) {
                    possible[at] = true;
                    changed = true;
                }
            }
        }
    }

    private boolean canBecomePossible(int at) {
        for (Move move : net.helpful()[at]) {
            boolean leadsThere = at < net.places() || move.kind() == Kind.ENTER;
            if (leadsThere && canHappen(move)) {
                return true;
            }
        }
        return false;
    }

    private boolean canHappen(Move move) {
        if (move.kind() == Kind.EXIT && !possible[net.places() + move.task()]) {
            return false;
        }
        for (int place : move.takes()) {
            if (!possible[place]) {
                return false;
            }
        }
        return true;
    }

    private boolean isPossible(int[] needs) {
        for (int at = 0; at < needs.length; at++) {
            int least = at < net.places() ? 1 : BUSY;
            if (needs[at] >= least && !possible[at]) {
                return false;
            }
        }
        return true;
    }

    private boolean isMet(int[] needs) {
        for (int place = 0; place < net.places(); place++) {
            if (needs[place] > tokens[place]) {
                return false;
            }
        }
        for (int task = 0; task < busy.length; task++) {
            int need = needs[net.places() + task];
            if (need != 0 && (need == BUSY) != busy[task]) {
                return false;
            }
        }
        return true;
    }

    /** The least that must hold so that this move leads to what is needed; null if it cannot, or if the move does not help. */
    private int @Nullable [] before(int[] needs, Move move) {
        return switch (move.kind()) {
            case WHOLE -> taken(given(needs, move), move);
            case ENTER -> {
                int own = net.places() + move.task();
                if (needs[own] != BUSY) {
                    yield null;
                }
                int[] before = needs.clone();
                before[own] = strict ? IDLE : 0;
                yield taken(before, move);
            }
            case EXIT -> beforeExit(needs, move);
        };
    }

    private int @Nullable [] beforeExit(int[] needs, Move move) {
        int own = net.places() + move.task();
        if (strict && needs[own] == BUSY) {
            return null;
        }
        int[] before = given(needs, move);
        for (int place : move.empties()) {
            if (before[place] > 0) {
                return null;
            }
        }
        for (int task : move.aborts()) {
            if (before[net.places() + task] == BUSY) {
                return null;
            }
            before[net.places() + task] = 0;
        }
        before[own] = BUSY;
        return before;
    }

    private static int[] given(int[] needs, Move move) {
        int[] before = needs.clone();
        for (int i = 0; i < move.gives().length; i += 2) {
            int place = move.gives()[i];
            before[place] = Math.max(0, before[place] - move.gives()[i + 1]);
        }
        return before;
    }

    private static int[] taken(int[] needs, Move move) {
        for (int place : move.takes()) {
            needs[place]++;
        }
        return needs;
    }

    /** Keeps a demand unless one that is no stronger is known, and forgets the stronger ones. */
    private void keep(Demand demand) {
        for (Demand known : demands) {
            if (isNoStronger(known, demand)) {
                return;
            }
        }
        demands.removeIf(known -> isNoStronger(demand, known));
        open.removeIf(known -> isNoStronger(demand, known));
        demands.add(demand);
        open.add(demand);
    }

    private boolean isNoStronger(Demand demand, Demand other) {
        if ((demand.support() & ~other.support()) != 0) {
            return false;
        }
        int[] needs = demand.needs();
        int[] than = other.needs();
        for (int place = 0; place < net.places(); place++) {
            if (needs[place] > than[place]) {
                return false;
            }
        }
        for (int at = net.places(); at < needs.length; at++) {
            if (needs[at] != 0 && needs[at] != than[at]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the moves from a demand to the goal can be made from the state of now, each task entered only when it is idle. */
    private boolean replays(Demand met) {
        int[] state = tokens.clone();
        boolean[] running = busy.clone();
        Demand at = met;
        while (at.by() != null && at.next() != null) {
            if (!happens(at.by(), state, running)) {
                return false;
            }
            at = at.next();
        }
        for (int input = 0; input < net.inputs(); input++) {
            if (state[input] < at.needs()[input]) {
                return false;
            }
        }
        return true;
    }

    private static boolean happens(Move move, int[] state, boolean[] running) {
        if (move.kind() != Kind.WHOLE && running[move.task()] != (move.kind() == Kind.EXIT)) {
            return false;
        }
        for (int place : move.takes()) {
            if (--state[place] < 0) {
                return false;
            }
        }
        for (int place : move.empties()) {
            state[place] = 0;
        }
        for (int task : move.aborts()) {
            running[task] = false;
        }
        for (int i = 0; i < move.gives().length; i += 2) {
            state[move.gives()[i]] += move.gives()[i + 1];
        }
        if (move.kind() != Kind.WHOLE) {
            running[move.task()] = move.kind() == Kind.ENTER;
        }
        return true;
    }
}
