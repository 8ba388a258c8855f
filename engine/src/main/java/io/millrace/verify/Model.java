package io.millrace.verify;

import java.util.BitSet;
import java.util.List;

/**
 * A net as the verifier sees it: places with tokens and moves between them, with emptying for cancellation and guards
 * for OR-joins. YAWL nets and plain nets become the same thing here.
 *
 * @param spots what each place stands for
 * @param initial the tokens of each place at the start
 * @param moves what can happen
 * @param tasks the tasks (or transitions) that should not be dead
 * @param goal when a case is over
 */
record Model(List<Spot> spots, int[] initial, List<Move> moves, List<TaskName> tasks, Goal goal) {
    Model {
        spots = List.copyOf(spots);
        moves = List.copyOf(moves);
        tasks = List.copyOf(tasks);
    }

    /** A task with its net. */
    record TaskName(String net, String task) {}

    /** When a case is over as it should. */
    sealed interface Goal {
        /** One token in this place and none elsewhere. */
        record Output(int place) implements Goal {}

        /** Tokens in these places only, and never two in one place. */
        record Sinks(BitSet places) implements Goal {}

        /** Nothing can happen any more. */
        record Quiet() implements Goal {}
    }

    int places() {
        return spots.size();
    }

    /** Whether a larger state can always do what a smaller one can. */
    boolean isMonotone() {
        return moves.stream().allMatch(move -> move.guard() == null && move.idle() < 0);
    }

    boolean hasResets() {
        return moves.stream().anyMatch(move -> move.empties().length > 0);
    }

    boolean hasOrJoins() {
        return moves.stream().anyMatch(move -> move.guard() != null);
    }
}
