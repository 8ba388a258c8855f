package io.millrace.verify;

import java.util.BitSet;
import java.util.List;

/**
 * Something wrong with a model, not yet explained.
 *
 * @param kind what it is
 * @param path the moves that lead to it
 * @param tokens the tokens of each place then
 * @param loop for a livelock, the tasks that can still happen; for unbounded growth, those that are repeated
 * @param place the place that has too many tokens, or -1
 */
record Symptom(Trouble.Kind kind, List<Move> path, int[] tokens, BitSet loop, int place) {
    Symptom holding(int[] tokens) {
        return new Symptom(kind, path, tokens, loop, place);
    }

    List<Step> trace() {
        return path.stream().flatMap(move -> move.steps().stream()).toList();
    }
}
