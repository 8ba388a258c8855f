package io.millrace.verify;

import io.millrace.net.Marking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run of a model, move by move, for models with too many states to look at. What a walk comes to can happen, since every move was
 * possible where it was made; what it does not come to may be possible all the same.
 */
final class Walk {
    /** A walk that has not ended after so many moves is given up. */
    private static final int LONGEST = 20_000;

    private final Model model;
    private final Paths paths;
    private final int[] tokens;
    private final List<Move> path = new ArrayList<>();

    /** What all walks of a model share: which moves are worth trying where, and how far each place is from the output. */
    static final class Paths {
        private final Model model;
        private final List<List<Move>> byPlace = new ArrayList<>();
        private final int[] distances;

        Paths(Model model) {
            this.model = model;
            List<List<Move>> givers = new ArrayList<>();
            for (int place = 0; place < model.places(); place++) {
                byPlace.add(new ArrayList<>());
                givers.add(new ArrayList<>());
            }
            for (Move move : model.moves()) {
                int[] inputs = Explanation.inputs(move);
                // Whoever takes from several places is found at the first of them; an OR-join at any.
                for (int place : move.guard() == null ? Arrays.copyOf(inputs, Math.min(1, inputs.length)) : inputs) {
                    byPlace.get(place).add(move);
                }
                for (int i = 0; i < move.gives().length; i += 2) {
                    givers.get(move.gives()[i]).add(move);
                }
            }
            this.distances = new int[model.places()];
            Arrays.fill(distances, Integer.MAX_VALUE);
            measure(givers);
        }

        private void measure(List<List<Move>> givers) {
            if (!(model.goal() instanceof Model.Goal.Output(int output))) {
                return;
            }
            int[] open = new int[model.places()];
            int length = 0;
            open[length++] = output;
            distances[output] = 0;
            for (int i = 0; i < length; i++) {
                for (Move move : givers.get(open[i])) {
                    for (int place : Explanation.inputs(move)) {
                        if (distances[place] == Integer.MAX_VALUE) {
                            distances[place] = distances[open[i]] + 1;
                            open[length++] = place;
                        }
                    }
                }
            }
        }

        Walk start() {
            return new Walk(model, this);
        }

        private int distance(Move move) {
            int least = Integer.MAX_VALUE;
            for (int i = 0; i < move.gives().length; i += 2) {
                least = Math.min(least, distances[move.gives()[i]]);
            }
            return least;
        }
    }

    private Walk(Model model, Paths paths) {
        this.model = model;
        this.paths = paths;
        this.tokens = model.initial().clone();
    }

    /** Whether a move can be made; if so, it is. */
    boolean make(Move move) {
        int[] after = after(tokens, move);
        if (after == null) {
            return false;
        }
        System.arraycopy(after, 0, tokens, 0, tokens.length);
        path.add(move);
        return true;
    }

    /** The tokens after a move, OR-joins included, or null if it cannot happen. */
    static int @Nullable [] after(int[] tokens, Move move) {
        Guard guard = move.guard();
        if (guard == null) {
            return StateSpace.after(tokens, move);
        }
        boolean any = Arrays.stream(guard.inputs()).anyMatch(input -> tokens[input] > 0);
        if (!any || move.idle() >= 0 && tokens[move.idle()] > 0) {
            return null;
        }
        Marking marking = guard.marking();
        for (int i = 0; i < guard.watched().length; i += 2) {
            marking.count(guard.watched()[i], tokens[guard.watched()[i + 1]]);
        }
        if (guard.mustWait()) {
            return null;
        }
        int[] taken = tokens.clone();
        for (int input : guard.inputs()) {
            taken[input] -= tokens[input] > 0 ? 1 : 0;
        }
        return StateSpace.after(taken, move.unguarded());
    }

    /**
     * Goes on towards the output, and never into a state in which it was before, until the case is stuck, or has ended with something left.
     *
     * @return what is wrong then, or null if it comes to a good end, or to none
     */
    @Nullable Symptom untilWrong() {
        if (!(model.goal() instanceof Model.Goal.Output(int output))) {
            return null;
        }
        Set<List<Integer>> seen = new HashSet<>();
        while (path.size() < LONGEST) {
            List<Integer> marked = marked(tokens);
            if (tokens[output] > 0) {
                return isAlone(marked) ? null : symptom(Trouble.Kind.IMPROPER_COMPLETION);
            }
            seen.add(marked);
            boolean stuck = true;
            Move best = null;
            for (int i = 0; i < marked.size(); i += 2) {
                for (Move move : paths.byPlace.get(marked.get(i))) {
                    int[] after = after(tokens, move);
                    stuck &= after == null;
                    if (after != null && (best == null || paths.distance(move) < paths.distance(best)) && !seen.contains(marked(after))) {
                        best = move;
                    }
                }
            }
            if (best == null) {
                return stuck ? symptom(Trouble.Kind.DEADLOCK) : null;
            }
            make(best);
        }
        return null;
    }

    /**
     * Goes anywhere, by choices that look random and are the same for the same number, until the case is stuck, or has ended with something left.
     *
     * @return what is wrong then, or null if it comes to a good end, or to none in time
     */
    @Nullable Symptom wander(long number, int most) {
        if (!(model.goal() instanceof Model.Goal.Output(int output))) {
            return null;
        }
        long choice = number;
        while (path.size() < most) {
            List<Integer> marked = marked(tokens);
            if (tokens[output] > 0) {
                return isAlone(marked) ? null : symptom(Trouble.Kind.IMPROPER_COMPLETION);
            }
            List<Move> open = new ArrayList<>();
            for (int i = 0; i < marked.size(); i += 2) {
                open.addAll(paths.byPlace.get(marked.get(i)));
            }
            boolean moved = false;
            while (!moved && !open.isEmpty()) {
                choice = FlowEdges.spread(choice + 1);
                int at = (int) Long.remainderUnsigned(choice, open.size());
                moved = make(open.get(at));
                open.set(at, open.getLast());
                open.removeLast();
            }
            if (!moved) {
                return symptom(Trouble.Kind.DEADLOCK);
            }
        }
        return null;
    }

    private static boolean isAlone(List<Integer> marked) {
        return marked.size() == 2 && marked.get(1) == 1;
    }

    /** Place, number, place, number … */
    private static List<Integer> marked(int[] tokens) {
        List<Integer> marked = new ArrayList<>();
        for (int place = 0; place < tokens.length; place++) {
            if (tokens[place] > 0) {
                marked.add(place);
                marked.add(tokens[place]);
            }
        }
        return marked;
    }

    private Symptom symptom(Trouble.Kind kind) {
        return new Symptom(kind, List.copyOf(path), tokens.clone(), new BitSet(), -1);
    }
}
