package io.millrace.net;

import io.millrace.net.LookaheadNet.Kind;
import io.millrace.net.LookaheadNet.Move;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an OR-join can come to have all inputs that are marked now and one more: backward coverability in a
 * {@link LookaheadNet}. A demand says how many tokens of each place are needed at least, and of each touchy task whether it must be idle or
 * busy. From a demand every move leads back to what must have held before it; the search ends when the state of now
 * meets a demand, or when no new demand is left that is not covered by an older one (there is no infinite sequence of those).
 */
final class Coverability {
    private static final int IDLE = 1;
    private static final int BUSY = 2;

    private final LookaheadNet net;
    private final int[] tokens;
    private final boolean[] busy;
    /** Places and touchy tasks that can be marked or busy at all, if nothing were ever taken or removed. */
    private final boolean[] possible;
    private final List<int[]> demands = new ArrayList<>();
    private final Deque<int[]> open = new ArrayDeque<>();

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
        this.possible = new boolean[net.places() + net.touchy().length];
    }

    /** Whether the inputs that are marked can be marked together with one that is not. */
    boolean holds(boolean[] marked) {
        spread();
        for (int input = 0; input < net.inputs(); input++) {
            if (!marked[input] && possible[input]) {
                int[] demand = new int[possible.length];
                for (int other = 0; other < net.inputs(); other++) {
                    demand[other] = marked[other] || other == input ? 1 : 0;
                }
                if (isMet(demand)) {
                    return true;
                }
                demands.add(demand);
                open.add(demand);
            }
        }
        while (!open.isEmpty()) {
            int[] demand = open.remove();
            for (Move move : net.moves()) {
                int[] before = before(demand, move);
                if (before != null && isPossible(before)) {
                    if (isMet(before)) {
                        return true;
                    }
                    keep(before);
                }
            }
        }
        return false;
    }

    /** A quick answer from above: what is never possible here is never possible. */
    private void spread() {
        for (int place = 0; place < tokens.length; place++) {
            possible[place] = tokens[place] > 0;
        }
        for (int task = 0; task < busy.length; task++) {
            possible[net.places() + task] = busy[task];
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Move move : net.moves()) {
                changed |= spread(move);
            }
        }
    }

    private boolean spread(Move move) {
        if (move.kind() == Kind.EXIT && !possible[net.places() + move.task()]) {
            return false;
        }
        for (int place : move.takes()) {
            if (!possible[place]) {
                return false;
            }
        }
        boolean changed = false;
        for (int i = 0; i < move.gives().length; i += 2) {
            changed |= !possible[move.gives()[i]];
            possible[move.gives()[i]] = true;
        }
        if (move.kind() == Kind.ENTER) {
            changed |= !possible[net.places() + move.task()];
            possible[net.places() + move.task()] = true;
        }
        return changed;
    }

    private boolean isPossible(int[] demand) {
        for (int place = 0; place < net.places(); place++) {
            if (demand[place] > 0 && !possible[place]) {
                return false;
            }
        }
        for (int at = net.places(); at < demand.length; at++) {
            if (demand[at] == BUSY && !possible[at]) {
                return false;
            }
        }
        return true;
    }

    private boolean isMet(int[] demand) {
        for (int place = 0; place < net.places(); place++) {
            if (demand[place] > tokens[place]) {
                return false;
            }
        }
        for (int task = 0; task < busy.length; task++) {
            int needed = demand[net.places() + task];
            if (needed != 0 && (needed == BUSY) != busy[task]) {
                return false;
            }
        }
        return true;
    }

    /** The least that must hold so that this move leads to the demand; null if it cannot, or if the move does not help. */
    private int @Nullable [] before(int[] demand, Move move) {
        return switch (move.kind()) {
            case WHOLE -> helps(demand, move) ? taken(given(demand, move), move) : null;
            case ENTER -> {
                int at = net.places() + move.task();
                if (demand[at] != BUSY) {
                    yield null;
                }
                int[] before = demand.clone();
                before[at] = IDLE;
                yield taken(before, move);
            }
            case EXIT -> beforeExit(demand, move);
        };
    }

    private int @Nullable [] beforeExit(int[] demand, Move move) {
        int own = net.places() + move.task();
        boolean helps = demand[own] == IDLE || helps(demand, move);
        if (demand[own] == BUSY) {
            return null;
        }
        int[] before = given(demand, move);
        for (int place : move.empties()) {
            if (before[place] > 0) {
                return null;
            }
        }
        for (int task : move.aborts()) {
            int needed = before[net.places() + task];
            if (needed == BUSY) {
                return null;
            }
            helps |= needed == IDLE;
            before[net.places() + task] = 0;
        }
        before[own] = BUSY;
        return helps ? before : null;
    }

    private static boolean helps(int[] demand, Move move) {
        for (int i = 0; i < move.gives().length; i += 2) {
            if (demand[move.gives()[i]] > 0) {
                return true;
            }
        }
        return false;
    }

    private static int[] given(int[] demand, Move move) {
        int[] before = demand.clone();
        for (int i = 0; i < move.gives().length; i += 2) {
            int place = move.gives()[i];
            before[place] = Math.max(0, before[place] - move.gives()[i + 1]);
        }
        return before;
    }

    private static int[] taken(int[] demand, Move move) {
        for (int place : move.takes()) {
            demand[place]++;
        }
        return demand;
    }

    /** Keeps a demand unless a weaker one is known, and forgets the stronger ones. */
    private void keep(int[] demand) {
        for (int[] known : demands) {
            if (isWeaker(known, demand)) {
                return;
            }
        }
        demands.removeIf(known -> {
            boolean stronger = isWeaker(demand, known);
            if (stronger) {
                open.removeIf(each -> Arrays.equals(each, known));
            }
            return stronger;
        });
        demands.add(demand);
        open.add(demand);
    }

    private boolean isWeaker(int[] demand, int[] than) {
        for (int place = 0; place < net.places(); place++) {
            if (demand[place] > than[place]) {
                return false;
            }
        }
        for (int at = net.places(); at < demand.length; at++) {
            if (demand[at] != 0 && demand[at] != than[at]) {
                return false;
            }
        }
        return true;
    }
}
