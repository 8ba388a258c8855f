package io.millrace.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
    /** For each place the moves that give to it, and those that take from it, by their index; made anew for each round. */
    private List<Set<Integer>> givers = List.of();
    private List<Set<Integer>> takers = List.of();
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
        boolean changed = atOnce();
        changed |= sameMoves();
        changed |= samePlaces();
        return changed;
    }

    private boolean isGoal(int place) {
        return switch (model.goal()) {
            case Model.Goal.Output output -> output.place() == place;
            case Model.Goal.Sinks sinks -> sinks.places().get(place);
            case Model.Goal.Quiet quiet -> false;
        };
    }

    /**
     * Joins moves over every place where that can be done. What was joined is joined again only in the next round: so stories get longer by
     * doubling, and a long chain is not copied once for each of its places.
     */
    private boolean atOnce() {
        int before = moves.size();
        givers = new ArrayList<>();
        takers = new ArrayList<>();
        for (int place = 0; place < gone.length; place++) {
            givers.add(new LinkedHashSet<>());
            takers.add(new LinkedHashSet<>());
        }
        for (int move = 0; move < before; move++) {
            remember(move);
        }
        BitSet dropped = new BitSet();
        for (int place = 0; place < gone.length; place++) {
            List<Integer> producers = List.copyOf(givers.get(place));
            List<Integer> consumers = List.copyOf(takers.get(place));
            if (gone[place] || !canGoOnAtOnce(place, producers, consumers, before)) {
                continue;
            }
            gone[place] = true;
            for (int move : producers) {
                forget(move, dropped);
            }
            for (int move : consumers) {
                forget(move, dropped);
            }
            for (int producer : producers) {
                for (int consumer : consumers) {
                    moves.add(follow(moves.get(producer), moves.get(consumer), place));
                    remember(moves.size() - 1);
                }
            }
        }
        List<Move> left = new ArrayList<>();
        for (int move = dropped.nextClearBit(0); move < moves.size(); move = dropped.nextClearBit(move + 1)) {
            left.add(moves.get(move));
        }
        moves.clear();
        moves.addAll(left);
        return !dropped.isEmpty();
    }

    private void remember(int number) {
        Move move = moves.get(number);
        for (int i = 0; i < move.gives().length; i += 2) {
            givers.get(move.gives()[i]).add(number);
        }
        for (int i = 0; i < move.takes().length; i += 2) {
            takers.get(move.takes()[i]).add(number);
        }
    }

    private void forget(int number, BitSet dropped) {
        dropped.set(number);
        Move move = moves.get(number);
        for (int i = 0; i < move.gives().length; i += 2) {
            givers.get(move.gives()[i]).remove(number);
        }
        for (int i = 0; i < move.takes().length; i += 2) {
            takers.get(move.takes()[i]).remove(number);
        }
    }

    /** Only moves with a smaller index than a certain one are joined. */
    private boolean canGoOnAtOnce(int place, List<Integer> producers, List<Integer> consumers, int before) {
        if (fixed[place] || initial[place] > 0 || isGoal(place) || inputs[place] || consumers.isEmpty() || producers.isEmpty()) {
            return false;
        }
        int made = producers.size() * consumers.size();
        return made <= Math.max(producers.size() + consumers.size(), 4)
                && producers.stream()
                        .allMatch(move -> move < before && tokens(moves.get(move).gives(), place) == 1 && tokens(moves.get(move).takes(), place) == 0)
                && consumers.stream().allMatch(move -> move < before && goesOnAlone(moves.get(move)));
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
