package io.millrace.verify;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where parallel branches meet without being joined, seen from a state in which the case has ended and tokens are left: the first
 * node to which what is left would come, and through which the case has gone already. It is a join that
 * lets each branch through on its own, or a condition to which several tasks give.
 */
final class Meeting {
    private final Model model;
    private final int output;
    private final Set<Model.TaskName> done = new HashSet<>();
    /** How often a place was given to on the way. */
    private final int[] given;
    private Model.@Nullable TaskName join;
    private int place = -1;

    /**
     * Looks for it.
     *
     * @param symptom a way to a state in which the output is marked and something else is, too
     * @param output the place that is the output
     */
    Meeting(Model model, Symptom symptom, int output) {
        this.model = model;
        this.output = output;
        this.given = new int[model.places()];
        symptom.trace().forEach(step -> done.add(new Model.TaskName(step.net(), step.task())));
        for (Move move : symptom.path()) {
            for (int i = 0; i < move.gives().length; i += 2) {
                given[move.gives()[i]]++;
            }
        }
        BitSet left = new BitSet();
        for (int each = 0; each < model.places(); each++) {
            left.set(each, symptom.tokens()[each] > (each == output ? 1 : 0));
        }
        look(left);
    }

    /** The task in which branches meet, or null. */
    Model.@Nullable TaskName join() {
        return join;
    }

    /** The place in which branches meet, if no task is found, or -1. */
    int place() {
        return place;
    }

    private void look(BitSet left) {
        for (int each = left.nextSetBit(0); each >= 0; each = left.nextSetBit(each + 1)) {
            if (given[each] > 1) {
                meetIn(each);
            }
        }
        BitSet seen = (BitSet) left.clone();
        boolean more = true;
        while (more && join == null) {
            more = false;
            // What a round finds is looked at in the next one, so that the nearest node is found first.
            BitSet next = (BitSet) seen.clone();
            for (Move move : model.moves()) {
                if (join == null && canFollow(move, seen)) {
                    pass(move, next);
                }
            }
            more = !next.equals(seen);
            seen = next;
        }
    }

    private static boolean canFollow(Move move, BitSet seen) {
        int[] inputs = Explanation.inputs(move);
        return move.guard() == null ? Arrays.stream(inputs).allMatch(seen::get) : Arrays.stream(inputs).anyMatch(seen::get);
    }

    private void pass(Move move, BitSet next) {
        for (int number : move.tasks()) {
            if (place < 0 && done.contains(model.tasks().get(number)) && goesOnEarly(number)) {
                join = model.tasks().get(number);
                return;
            }
        }
        for (int i = 0; i < move.gives().length; i += 2) {
            int to = move.gives()[i];
            if (!next.get(to) && given[to] > 0) {
                meetIn(to);
            }
            next.set(to);
        }
    }

    private void meetIn(int to) {
        if (place < 0 && (to == output || givers(to).size() > 1)) {
            place = to;
        }
    }

    private Set<List<Integer>> givers(int to) {
        Set<List<Integer>> givers = new LinkedHashSet<>();
        for (Move move : model.moves()) {
            for (int i = 0; i < move.gives().length; i += 2) {
                if (move.gives()[i] == to) {
                    givers.add(Arrays.stream(move.tasks()).boxed().toList());
                }
            }
        }
        return givers;
    }

    /** Whether a task goes on with fewer tokens than it has inputs. */
    private boolean goesOnEarly(int task) {
        Set<Integer> inputs = new HashSet<>();
        int least = Integer.MAX_VALUE;
        for (Move move : model.moves()) {
            if (Arrays.stream(move.tasks()).anyMatch(each -> each == task)) {
                Arrays.stream(Explanation.inputs(move)).forEach(inputs::add);
                least = Math.min(least, move.guard() != null ? 1 : move.takes().length / 2);
            }
        }
        return inputs.size() > least;
    }
}
