package io.millrace.verify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Makes a model of a plain net. */
final class PlainModel {
    private PlainModel() {}

    /**
     * A plain net. With one place from which nothing is taken, that place is its output (Definition 18); with several, a case is
     * over when only such places are marked, and no place may ever hold two tokens.
     */
    static Model of(PlainNet net) {
        List<Spot> spots = net.places().stream().map(place -> new Spot(net.name(), place, false)).toList();
        BitSet sinks = new BitSet();
        sinks.set(0, net.places().size());
        List<Move> moves = new ArrayList<>();
        List<Model.TaskName> tasks = new ArrayList<>();
        for (PlainNet.Transition transition : net.transitions()) {
            Step step = new Step(net.name(), transition.name(), Step.Phase.WHOLE, null, List.of());
            int[] task = {tasks.size()};
            moves.add(new Move(List.of(step), task, pairs(transition.consumes()), new int[0], pairs(transition.produces()), -1, null, false));
            tasks.add(new Model.TaskName(net.name(), transition.name()));
            transition.consumes().forEach(arc -> sinks.clear(arc.place()));
        }
        int[] initial = net.initial().stream().mapToInt(Integer::intValue).toArray();
        Model.Goal goal = sinks.cardinality() == 1 ? new Model.Goal.Output(sinks.nextSetBit(0)) : new Model.Goal.Sinks(sinks);
        return new Model(spots, initial, moves, tasks, goal);
    }

    private static int[] pairs(List<PlainNet.Arc> arcs) {
        int[] pairs = new int[2 * arcs.size()];
        for (int i = 0; i < arcs.size(); i++) {
            pairs[2 * i] = arcs.get(i).place();
            pairs[2 * i + 1] = arcs.get(i).weight();
        }
        return pairs;
    }
}
