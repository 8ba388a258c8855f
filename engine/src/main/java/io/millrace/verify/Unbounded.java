package io.millrace.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a model with infinitely many states. Whether the output can be marked beside something else, and whether a
 * task can be carried out, are questions of coverability and are decided, unless OR-joins are among the moves. Whether
 * every case can end is not decidable once there is cancellation; what is tried is a proof: from every state, seen
 * without the places that grow, the output can be got whatever these hold.
 */
final class Unbounded {
    /** So many comparisons may a question of coverability cost. */
    private static final long BUDGET = 3_000_000;

    private static final int MOST_ABSTRACT_STATES = 100_000;

    private final Reduction reduction;
    private final Model model;
    private final Exploration exploration;
    private final Exploration shown;
    private final List<Symptom> symptoms;
    private final List<String> reasons = new ArrayList<>();
    private final boolean exact;
    /** What can be covered, where there is no cancellation; otherwise null. */
    private final @Nullable List<int[]> spread;

    private Unbounded(Reduction reduction, Exploration exploration, Exploration shown, List<Symptom> symptoms) {
        this.reduction = reduction;
        this.model = reduction.smaller();
        this.exploration = exploration;
        this.shown = shown;
        this.symptoms = new ArrayList<>(symptoms);
        this.exact = !model.hasOrJoins();
        this.spread = isPlain() ? KarpMiller.spread(model) : null;
    }

    /**
     * Finds out what can be found out.
     *
     * @param exploration of the smaller model, until it was seen to be unbounded
     * @param shown the same of the model as it is, if it showed as much
     * @param symptoms what was found wrong in the latter
     */
    static Solution solve(Reduction reduction, Exploration exploration, Exploration shown, List<Symptom> symptoms) {
        return new Unbounded(reduction, exploration, shown, symptoms).solve();
    }

    private Solution solve() {
        Properties seen = shown.properties();
        Answer proper = seen.properCompletion() == Answer.NO ? Answer.NO : proper();
        BitSet dead = new BitSet();
        Answer tasks = tasks(dead);
        Answer option = seen.optionToComplete() == Answer.NO ? Answer.NO : option(proper);
        boolean explained = symptoms.stream().anyMatch(symptom -> symptom.kind() == Trouble.Kind.IMPROPER_COMPLETION);
        if (option != Answer.NO && (explained || proper != Answer.NO)) {
            // Growing without end is a fault only where it keeps cases from ending, or is all there is to show how they end.
            symptoms.removeIf(symptom -> symptom.kind() == Trouble.Kind.UNBOUNDED);
        }
        if (option == Answer.UNKNOWN) {
            reasons.add("there are infinitely many states, and no proof was found that every case can end");
        }
        return new Solution(new Properties(option, tasks, proper), dead, shown.marked(), symptoms, reasons, exploration.states());
    }

    private boolean isPlain() {
        return !model.hasResets() && model.isMonotone();
    }

    private Answer proper() {
        if (!(model.goal() instanceof Model.Goal.Output output)) {
            return Answer.UNKNOWN;
        }
        boolean surely = spread != null && spread.stream().anyMatch(tokens -> isImproper(tokens, output.place()));
        if (spread != null && !surely) {
            return Answer.YES;
        }
        Cover cover = new Cover(model, BUDGET);
        List<int[]> bad = IntStream.range(0, model.places()).mapToObj(place -> Cover.oneIn(model.places(), output.place(), place)).toList();
        Cover.Demand found = cover.fromStart(bad);
        if (found != null && exact) {
            symptoms.addAll(reduction.inFull(List.of(symptom(found))));
            return Answer.NO;
        }
        if (surely) {
            return Answer.NO;
        }
        if (found != null || cover.gaveUp()) {
            reasons.add("there are infinitely many states, and it was not decided whether the output can be marked beside something else");
            return Answer.UNKNOWN;
        }
        return Answer.YES;
    }

    private static boolean isImproper(int[] tokens, int output) {
        long others = IntStream.range(0, tokens.length).filter(place -> place != output && tokens[place] > 0).count();
        return tokens[output] > 1 || tokens[output] == 1 && others > 0;
    }

    private Symptom symptom(Cover.Demand demand) {
        int[] tokens = model.initial();
        for (Move move : demand.moves()) {
            int[] after = StateSpace.after(tokens, move);
            tokens = after == null ? tokens : after;
        }
        return new Symptom(Trouble.Kind.IMPROPER_COMPLETION, demand.moves(), tokens, new BitSet(), -1);
    }

    private Answer tasks(BitSet dead) {
        Answer answer = Answer.YES;
        BitSet open = exploration.dead();
        for (int task = open.nextSetBit(0); task >= 0; task = open.nextSetBit(task + 1)) {
            Boolean alive = isAlive(task);
            if (alive == null) {
                reasons.add("it was not decided whether task '" + model.tasks().get(task).task() + "' can be carried out");
                answer = answer == Answer.NO ? Answer.NO : Answer.UNKNOWN;
            } else if (!alive) {
                dead.set(task);
                answer = Answer.NO;
            }
        }
        return answer;
    }

    private @Nullable Boolean isAlive(int task) {
        Boolean alive = false;
        for (Move move : model.moves()) {
            if (Arrays.stream(move.tasks()).noneMatch(each -> each == task)) {
                continue;
            }
            List<int[]> needs = new ArrayList<>();
            if (move.guard() == null) {
                int[] least = new int[model.places()];
                for (int i = 0; i < move.takes().length; i += 2) {
                    least[move.takes()[i]] = move.takes()[i + 1];
                }
                needs.add(least);
            } else {
                Arrays.stream(move.guard().inputs()).forEach(input -> needs.add(Cover.oneIn(model.places(), input)));
            }
            if (spread != null) {
                if (spread.stream().anyMatch(tokens -> StateSpace.after(tokens, move) != null)) {
                    return true;
                }
                continue;
            }
            Cover cover = new Cover(model, BUDGET / 10);
            Cover.Demand found = cover.fromStart(needs);
            // A task that has what it needs but is busy has been carried out already.
            if (found != null && exact) {
                return true;
            }
            if (found != null || cover.gaveUp()) {
                alive = null;
            }
        }
        return alive;
    }

    private Answer option(Answer proper) {
        if (!exact || !(model.goal() instanceof Model.Goal.Output output)) {
            return Answer.UNKNOWN;
        }
        if (isPlain() && (proper == Answer.YES || model.moves().stream().allMatch(move -> move.gives().length > 0))) {
            // What leads from the smaller state of a pump to the end leads from the larger one to the end with something left; and what is
            // left beside a marked output can change, but never vanish.
            return Answer.NO;
        }
        return proper == Answer.YES && alwaysGets(output.place()) ? Answer.YES : Answer.UNKNOWN;
    }

    /** Whether from every reachable state a token can be got into a place, which is tried to be proved. */
    private boolean alwaysGets(int goal) {
        Cover cover = new Cover(model, BUDGET);
        BitSet growing = new BitSet();
        List<Cover.Demand> enough = cover.from(Cover.oneIn(model.places(), goal));
        StateSpace space = new StateSpace(model, MOST_ABSTRACT_STATES);
        StateSpace.End end = StateSpace.End.UNBOUNDED;
        while (end == StateSpace.End.UNBOUNDED) {
            space = new StateSpace(without(growing), MOST_ABSTRACT_STATES);
            end = space.explore(state -> false);
            StateSpace.Pump pump = space.pump();
            if (pump != null) {
                growing.set(pump.grows());
            }
        }
        if (end != StateSpace.End.COMPLETE) {
            return false;
        }
        List<Cover.Demand> whatever = enough.stream()
                .filter(demand -> growing.stream().allMatch(place -> demand.least()[place] == 0 && !demand.empty().get(place)))
                .toList();
        for (int state = 0; state < space.size(); state++) {
            int[] tokens = space.tokens(state);
            if (whatever.stream().noneMatch(demand -> demand.isMetBy(tokens))) {
                return false;
            }
        }
        return true;
    }

    /** The model as if some places always held what is needed of them. */
    private Model without(BitSet places) {
        int[] initial = model.initial().clone();
        places.stream().forEach(place -> initial[place] = 0);
        List<Move> moves = model.moves().stream().map(move -> move.moving(without(move.takes(), places), without(move.gives(), places))).toList();
        return new Model(model.spots(), initial, moves, model.tasks(), model.goal());
    }

    private static int[] without(int[] pairs, BitSet places) {
        int[] left = new int[pairs.length];
        int length = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            if (!places.get(pairs[i])) {
                left[length++] = pairs[i];
                left[length++] = pairs[i + 1];
            }
        }
        return Arrays.copyOf(left, length);
    }
}
