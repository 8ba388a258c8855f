package io.millrace.verify.file;

import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plain net in the making, as a reader comes to its parts. Several arcs between the same two are one, with the sum of their weights. */
final class PlainNetBuilder {
    /** A transition in the making. */
    static final class Open {
        final String name;
        final Map<Integer, Integer> consumes = new LinkedHashMap<>();
        final Map<Integer, Integer> produces = new LinkedHashMap<>();

        private Open(String name) {
            this.name = name;
        }
    }

    private final List<String> places = new ArrayList<>();
    private final List<Integer> initial = new ArrayList<>();
    private final List<Open> transitions = new ArrayList<>();

    /** Adds a place without tokens, and gives its number. */
    int place(String name) {
        places.add(name);
        initial.add(0);
        return places.size() - 1;
    }

    /** Puts tokens on a place; false if they are more than can be counted. */
    boolean mark(int place, int tokens) {
        long sum = (long) initial.get(place) + tokens;
        initial.set(place, (int) Math.min(sum, Integer.MAX_VALUE));
        return sum <= Integer.MAX_VALUE;
    }

    Open transition(String name) {
        Open open = new Open(name);
        transitions.add(open);
        return open;
    }

    /** Adds to one side of a transition; false if the weights are more than can be counted. */
    static boolean arc(Map<Integer, Integer> side, int place, int weight) {
        long sum = (long) side.getOrDefault(place, 0) + weight;
        side.put(place, (int) Math.min(sum, Integer.MAX_VALUE));
        return sum <= Integer.MAX_VALUE;
    }

    PlainNet build(String name) {
        return new PlainNet(
                name,
                places,
                initial,
                transitions.stream().map(each -> new Transition(each.name, arcs(each.consumes), arcs(each.produces))).toList());
    }

    private static List<Arc> arcs(Map<Integer, Integer> side) {
        return side.entrySet().stream().map(each -> new Arc(each.getKey(), each.getValue())).toList();
    }
}
