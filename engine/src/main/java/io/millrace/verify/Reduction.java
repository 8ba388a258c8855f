package io.millrace.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a model smaller without changing any of the three properties, nor whether a place can hold two tokens. Each rule is
 * about moves that can as well happen at once, or about what is there twice:
 *
 * <ul>
 *   <li><em>At once.</em> A place whose every consumer takes one token of it and nothing else: whoever gives to it goes on with one of the
 *       consumers in the same move. Nothing else can take the token, so waiting changes nothing but the order.
 *   <li><em>The same place.</em> Two places that all moves treat alike and that begin alike: one goes.
 *   <li><em>The same move.</em> Two moves with the same effect: one goes; the tasks of both are carried out by what is left.
 * </ul>
 *
 * What cancellation empties is left alone, and so is what a rule would hide from an OR-join: a token that goes on at once is, to an OR-join
 * that looks ahead, where it could have gone anyway; two equal places are one to it only if it does not take from them.
 * A move of the smaller model is a sequence of moves of the larger, so a trace can be told in full.
 */
final class Reduction {
    private final Model model;
    private final List<Move> moves;
    private final boolean[] gone;
    /** Places that are emptied, or must be empty for something. */
    private final boolean[] fixed;
    /** Places from which an OR-join takes, and those at which it looks. */
    private final boolean[] inputs;
    private final boolean[] watched;
    private final int[] initial;
    /** The place that is left for one that was removed as the same; otherwise the place itself. */
    private final int[] same;

    private boolean changed;

    private Reduction(Model model) {
        this.model = model;
        this.moves = new ArrayList<>(model.moves());
        this.gone = new boolean[model.places()];
        this.fixed = new boolean[model.places()];
        this.inputs = new boolean[model.places()];
        this.watched = new boolean[model.places()];
        this.initial = model.initial().clone();
        this.same = IntStream.range(0, model.places()).toArray();
        for (Move move : model.moves()) {
            for (int place : move.empties()) {
                fixed[place] = true;
            }
            if (move.idle() >= 0) {
                fixed[move.idle()] = true;
            }
            if (move.guard() != null) {
                look(move.guard());
            }
        }
    }

    private void look(Guard guard) {
        for (int place : guard.inputs()) {
            inputs[place] = true;
        }
        for (int i = 1; i < guard.watched().length; i += 2) {
            watched[guard.watched()[i]] = true;
        }
    }

    /** The smaller model; the same one if there is nothing to be done. */
    static Model of(Model model) {
        return on(model).smaller();
    }

    /** The same, for those who want to know of the places that it removes. */
    static Reduction on(Model model) {
        Reduction reduction = new Reduction(model);
        while (reduction.once()) {
            reduction.changed = true;
        }
        return reduction;
    }

    /** Whether there is anything to be done. */
    boolean changes() {
        return changed;
    }

    /** The smaller model; the same one if there is nothing to be done. */
    Model smaller() {
        return changed ? new Model(model.spots(), initial, moves, model.tasks(), model.goal()) : model;
    }

    /** What was found in the smaller model, told of the larger: equal places hold equally many tokens. */
    List<Symptom> inFull(List<Symptom> symptoms) {
        return symptoms.stream().map(symptom -> symptom.holding(inFull(symptom.tokens()))).toList();
    }

    private int[] inFull(int[] tokens) {
        return Arrays.stream(same).map(place -> tokens[left(place)]).toArray();
    }

    private int left(int place) {
        return same[place] == place ? place : left(same[place]);
    }

    private boolean once() {
        boolean changed = false;
        for (int place = 0; place < gone.length; place++) {
            changed |= !gone[place] && atOnce(place);
        }
        changed |= sameMoves();
        changed |= samePlaces();
        return changed;
    }

    private static boolean touches(int[] pairs, int place) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i] == place) {
                return true;
            }
        }
        return false;
    }


    private boolean isGoal(int place) {
        return switch (model.goal()) {
            case Model.Goal.Output output -> output.place() == place;
            case Model.Goal.Sinks sinks -> sinks.places().get(place);
            case Model.Goal.Quiet quiet -> false;
        };
    }

    private boolean atOnce(int place) {
        if (fixed[place] || initial[place] > 0 || isGoal(place) || inputs[place]) {
            return false;
        }
        List<Move> producers = new ArrayList<>();
        List<Move> consumers = new ArrayList<>();
        for (Move move : moves) {
            boolean gives = touches(move.gives(), place);
            boolean takes = touches(move.takes(), place);
            if (gives && takes || takes && !goesOnAlone(move) || gives && tokens(move.gives(), place) != 1) {
                return false;
            }
            if (gives) {
                producers.add(move);
            }
            if (takes) {
                consumers.add(move);
            }
        }
        int made = producers.size() * consumers.size();
        if (consumers.isEmpty() || producers.isEmpty() || made > Math.max(producers.size() + consumers.size(), 4)) {
            return false;
        }
        moves.removeIf(move -> touches(move.gives(), place) || touches(move.takes(), place));
        for (Move producer : producers) {
            for (Move consumer : consumers) {
                moves.add(follow(producer, consumer, place));
            }
        }
        gone[place] = true;
        return true;
    }

    private static int tokens(int[] pairs, int place) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i] == place) {
                return pairs[i + 1];
            }
        }
        return 0;
    }

    /** Whether a move needs one token of one place, gives something that nothing empties, and does nothing else. */
    private boolean goesOnAlone(Move move) {
        if (!move.isPlain() || move.takes().length != 2 || move.takes()[1] != 1 || move.gives().length == 0) {
            return false;
        }
        for (int i = 0; i < move.gives().length; i += 2) {
            if (fixed[move.gives()[i]]) {
                return false;
            }
        }
        return true;
    }

    private static Move follow(Move first, Move second, int place) {
        List<Step> steps = new ArrayList<>(first.steps());
        steps.addAll(second.steps());
        Map<Integer, Integer> gives = new LinkedHashMap<>();
        for (int i = 0; i < first.gives().length; i += 2) {
            if (first.gives()[i] != place) {
                gives.merge(first.gives()[i], first.gives()[i + 1], Integer::sum);
            }
        }
        for (int i = 0; i < second.gives().length; i += 2) {
            gives.merge(second.gives()[i], second.gives()[i + 1], Integer::sum);
        }
        int[] pairs = new int[2 * gives.size()];
        int length = 0;
        for (Map.Entry<Integer, Integer> give : gives.entrySet()) {
            pairs[length++] = give.getKey();
            pairs[length++] = give.getValue();
        }
        return first.telling(steps, union(first.tasks(), second.tasks())).moving(first.takes(), pairs);
    }

    private static int[] union(int[] one, int[] other) {
        return IntStream.concat(Arrays.stream(one), Arrays.stream(other)).distinct().toArray();
    }

    /** What a move does, without its story. */
    private record Effect(List<Integer> takes, Set<Integer> empties, List<Integer> gives, int idle, @Nullable Guard guard) {
        static Effect of(Move move) {
            Set<Integer> empties = new HashSet<>();
            Arrays.stream(move.empties()).forEach(empties::add);
            return new Effect(sorted(move.takes()), empties, sorted(move.gives()), move.idle(), move.guard());
        }

        private static List<Integer> sorted(int[] pairs) {
            TreeMap<Integer, Integer> map = new TreeMap<>();
            for (int i = 0; i < pairs.length; i += 2) {
                map.put(pairs[i], pairs[i + 1]);
            }
            List<Integer> list = new ArrayList<>();
            map.forEach((place, number) -> {
                list.add(place);
                list.add(number);
            });
            return list;
        }
    }

    private boolean sameMoves() {
        Map<Effect, Move> kept = new LinkedHashMap<>();
        for (Move move : moves) {
            kept.merge(Effect.of(move), move, (one, other) -> {
                Move shorter = one.steps().size() <= other.steps().size() ? one : other;
                return one.telling(shorter.steps(), union(one.tasks(), other.tasks()));
            });
        }
        if (kept.size() == moves.size()) {
            return false;
        }
        moves.clear();
        moves.addAll(kept.values());
        return true;
    }

    private boolean samePlaces() {
        Map<List<Integer>, Integer> kept = new HashMap<>();
        boolean changed = false;
        List<List<Integer>> use = new ArrayList<>();
        for (int place = 0; place < gone.length; place++) {
            use.add(new ArrayList<>(List.of(initial[place])));
        }
        for (int number = 0; number < moves.size(); number++) {
            Move move = moves.get(number);
            for (int i = 0; i < move.takes().length; i += 2) {
                use.get(move.takes()[i]).addAll(List.of(number, -move.takes()[i + 1]));
            }
            for (int i = 0; i < move.gives().length; i += 2) {
                use.get(move.gives()[i]).addAll(List.of(number, move.gives()[i + 1]));
            }
        }
        for (int place = 0; place < gone.length; place++) {
            if (gone[place] || fixed[place] || isGoal(place) || watched[place] || use.get(place).size() == 1) {
                continue;
            }
            Integer other = kept.putIfAbsent(use.get(place), place);
            if (other != null) {
                remove(place);
                same[place] = other;
                changed = true;
            }
        }
        return changed;
    }

    private void remove(int place) {
        gone[place] = true;
        moves.replaceAll(move -> move.moving(without(move.takes(), place), without(move.gives(), place)));
    }

    private static int[] without(int[] pairs, int place) {
        int[] left = new int[pairs.length];
        int length = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i] != place) {
                left[length++] = pairs[i];
                left[length++] = pairs[i + 1];
            }
        }
        return Arrays.copyOf(left, length);
    }
}
