package io.millrace.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * Makes small plain nets: connected more or less from a source to one sink or several, with choices that are free or not, loops, and now and then
 * a weight or a second token at the start.
 */
final class PlainNetGenerator {
    private final Random random;
    private final int size;

    PlainNetGenerator(long seed, int size) {
        this.random = new Random(seed);
        this.size = size;
    }

    PlainNet net() {
        int places = 3 + random.nextInt(size);
        int sinks = random.nextBoolean() ? 1 : 2 + random.nextInt(2);
        boolean freeChoice = random.nextBoolean();
        boolean weights = random.nextInt(6) == 0;
        List<String> names = new ArrayList<>();
        for (int place = 0; place < places + sinks; place++) {
            names.add(place < places ? "p" + place : "end" + (place - places));
        }
        List<PlainNet.Transition> transitions = new ArrayList<>();
        for (int place = 0; place < places; place++) {
            for (int choice = random.nextInt(3) == 0 ? 2 : 1; choice > 0; choice--) {
                List<Integer> from = new ArrayList<>(List.of(place));
                if (random.nextInt(freeChoice ? 8 : 3) == 0) {
                    from.add(random.nextInt(places));
                }
                transitions.add(transition(transitions.size(), from, to(place, places, sinks), weights));
            }
        }
        if (freeChoice) {
            transitions = freed(transitions);
        }
        List<Integer> initial = new ArrayList<>();
        for (int place = 0; place < places + sinks; place++) {
            initial.add(place == 0 ? 1 : 0);
        }
        if (random.nextInt(20) == 0) {
            int place = random.nextInt(places);
            initial.set(place, initial.get(place) + 1);
        }
        return new PlainNet("generated", names, initial, transitions);
    }

    /** Mostly onwards, sometimes back, now and then nowhere. */
    private List<Integer> to(int place, int places, int sinks) {
        List<Integer> to = new ArrayList<>();
        for (int more = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(2); more > 0; more--) {
            to.add(random.nextInt(6) == 0 ? random.nextInt(places + sinks) : place + 1 + random.nextInt(places + sinks - place - 1));
        }
        return to;
    }

    private PlainNet.Transition transition(int number, List<Integer> from, List<Integer> to, boolean weights) {
        return new PlainNet.Transition("t" + number, arcs(from, weights), arcs(to, weights));
    }

    private List<PlainNet.Arc> arcs(List<Integer> places, boolean weights) {
        return new TreeSet<>(places).stream().map(place -> new PlainNet.Arc(place, weights && random.nextInt(4) == 0 ? 2 : 1)).toList();
    }

    /** Transitions that share a place take from the same places: those of the first that takes from it. */
    private static List<PlainNet.Transition> freed(List<PlainNet.Transition> transitions) {
        Map<Integer, List<PlainNet.Arc>> takes = new LinkedHashMap<>();
        List<PlainNet.Transition> freed = new ArrayList<>();
        for (PlainNet.Transition transition : transitions) {
            List<PlainNet.Arc> consumes = transition.consumes();
            for (PlainNet.Arc arc : transition.consumes()) {
                consumes = takes.getOrDefault(arc.place(), consumes);
            }
            for (PlainNet.Arc arc : consumes) {
                takes.putIfAbsent(arc.place(), consumes);
            }
            freed.add(new PlainNet.Transition(transition.name(), consumes, transition.produces()));
        }
        return freed;
    }
}
