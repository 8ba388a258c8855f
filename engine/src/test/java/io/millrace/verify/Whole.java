package io.millrace.verify;

import io.millrace.net.Bag;
import io.millrace.net.Bag.Token;
import io.millrace.net.OrJoin;
import io.millrace.net.Paper;
import io.millrace.net.Paper.Binding;
import io.millrace.net.Paper.TaskOf;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** All states of a specification with its sub-nets by the transcribed definitions, and what Definition 18 says of them. */
final class Whole {
    private static final List<Integer> ID = List.of(1);

    private final Paper paper;
    private final Bag end;
    private final Map<Bag, Integer> numbers = new HashMap<>();
    private final List<Bag> states = new ArrayList<>();
    private final List<Set<Integer>> next = new ArrayList<>();
    private final Set<TaskOf> entered = new HashSet<>();
    private boolean proper = true;

    /** Explores until there are more states than this. Throws {@link Paper.TooLarge} if an OR-join cannot be decided. */
    Whole(Specification specification, int limit) {
        paper = new Paper(specification, specification.orJoin() == OrJoin.PAPER ? Paper.Reading.REPAIRED : Paper.Reading.OPTIMISTIC, limit);
        String output = Paper.output(Objects.requireNonNull(specification.net(specification.root())));
        end = Bag.EMPTY.plus(new Token(output, ID));
        number(paper.initial(ID));
        for (int state = 0; state < states.size() && states.size() <= limit; state++) {
            next.add(successors(states.get(state)));
        }
    }

    private Set<Integer> successors(Bag state) {
        Set<Integer> successors = new HashSet<>();
        for (TaskOf task : paper.tasks()) {
            for (Binding binding : paper.enabled(task, state)) {
                entered.add(task);
                successors.add(number(binding.applied(state)));
            }
            paper.others(task, state).forEach(binding -> successors.add(number(binding.applied(state))));
        }
        return successors;
    }

    private int number(Bag state) {
        Integer number = numbers.putIfAbsent(state, states.size());
        if (number != null) {
            return number;
        }
        states.add(state);
        proper &= state.equals(end) || end.tokens().stream().noneMatch(state::has);
        return states.size() - 1;
    }

    boolean isComplete() {
        return next.size() == states.size();
    }

    boolean properCompletion() {
        return proper;
    }

    boolean canBeStuck() {
        for (int state = 0; state < next.size(); state++) {
            if (next.get(state).isEmpty() && !states.get(state).equals(end)) {
                return true;
            }
        }
        return false;
    }

    boolean optionToComplete() {
        BitSet ending = new BitSet();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = states.size() - 1; state >= 0; state--) {
                if (!ending.get(state) && (states.get(state).equals(end) || next.get(state).stream().anyMatch(ending::get))) {
                    ending.set(state);
                    changed = true;
                }
            }
        }
        return ending.cardinality() == states.size();
    }

    /** The tasks that were never entered, each as its net and its name. */
    Set<String> deadTasks() {
        Set<String> dead = new TreeSet<>();
        paper.tasks().stream().filter(task -> !entered.contains(task)).forEach(task -> dead.add(task.toString()));
        return dead;
    }
}
