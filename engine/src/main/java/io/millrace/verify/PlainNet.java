package io.millrace.verify;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A place/transition net (Petri net) with an initial marking. Places have numbers, from 0 in their order; arcs refer to these numbers.
 * Immutable and always well-formed: a reader checks its input before it creates one, so a violation is a programming error.
 *
 * @param name what it is called
 * @param places the names of the places, each different
 * @param initial how many tokens each place holds at first
 * @param transitions in their order, each with a name of its own
 */
public record PlainNet(String name, List<String> places, List<Integer> initial, List<Transition> transitions) {

    /** A transition, which consumes and produces tokens. A place is at most once in each list. */
    public record Transition(String name, List<Arc> consumes, List<Arc> produces) {
        public Transition {
            consumes = List.copyOf(consumes);
            produces = List.copyOf(produces);
        }
    }

    /** A number of tokens of one place. */
    public record Arc(int place, int weight) {
        public Arc {
            if (place < 0 || weight < 1) {
                throw new IllegalArgumentException("there is no arc of weight " + weight + " at place " + place);
            }
        }
    }

    public PlainNet {
        places = List.copyOf(places);
        initial = List.copyOf(initial);
        transitions = List.copyOf(transitions);
        distinct(places, "places");
        distinct(transitions.stream().map(Transition::name).toList(), "transitions");
        if (initial.size() != places.size()) {
            throw new IllegalArgumentException(places.size() + " places, and initial tokens for " + initial.size());
        }
        if (initial.stream().anyMatch(tokens -> tokens < 0)) {
            throw new IllegalArgumentException("a place with fewer than no tokens");
        }
        for (Transition transition : transitions) {
            check(transition.consumes(), places.size(), transition);
            check(transition.produces(), places.size(), transition);
        }
    }

    private static void distinct(List<String> names, String what) {
        if (new HashSet<>(names).size() != names.size()) {
            throw new IllegalArgumentException("two " + what + " of one name");
        }
    }

    private static void check(List<Arc> arcs, int places, Transition transition) {
        Set<Integer> seen = new HashSet<>();
        for (Arc arc : arcs) {
            if (arc.place() >= places) {
                throw new IllegalArgumentException("'" + transition.name() + "' is joined to place " + arc.place() + " of " + places);
            }
            if (!seen.add(arc.place())) {
                throw new IllegalArgumentException("'" + transition.name() + "' is joined twice to place " + arc.place());
            }
        }
    }
}
