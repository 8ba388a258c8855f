package io.millrace.net;

import java.util.ArrayList;
import java.util.List;

/**
 * The upstream of an OR-join as a small net with resets, in which "could it get more" is a question of coverability.
 * Places come first, the OR-join's inputs before all others; then the touchy tasks, which are idle or busy. Everything
 * else of the upstream is folded into these: a token anywhere counts as the tokens that it can surely become.
 *
 * @param inputs how many inputs the OR-join has: places 0 up to this
 * @param places how many places there are
 * @param touchy the tasks that are idle or busy, by their number in the graph
 * @param conditions the conditions of the upstream that count
 * @param ofCondition what a token in each of them counts as: place, number, place, number …
 * @param tasks the tasks of the upstream that count when they are busy, without the touchy ones
 * @param ofTask what each of them counts as
 * @param helpful what can happen, by what it helps to get: moves that give to a place; moves that enter, exit or abort a touchy task
 */
record LookaheadNet(
        int inputs,
        int places,
        int[] touchy,
        int[] conditions,
        int[][] ofCondition,
        int[] tasks,
        int[][] ofTask,
        Move[][] helpful) {

    /** Arranges moves by what they help to get. */
    static Move[][] helpful(int places, int touchy, List<Move> moves) {
        List<List<Move>> found = new ArrayList<>();
        for (int i = 0; i < places + touchy; i++) {
            found.add(new ArrayList<>());
        }
        for (Move move : moves) {
            for (int i = 0; i < move.gives().length; i += 2) {
                found.get(move.gives()[i]).add(move);
            }
            if (move.task() >= 0) {
                found.get(places + move.task()).add(move);
            }
            for (int task : move.aborts()) {
                found.get(places + task).add(move);
            }
        }
        return found.stream().map(each -> each.toArray(new Move[0])).toArray(Move[][]::new);
    }

    /** Whether a missing input of the OR-join could be got by any move at all. */
    boolean isStill() {
        for (int input = 0; input < inputs; input++) {
            if (helpful[input].length > 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Something that can happen: an ordinary task as a whole, the entering of a touchy task, or its exit.
     *
     * @param kind which of the three
     * @param task the touchy task, as a position among them; -1 for an ordinary one
     * @param takes places, one token of each
     * @param gives place, number, place, number …
     * @param empties places that lose all tokens before it gives
     * @param aborts touchy tasks that become idle
     */
    record Move(Kind kind, int task, int[] takes, int[] gives, int[] empties, int[] aborts) {}

    /** What a move does to a touchy task. */
    enum Kind {
        WHOLE,
        ENTER,
        EXIT
    }
}
