package io.millrace.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From which states of a model can one be reached that has at least certain tokens? Asked backwards, which comes to an end even with
 * cancellation and infinitely many states: a demand says how many tokens are needed at least, and which places must be
 * empty because a task is about to be entered; no infinite sequence of demands is free of two of which one is no
 * stronger than the other.
 *
 * <p>Places that must be empty are those of busy tasks, which never hold more than one token. OR-joins are taken as if they could fire
 * whenever one input is marked: with them an answer "no" holds, and an answer "yes" may not.
 */
final class Cover {
    private final Model model;
    /** How many comparisons of demands are left. */
    private long budget;

    /** The places that could hold a token if tokens never ran out; what demands others is in vain. */
    private final BitSet markable;

    private final List<Demand> known = new ArrayList<>();
    private final Deque<Demand> open = new ArrayDeque<>();
    private boolean gaveUp;

    /** What is needed; by which move one comes from it to the next, null at the goal. */
    record Demand(int[] least, BitSet empty, long signature, @Nullable Move by, @Nullable Demand next) {
        Demand(int[] least, BitSet empty, @Nullable Move by, @Nullable Demand next) {
            this(least, empty, signature(least), by, next);
        }

        /** A bit for each place of which something is needed, modulo 64: most comparisons end here. */
        private static long signature(int[] least) {
            long signature = 0;
            for (int place = 0; place < least.length; place++) {
                signature |= least[place] > 0 ? 1L << place : 0;
            }
            return signature;
        }

        boolean isNoStronger(Demand other) {
            if ((signature & ~other.signature) != 0) {
                return false;
            }
            for (int place = 0; place < least.length; place++) {
                if (least[place] > other.least[place]) {
                    return false;
                }
            }
            for (int place = empty.nextSetBit(0); place >= 0; place = empty.nextSetBit(place + 1)) {
                if (!other.empty.get(place)) {
                    return false;
                }
            }
            return true;
        }

        boolean isMetBy(int[] tokens) {
            for (int place = 0; place < least.length; place++) {
                if (least[place] > tokens[place] || tokens[place] > 0 && empty.get(place)) {
                    return false;
                }
            }
            return true;
        }

        /** The moves from here to the goal. */
        List<Move> moves() {
            List<Move> moves = new ArrayList<>();
            Demand at = this;
            while (at != null && at.by != null) {
                moves.add(at.by);
                at = at.next;
            }
            return moves;
        }
    }

    /** Prepares questions about a model, all of which together may cost so many comparisons of demands. */
    Cover(Model model, long budget) {
        this.model = model;
        this.budget = budget;
        this.markable = markable(model);
    }

    private static BitSet markable(Model model) {
        BitSet marked = new BitSet();
        for (int place = 0; place < model.places(); place++) {
            marked.set(place, model.initial()[place] > 0);
        }
        int before = -1;
        while (before < marked.cardinality()) {
            before = marked.cardinality();
            for (Move move : model.moves()) {
                if (mayHappen(move, marked)) {
                    for (int i = 0; i < move.gives().length; i += 2) {
                        marked.set(move.gives()[i]);
                    }
                }
            }
        }
        return marked;
    }

    private static boolean mayHappen(Move move, BitSet marked) {
        for (int i = 0; i < move.takes().length; i += 2) {
            if (!marked.get(move.takes()[i])) {
                return false;
            }
        }
        return move.guard() == null || Arrays.stream(move.guard().inputs()).anyMatch(marked::get);
    }

    /** Whether the search was given up, so that what was not found may still be there. */
    boolean gaveUp() {
        return gaveUp;
    }

    /**
     * Whether one of these numbers of tokens can be got from the start.
     *
     * @return the demand that the start meets, or null
     */
    @Nullable Demand fromStart(List<int[]> goals) {
        search(goals, true);
        return known.stream().filter(demand -> demand.isMetBy(model.initial())).findFirst().orElse(null);
    }

    /** All states from which so many tokens can be got: those that meet one of these. */
    List<Demand> from(int[] least) {
        search(List.of(least), false);
        return List.copyOf(known);
    }

    private void search(List<int[]> goals, boolean untilStart) {
        known.clear();
        open.clear();
        gaveUp = false;
        goals.forEach(least -> keep(new Demand(least, new BitSet(), null, null)));
        while (!open.isEmpty()) {
            Demand demand = open.remove();
            if (untilStart && demand.isMetBy(model.initial())) {
                return;
            }
            if (budget < 0) {
                gaveUp = true;
                return;
            }
            for (Move move : model.moves()) {
                before(demand, move);
            }
        }
    }

    private void before(Demand demand, Move move) {
        if (move.guard() == null) {
            keep(before(demand, move, -1));
        } else {
            for (int input : move.guard().inputs()) {
                keep(before(demand, move, input));
            }
        }
    }

    /** What must hold so that a move leads to a demand, or null if it cannot. */
    private static @Nullable Demand before(Demand demand, Move move, int input) {
        int[] least = demand.least.clone();
        BitSet empty = (BitSet) demand.empty.clone();
        for (int i = 0; i < move.gives().length; i += 2) {
            int place = move.gives()[i];
            if (empty.get(place)) {
                return null;
            }
            least[place] = Math.max(0, least[place] - move.gives()[i + 1]);
        }
        for (int place : move.empties()) {
            if (least[place] > 0) {
                return null;
            }
            empty.clear(place);
        }
        for (int i = 0; i < move.takes().length; i += 2) {
            least[move.takes()[i]] += move.takes()[i + 1];
            empty.clear(move.takes()[i]);
        }
        if (input >= 0) {
            least[input]++;
        }
        if (move.idle() >= 0) {
            if (least[move.idle()] > 0) {
                return null;
            }
            empty.set(move.idle());
        }
        return new Demand(least, empty, move, demand);
    }

    private void keep(@Nullable Demand demand) {
        if (demand == null || isInVain(demand)) {
            return;
        }
        budget -= 3L * known.size();
        for (Demand each : known) {
            if (each.isNoStronger(demand)) {
                return;
            }
        }
        known.removeIf(demand::isNoStronger);
        open.removeIf(demand::isNoStronger);
        known.add(demand);
        open.add(demand);
    }

    private boolean isInVain(Demand demand) {
        for (int place = 0; place < demand.least.length; place++) {
            if (demand.least[place] > 0 && !markable.get(place)) {
                return true;
            }
        }
        return false;
    }

    /** One token in each of these places. */
    static int[] oneIn(int places, int... marked) {
        int[] least = new int[places];
        Arrays.stream(marked).forEach(place -> least[place]++);
        return least;
    }
}
