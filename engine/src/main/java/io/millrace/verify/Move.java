package io.millrace.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can happen in a model: it takes, then empties, then gives.
 *
 * @param steps what happens in the net
 * @param tasks the tasks that are carried out, by number in the model
 * @param takes place, number, place, number …
 * @param empties places that lose all their tokens
 * @param gives place, number, place, number …
 * @param idle the place that must be empty, because a task is entered once at a time, or -1
 * @param guard the OR-join, which takes one token of every input that is marked; or null
 * @param unforeseen whether lookaheads do not reckon with it: an OR-join, even with one input, in the paper's reading
 */
record Move(
        List<Step> steps, int[] tasks, int[] takes, int[] empties, int[] gives, int idle, @Nullable Guard guard, boolean unforeseen) {
    Move {
        steps = List.copyOf(steps);
    }

    /** Something that takes and gives and is nothing special to anybody. */
    boolean isPlain() {
        return empties.length == 0 && idle < 0 && guard == null && !unforeseen;
    }

    /** The same effect under another story. */
    Move telling(List<Step> steps, int[] tasks) {
        return new Move(steps, tasks, takes, empties, gives, idle, guard, unforeseen);
    }

    /** The same without the OR-join, for who has asked and served it. */
    Move unguarded() {
        return new Move(steps, tasks, takes, empties, gives, -1, null, unforeseen);
    }

    /** The same story with another effect on places that nothing empties. */
    Move moving(int[] takes, int[] gives) {
        return new Move(steps, tasks, takes, empties, gives, idle, guard, unforeseen);
    }
}
