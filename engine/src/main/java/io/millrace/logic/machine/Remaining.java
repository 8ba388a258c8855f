package io.millrace.logic.machine;

import io.millrace.logic.term.Term;
import java.util.Arrays;

/**
 * Counts the choice points that have something left to try. The index leaves one behind for clauses that only the first
 * argument lets through, so their heads are tried here, with the bindings undone that were made since; then everything is restored.
 */
final class Remaining {
    /** So many entries of the trail are saved and restored in about the time of a step. */
    private static final int ENTRIES_PER_STEP = 4;

    private Remaining() {}

    static int count(Machine machine) {
        Bindings bindings = machine.bindings;
        int top = bindings.top;
        bindings.meter.work(top / ENTRIES_PER_STEP);
        Bindings.Saved saved = bindings.save();
        long mark = bindings.mark;
        int count = 0;
        Choice at = machine.choice;
        while (at.depth > at.base) {
            bindings.meter.work(1);
            if (at instanceof Choice.Clauses clauses) {
                bindings.release(saved, clauses.trailTop);
                count += matches(bindings, clauses) ? 1 : 0;
            } else if (at.depth > at.previous.depth) {
                count++;
            }
            at = at.previous;
        }
        bindings.restore(saved, top);
        bindings.mark = mark;
        return count;
    }

    /** Whether the head of one of the clauses left unifies with the arguments of the call. */
    private static boolean matches(Bindings bindings, Choice.Clauses choice) {
        int from = bindings.top;
        int index = choice.index;
        // Every binding goes on the trail, so that it can be undone at once.
        bindings.mark = Long.MAX_VALUE;
        while (index < choice.end) {
            bindings.meter.work(1);
            Clause.Code code = choice.buffer[index].code;
            Term[] frame = Arrays.copyOf(choice.args, Math.max(choice.args.length, code.size));
            boolean matches = code.headMatches(bindings, frame);
            bindings.undo(from);
            if (matches) {
                return true;
            }
            index = ClauseList.seek(
                    choice.buffer, index + 1, choice.end, choice.key, choice.keyHash, choice.generation);
        }
        return false;
    }
}
