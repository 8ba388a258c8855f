package io.millrace.verify;

import io.millrace.net.Marking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All states of a model as lists of numbers in a map: slow, obvious, and without anything that the verifier explores with. */
final class Naive {
    private final Model model;
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final List<int[]> states = new ArrayList<>();
    private final List<List<Integer>> next = new ArrayList<>();
    private final BitSet dead = new BitSet();

    Naive(Model model, int limit) {
        this.model = model;
        dead.set(0, model.tasks().size());
        number(model.initial());
        for (int state = 0; state < states.size() && states.size() <= limit; state++) {
            next.add(new ArrayList<>());
            for (Move move : model.moves()) {
                int[] after = fire(states.get(state), move);
                if (after != null) {
                    Arrays.stream(move.tasks()).forEach(dead::clear);
                    next.get(state).add(number(after));
                }
            }
        }
    }

    private int number(int[] tokens) {
        Integer number = numbers.putIfAbsent(Arrays.stream(tokens).boxed().toList(), states.size());
        if (number == null) {
            states.add(tokens.clone());
            return states.size() - 1;
        }
        return number;
    }

    /** The tokens after a move, or null if it cannot happen. */
    static int @Nullable [] fire(int[] tokens, Move move) {
        int[] after = tokens.clone();
        for (int i = 0; i < move.takes().length; i += 2) {
            after[move.takes()[i]] -= move.takes()[i + 1];
        }
        if (move.guard() != null) {
            Guard guard = move.guard();
            Marking marking = Marking.empty(guard.semantics().graph());
            for (int i = 0; i < guard.watched().length; i += 2) {
                marking.count(guard.watched()[i], tokens[guard.watched()[i + 1]]);
            }
            if (Arrays.stream(guard.inputs()).allMatch(input -> tokens[input] == 0) || guard.semantics().mustWait(marking, guard.task())) {
                return null;
            }
            Arrays.stream(guard.inputs()).filter(input -> tokens[input] > 0).forEach(input -> after[input]--);
        }
        if (Arrays.stream(after).anyMatch(each -> each < 0) || move.idle() >= 0 && tokens[move.idle()] > 0) {
            return null;
        }
        Arrays.stream(move.empties()).forEach(place -> after[place] = 0);
        for (int i = 0; i < move.gives().length; i += 2) {
            after[move.gives()[i]] += move.gives()[i + 1];
        }
        return after;
    }

    boolean isComplete() {
        return next.size() == states.size();
    }

    List<int[]> states() {
        return states;
    }

    BitSet dead() {
        return dead;
    }

    boolean isSafe() {
        return states.stream().allMatch(tokens -> Arrays.stream(tokens).allMatch(each -> each <= 1));
    }

    private boolean isGoal(int state) {
        int[] tokens = states.get(state);
        return switch (model.goal()) {
            case Model.Goal.Output output -> tokens[output.place()] == 1 && Arrays.stream(tokens).sum() == 1;
            case Model.Goal.Sinks sinks -> sinks.places().stream().map(place -> tokens[place]).sum() == Arrays.stream(tokens).sum();
            case Model.Goal.Quiet quiet -> next.get(state).isEmpty();
        };
    }

    Properties properties() {
        BitSet ending = new BitSet();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = states.size() - 1; state >= 0; state--) {
                if (!ending.get(state) && (isGoal(state) || next.get(state).stream().anyMatch(ending::get))) {
                    ending.set(state);
                    changed = true;
                }
            }
        }
        return new Properties(Answer.of(ending.cardinality() == states.size()), Answer.of(dead.isEmpty()), Answer.of(isProper()));
    }

    private boolean isProper() {
        return switch (model.goal()) {
            case Model.Goal.Output output -> {
                for (int state = 0; state < states.size(); state++) {
                    if (Objects.requireNonNull(states.get(state))[output.place()] > 0 && !isGoal(state)) {
                        yield false;
                    }
                }
                yield true;
            }
            case Model.Goal.Sinks sinks -> isSafe();
            case Model.Goal.Quiet quiet -> true;
        };
    }
}
