package io.millrace.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
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
    /** How much effort a move takes in each round, and a step of a story that is told anew, which takes memory, too. */
    private static final long A_MOVE = 10;

    private static final long STORY = 10;

    private final Effort effort = Effort.current();
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
        effort.spend(gone.length);
        for (Move move : moves) {
            effort.spend(A_MOVE + move.takes().length + move.gives().length + move.empties().length);
        }
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

    /** What a move does in a round. */
    private enum Part {
        /** Nothing yet. */
        NONE,
        /** It goes on with others, all of which are joined to it at the end of the round. */
        GOES_ON,
        /** It is replaced by moves that were joined from it. */
        REPLACED
    }

    /**
     * Joins moves over every place where that can be done. What was joined is joined again only in the next round: so stories get longer by
     * doubling, and a long chain is not copied once for each of its places. A move that gives to many places goes on from all of them in
     * one round: a round for each of them would take quadratic time.
     */
    private boolean atOnce() {
        Uses uses = new Uses(moves, gone.length);
        Part[] parts = new Part[moves.size()];
        Arrays.fill(parts, Part.NONE);
        Map<Integer, List<Integer>> followers = new LinkedHashMap<>();
        List<Move> joined = new ArrayList<>();
        for (int place = 0; place < gone.length; place++) {
            List<Integer> producers = uses.givers.get(place);
            List<Integer> consumers = uses.takers.get(place);
            if (gone[place] || uses.several[place] || !canGoOnAtOnce(place, producers, consumers, parts)) {
                continue;
            }
            gone[place] = true;
            consumers.forEach(move -> parts[move] = Part.REPLACED);
            if (consumers.size() == 1) {
                for (int producer : producers) {
                    parts[producer] = Part.GOES_ON;
                    followers.computeIfAbsent(producer, any -> new ArrayList<>()).add(consumers.getFirst());
                }
                continue;
            }
            for (int producer : producers) {
                parts[producer] = Part.REPLACED;
                consumers.forEach(consumer -> joined.add(follow(moves.get(producer), List.of(moves.get(consumer)))));
            }
        }
        followers.forEach((producer, all) -> joined.add(follow(moves.get(producer), all.stream().map(moves::get).toList())));
        List<Move> left = new ArrayList<>();
        for (int move = 0; move < parts.length; move++) {
            if (parts[move] == Part.NONE) {
                left.add(moves.get(move));
            }
        }
        boolean changed = left.size() < moves.size();
        moves.clear();
        moves.addAll(left);
        moves.addAll(joined);
        return changed;
    }

    /** For each place the moves that give to it, and those that take from it, by their index. */
    private static final class Uses {
        final List<List<Integer>> givers = new ArrayList<>();
        final List<List<Integer>> takers = new ArrayList<>();
        /** Places to which a move gives more than one token. */
        final boolean[] several;

        Uses(List<Move> moves, int places) {
            several = new boolean[places];
            for (int place = 0; place < places; place++) {
                givers.add(new ArrayList<>());
                takers.add(new ArrayList<>());
            }
            for (int number = 0; number < moves.size(); number++) {
                Move move = moves.get(number);
                for (int i = 0; i < move.gives().length; i += 2) {
                    List<Integer> all = givers.get(move.gives()[i]);
                    boolean again = !all.isEmpty() && all.getLast() == number;
                    all.add(number);
                    several[move.gives()[i]] |= again || move.gives()[i + 1] != 1;
                }
                for (int i = 0; i < move.takes().length; i += 2) {
                    takers.get(move.takes()[i]).add(number);
                }
            }
        }
    }

    /** Only moves that are as they were when the round began are joined. */
    private boolean canGoOnAtOnce(int place, List<Integer> producers, List<Integer> consumers, Part[] parts) {
        if (fixed[place] || initial[place] > 0 || isGoal(place) || inputs[place] || consumers.isEmpty() || producers.isEmpty()) {
            return false;
        }
        long made = (long) producers.size() * consumers.size();
        return made <= Math.max(producers.size() + consumers.size(), 4)
                && producers.stream().allMatch(move -> parts[move] == Part.NONE || parts[move] == Part.GOES_ON && consumers.size() == 1)
                && consumers.stream().allMatch(move -> parts[move] == Part.NONE && goesOnAlone(moves.get(move)) && !gives(moves.get(move), place));
    }

    private static boolean gives(Move move, int place) {
        for (int i = 0; i < move.gives().length; i += 2) {
            if (move.gives()[i] == place) {
                return true;
            }
        }
        return false;
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

    /** A move that goes on with others, each from a place of its own from which it takes one token. */
    private Move follow(Move first, List<Move> others) {
        List<Step> steps = new ArrayList<>(first.steps());
        Map<Integer, Integer> gives = new LinkedHashMap<>();
        IntStream.Builder tasks = IntStream.builder();
        Arrays.stream(first.tasks()).forEach(tasks);
        add(first.gives(), gives);
        for (Move other : others) {
            gives.remove(other.takes()[0]);
        }
        for (Move other : others) {
            steps.addAll(other.steps());
            Arrays.stream(other.tasks()).forEach(tasks);
            add(other.gives(), gives);
        }
        effort.spend(STORY * steps.size());
        int[] pairs = new int[2 * gives.size()];
        int length = 0;
        for (Map.Entry<Integer, Integer> give : gives.entrySet()) {
            pairs[length++] = give.getKey();
            pairs[length++] = give.getValue();
        }
        return first.telling(steps, tasks.build().distinct().toArray()).moving(first.takes(), pairs);
    }

    private static void add(int[] pairs, Map<Integer, Integer> all) {
        for (int i = 0; i < pairs.length; i += 2) {
            all.merge(pairs[i], pairs[i + 1], Integer::sum);
        }
    }

    private static int[] union(Collection<int[]> all) {
        return all.stream().flatMapToInt(Arrays::stream).distinct().toArray();
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
        Map<Effect, List<Move>> kept = new LinkedHashMap<>();
        for (Move move : moves) {
            kept.computeIfAbsent(Effect.of(move), any -> new ArrayList<>(1)).add(move);
        }
        if (kept.size() == moves.size()) {
            return false;
        }
        moves.clear();
        for (List<Move> equal : kept.values()) {
            // The first of the shortest stories is told.
            Move shortest = Collections.min(equal, Comparator.comparingInt(move -> move.steps().size()));
            moves.add(equal.getFirst().telling(shortest.steps(), union(equal.stream().map(Move::tasks).toList())));
        }
        return true;
    }

    private boolean samePlaces() {
        Map<List<Integer>, Integer> kept = new HashMap<>();
        BitSet removed = new BitSet();
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
                gone[place] = true;
                same[place] = other;
                removed.set(place);
            }
        }
        if (!removed.isEmpty()) {
            moves.replaceAll(move -> move.moving(without(move.takes(), removed), without(move.gives(), removed)));
        }
        return !removed.isEmpty();
    }

    private static int[] without(int[] pairs, BitSet places) {
        int[] left = new int[pairs.length];
        int length = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            if (!places.get(pairs[i])) {
                left[length++] = pairs[i];
                left[length++] = pairs[i + 1];
            }
        }
        return Arrays.copyOf(left, length);
    }
}
