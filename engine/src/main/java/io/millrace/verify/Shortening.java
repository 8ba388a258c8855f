package io.millrace.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the traces shorter that come from a smaller model, where much happens at once that need not have happened at all: leaves out one
 * step after the other as long as what remains can happen and shows the same trouble. What is left is a trace of which every
 * step is needed; there may be a shorter one of another kind.
 */
final class Shortening {
    private static final int LONGEST = 2_000;

    /** Steps, times steps, times places: how much trying a shorter trace is worth. */
    private static final long MOST_TRIED = 50_000_000;

    private final Model model;
    private final Map<Step, Move> moves = new HashMap<>();

    private Shortening(Model model) {
        this.model = model;
        model.moves().stream().filter(move -> move.steps().size() == 1).forEach(move -> moves.put(move.steps().getFirst(), move));
    }

    /** The symptoms with shorter traces where there are some. */
    static List<Symptom> of(Model model, List<Symptom> symptoms) {
        Shortening shortening = new Shortening(model);
        return symptoms.stream().map(shortening::shorter).toList();
    }

    private Symptom shorter(Symptom symptom) {
        List<Move> path = new ArrayList<>();
        for (Step step : symptom.trace()) {
            Move move = moves.get(step);
            if (move == null) {
                return symptom;
            }
            path.add(move);
        }
        int[] tokens = end(path);
        boolean dear = path.size() > LONGEST || (long) path.size() * path.size() * model.places() > MOST_TRIED;
        if (dear || tokens == null || !shows(symptom, tokens)) {
            return symptom;
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int at = path.size() - 1; at >= 0; at--) {
                Move left = path.remove(at);
                int[] without = end(path);
                if (without != null && shows(symptom, without)) {
                    tokens = without;
                    changed = true;
                } else {
                    path.add(at, left);
                }
            }
        }
        return new Symptom(symptom.kind(), path, tokens, symptom.loop(), symptom.place());
    }

    private int @Nullable [] end(List<Move> path) {
        int[] tokens = model.initial();
        for (Move move : path) {
            int[] after = Walk.after(tokens, move);
            if (after == null) {
                return null;
            }
            tokens = after;
        }
        return tokens;
    }

    private boolean shows(Symptom symptom, int[] tokens) {
        return switch (symptom.kind()) {
            case IMPROPER_COMPLETION -> model.goal() instanceof Model.Goal.Output output && isImproper(tokens, output.place());
            case UNBOUNDED -> symptom.loop().isEmpty() && tokens[symptom.place()] > 1;
            case DEADLOCK -> isLeft(tokens) && model.moves().stream().allMatch(move -> Walk.after(tokens, move) == null);
            case LIVELOCK, DEAD_TASK, BLOCKED, BAD_RULES, WAITS_IN_VAIN -> false;
        };
    }

    private static boolean isImproper(int[] tokens, int output) {
        int all = 0;
        for (int each : tokens) {
            all += each;
        }
        return tokens[output] > 0 && all > 1;
    }

    /** Whether the case is not over although nothing can happen. */
    private boolean isLeft(int[] tokens) {
        return switch (model.goal()) {
            case Model.Goal.Output output -> tokens[output.place()] == 0;
            case Model.Goal.Sinks sinks -> {
                boolean left = false;
                for (int place = 0; place < tokens.length; place++) {
                    left |= tokens[place] > 0 && !sinks.places().get(place);
                }
                yield left;
            }
            case Model.Goal.Quiet quiet -> false;
        };
    }
}
