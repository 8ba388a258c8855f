package io.millrace.verify;

import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds out what can be found out about one net that was not proved part by part. A small net is explored. What is wrong with a large one
 * is looked for in its parts, and by walks that choose at random, before a million states are: the search is over when the answer is known.
 */
final class Hunt {
    /** The states of a net of so many tasks are not looked at while its parts show what is wrong. */
    private static final int MANY_TASKS = 100;

    /** So many states are looked at before anything else is tried. */
    private static final int FIRST_STATES = 50_000;

    /** How many states of each part are looked at. */
    private static final int STATES_OF_A_PART = 20_000;

    private static final int WALKS = 100;
    private static final int LONGEST_WALK = 2_000;

    /** Moves times places: how far all walks together may go. */
    private static final long MOST_WALKED = 100_000_000;

    private final NetGraph graph;
    private final OrJoin reading;
    private final Model model;
    private final int limit;

    private Hunt(NetGraph graph, OrJoin reading, Model model, int limit) {
        this.graph = graph;
        this.reading = reading;
        this.model = model;
        this.limit = limit;
    }

    /**
     * What can be found out.
     *
     * @param model the net alone
     * @param limit how many states may be looked at
     */
    static Solution solve(NetGraph graph, OrJoin reading, Model model, int limit) {
        return new Hunt(graph, reading, model, limit).solve();
    }

    /**
     * What some sets of branches show of a net in which OR-splits have too many of them.
     *
     * @param model the net with some sets of branches
     */
    static Solution tried(NetGraph graph, OrJoin reading, Model model, int limit) {
        Hunt hunt = new Hunt(graph, reading, model, limit);
        Exploration exploration = Exploration.of(model, Math.min(limit, STATES_OF_A_PART));
        List<Symptom> symptoms = new ArrayList<>(exploration.symptoms());
        symptoms.removeIf(symptom -> symptom.kind() != Trouble.Kind.DEADLOCK && symptom.kind() != Trouble.Kind.IMPROPER_COMPLETION);
        if (model.goal() instanceof Model.Goal.Output) {
            symptoms.addAll(hunt.inParts());
            symptoms.addAll(symptoms.isEmpty() ? Shortening.of(model, hunt.walked()) : List.of());
        }
        return of(UnsoundParts.distinct(symptoms), exploration.states());
    }

    private Solution solve() {
        if (graph.tasks() >= MANY_TASKS) {
            List<Symptom> symptoms = inParts();
            if (!symptoms.isEmpty()) {
                return of(symptoms, 0);
            }
        }
        Solution first = Solution.of(model, Math.min(limit, FIRST_STATES));
        if (first.reasons().isEmpty() || model.goal() instanceof Model.Goal.Quiet) {
            return first.reasons().isEmpty() || limit <= FIRST_STATES ? first : Solution.of(model, limit);
        }
        // Not all was seen: whatever is wrong elsewhere is looked for, too.
        List<Symptom> symptoms = new ArrayList<>(first.symptoms());
        symptoms.addAll(inParts());
        symptoms.addAll(symptoms.isEmpty() ? Shortening.of(model, walked()) : List.of());
        if (!symptoms.isEmpty()) {
            return of(UnsoundParts.distinct(symptoms), first.states());
        }
        return limit <= FIRST_STATES ? first : Solution.of(model, limit);
    }

    private List<Symptom> inParts() {
        return UnsoundParts.distinct(UnsoundParts.of(graph, reading, model, Math.min(limit, STATES_OF_A_PART)));
    }

    private List<Symptom> walked() {
        Walk.Paths paths = new Walk.Paths(model);
        List<Symptom> found = new ArrayList<>();
        int longest = (int) Math.min(LONGEST_WALK, MOST_WALKED / WALKS / model.places());
        for (int walk = 1; walk <= WALKS && found.isEmpty(); walk++) {
            Symptom symptom = paths.start().wander(walk, longest);
            if (symptom != null) {
                found.add(symptom);
            }
        }
        return found;
    }

    /** What is wrong is known, and that not everything was looked at. */
    private static Solution of(List<Symptom> symptoms, long states) {
        boolean stuck = symptoms.stream().anyMatch(symptom -> symptom.kind() == Trouble.Kind.DEADLOCK || symptom.kind() == Trouble.Kind.LIVELOCK);
        boolean improper = symptoms.stream().anyMatch(symptom -> symptom.kind() == Trouble.Kind.IMPROPER_COMPLETION);
        Properties properties = new Properties(stuck ? Answer.NO : Answer.UNKNOWN, Answer.UNKNOWN, improper ? Answer.NO : Answer.UNKNOWN);
        String reason = "the search ended soon after something was found wrong, so more may be";
        return new Solution(properties, new BitSet(), new BitSet(), symptoms, List.of(reason), states);
    }
}
