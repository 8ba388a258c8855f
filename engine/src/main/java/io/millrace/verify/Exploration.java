package io.millrace.verify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The exact answer by looking at every state of a model. */
final class Exploration implements StateSpace.Watcher {
    /** So many symptoms of a kind are shown, each at other places than the ones before. */
    private static final int ENOUGH = 3;

    /** Where not all can be decided about infinitely many states, so many of them may still show something. */
    private static final int BEYOND = 5_000;

    /** So many states are looked at once something is known to be wrong, for what else is. */
    private static final int AFTER_TROUBLE = 20_000;

    private final Model model;
    private final StateSpace space;
    private final BitSet quiet = new BitSet();
    private final List<Integer> improper = new ArrayList<>();
    private int crowded = -1;
    private boolean troubled;
    private StateSpace.End end = StateSpace.End.LIMIT;
    private BitSet completing = new BitSet();

    Exploration(Model model, int limit) {
        this.model = model;
        this.space = new StateSpace(model, limit);
    }

    static Exploration of(Model model, int limit) {
        Exploration exploration = new Exploration(model, limit);
        exploration.run();
        return exploration;
    }

    private void run() {
        end = space.explore(this);
        if (end == StateSpace.End.COMPLETE) {
            completing = space.reaching(goals());
        }
    }

    /** Whether the end can be reached from the start, as far as states were looked at; true if not all were. */
    boolean canEnd() {
        return end != StateSpace.End.COMPLETE || completing.get(0);
    }

    StateSpace.End end() {
        return end;
    }

    /** Whether no place ever held two tokens, as far as states were looked at. */
    boolean isSafe() {
        return crowded < 0;
    }

    int states() {
        return space.size();
    }

    /** What it cost. */
    Search cost() {
        return new Search(space.size(), space.bytes());
    }

    @Override
    public boolean found(int state) {
        if (model.goal() instanceof Model.Goal.Output output && space.tokens(state, output.place()) > 0 && !isGoal(state)) {
            improper.add(state);
            trouble();
        }
        return state == 0 && model.goal() instanceof Model.Goal.Sinks && isCrowdedAtTheStart();
    }

    /** Whether a place begins with two tokens, so that it need not get them. */
    private boolean isCrowdedAtTheStart() {
        for (int place = 0; place < model.places(); place++) {
            if (model.initial()[place] > 1) {
                crowded = place;
                return true;
            }
        }
        return false;
    }

    @Override
    public void quiet(int state) {
        quiet.set(state);
        if (!troubled && !isGoal(state)) {
            trouble();
        }
    }

    /** The verdict is known; what else is wrong shows soon or not at all. */
    private void trouble() {
        if (!troubled) {
            troubled = true;
            space.atMost(AFTER_TROUBLE);
        }
    }

    /** Whether something wrong was found, so that the search went on for a while only. */
    boolean isTroubled() {
        return troubled;
    }

    @Override
    public boolean crowded(int place) {
        crowded = place;
        return model.goal() instanceof Model.Goal.Sinks;
    }

    @Override
    public int beyond() {
        boolean decidable = model.isMonotone() && !model.hasResets();
        return decidable ? BEYOND / 10 : BEYOND;
    }

    private BitSet goals() {
        if (model.goal() instanceof Model.Goal.Quiet) {
            return quiet;
        }
        BitSet goals = new BitSet();
        for (int state = 0; state < space.size(); state++) {
            if (isGoal(state)) {
                goals.set(state);
            }
        }
        return goals;
    }

    private boolean isGoal(int state) {
        return switch (model.goal()) {
            case Model.Goal.Output output -> {
                int sum = 0;
                for (int tokens : space.tokens(state)) {
                    sum += tokens;
                }
                yield sum == 1 && space.tokens(state, output.place()) == 1;
            }
            case Model.Goal.Sinks sinks -> {
                int[] tokens = space.tokens(state);
                boolean only = true;
                for (int place = 0; place < tokens.length; place++) {
                    only &= tokens[place] == 0 || sinks.places().get(place);
                }
                yield only;
            }
            case Model.Goal.Quiet any -> quiet.get(state);
        };
    }

    /** Whether a state was seen in which nothing can happen although the case is not over. */
    boolean getsStuck() {
        return quiet.stream().anyMatch(state -> !isGoal(state));
    }

    /** What is known of the three properties. */
    Properties properties() {
        boolean complete = end == StateSpace.End.COMPLETE;
        Answer option = complete ? Answer.of(completing.cardinality() == space.size()) : getsStuck() ? Answer.NO : Answer.UNKNOWN;
        Answer tasks = dead().isEmpty() ? Answer.YES : complete ? Answer.NO : Answer.UNKNOWN;
        boolean unsafe = end == StateSpace.End.STOPPED;
        Answer proper = !improper.isEmpty() || unsafe ? Answer.NO : complete ? Answer.YES : Answer.UNKNOWN;
        return new Properties(option, tasks, proper);
    }

    /** The places that were marked in some state. */
    BitSet marked() {
        BitSet marked = new BitSet();
        for (int state = 0; state < space.size(); state++) {
            int[] tokens = space.tokens(state);
            for (int place = 0; place < tokens.length; place++) {
                if (tokens[place] > 0) {
                    marked.set(place);
                }
            }
        }
        return marked;
    }

    /** The tasks that were not carried out. */
    BitSet dead() {
        BitSet dead = new BitSet();
        dead.set(0, model.tasks().size());
        space.fired().stream().forEach(move -> {
            for (int task : model.moves().get(move).tasks()) {
                dead.clear(task);
            }
        });
        return dead;
    }

    /** What was found wrong, but for dead tasks. */
    List<Symptom> symptoms() {
        List<Symptom> symptoms = new ArrayList<>();
        improper(symptoms);
        BitSet stuck = (BitSet) quiet.clone();
        quiet.stream().filter(this::isGoal).forEach(stuck::clear);
        improper.forEach(stuck::clear);
        deadlocks(stuck, symptoms);
        if (end == StateSpace.End.COMPLETE) {
            livelock(symptoms);
        }
        StateSpace.Pump pump = space.pump();
        if (pump != null) {
            List<Integer> path = new ArrayList<>(space.path(pump.from()));
            path.addAll(pump.moves());
            symptoms.add(symptom(Trouble.Kind.UNBOUNDED, path, end(pump), tasks(pump.moves()), pump.grows()));
        } else if (end == StateSpace.End.STOPPED) {
            unsafe(symptoms);
        }
        return symptoms;
    }

    private Symptom symptom(Trouble.Kind kind, List<Integer> path, int[] tokens, BitSet loop, int place) {
        return new Symptom(kind, path.stream().map(model.moves()::get).toList(), tokens, loop, place);
    }

    private int[] end(StateSpace.Pump pump) {
        int[] tokens = space.tokens(pump.from());
        for (int move : pump.moves()) {
            int[] after = StateSpace.after(tokens, model.moves().get(move));
            tokens = after == null ? tokens : after;
        }
        return tokens;
    }

    private BitSet tasks(Iterable<Integer> moves) {
        BitSet tasks = new BitSet();
        for (int move : moves) {
            for (int task : model.moves().get(move).tasks()) {
                tasks.set(task);
            }
        }
        return tasks;
    }

    /** Where the output gets its token; what happens afterwards to what was left is the same trouble. */
    private void improper(List<Symptom> symptoms) {
        BitSet shown = new BitSet();
        BitSet all = new BitSet();
        improper.forEach(all::set);
        int count = 0;
        for (int state : improper) {
            BitSet left = left(state);
            boolean later = state > 0 && all.get(space.parent(state));
            if (count < ENOUGH && !later && !left.intersects(shown)) {
                shown.or(left);
                count++;
                symptoms.add(symptom(Trouble.Kind.IMPROPER_COMPLETION, space.path(state), space.tokens(state), new BitSet(), -1));
            }
        }
    }

    /** The places that are marked when they should not be. */
    private BitSet left(int state) {
        int[] tokens = space.tokens(state);
        if (model.goal() instanceof Model.Goal.Output output) {
            tokens[output.place()]--;
        }
        BitSet left = new BitSet();
        for (int place = 0; place < tokens.length; place++) {
            left.set(place, tokens[place] > 0);
        }
        return left;
    }

    private void deadlocks(BitSet stuck, List<Symptom> symptoms) {
        BitSet shown = new BitSet();
        int count = 0;
        for (int state = stuck.nextSetBit(0); state >= 0 && count < ENOUGH; state = stuck.nextSetBit(state + 1)) {
            BitSet marked = new BitSet();
            int[] tokens = space.tokens(state);
            for (int place = 0; place < tokens.length; place++) {
                marked.set(place, tokens[place] > 0);
            }
            if (marked.isEmpty() || !marked.intersects(shown)) {
                shown.or(marked);
                count++;
                symptoms.add(symptom(Trouble.Kind.DEADLOCK, space.path(state), tokens, new BitSet(), -1));
            }
        }
    }

    /** The first state from which neither the end nor a standstill can be reached. */
    private void livelock(List<Symptom> symptoms) {
        BitSet out = space.reaching(quiet);
        out.or(completing);
        improper.forEach(out::set);
        int state = out.nextClearBit(0);
        if (state < space.size()) {
            BitSet loop = new BitSet();
            recurring(state).stream().forEach(each -> loop.or(tasks(space.enabled(each).stream().boxed().toList())));
            symptoms.add(symptom(Trouble.Kind.LIVELOCK, space.path(state), space.tokens(state), loop, -1));
        }
    }

    /** States that a case can come to from this one, each of which leads to all the others for ever. */
    private BitSet recurring(int from) {
        BitSet states = space.reachable(from);
        int state = from;
        while (true) {
            BitSet goal = new BitSet();
            goal.set(state);
            BitSet away = (BitSet) states.clone();
            away.andNot(space.reaching(goal));
            if (away.isEmpty()) {
                return states;
            }
            state = away.nextSetBit(0);
            states = space.reachable(state);
        }
    }

    /** The move that puts a second token into a place. */
    private void unsafe(List<Symptom> symptoms) {
        if (model.initial()[crowded] > 1) {
            symptoms.add(new Symptom(Trouble.Kind.UNBOUNDED, List.of(), model.initial(), new BitSet(), crowded));
            return;
        }
        int state = space.expanding();
        for (Move move : model.moves()) {
            int[] after = StateSpace.after(space.tokens(state), move);
            if (after != null && after[crowded] > 1) {
                List<Move> path = new ArrayList<>(space.path(state).stream().map(model.moves()::get).toList());
                path.add(move);
                symptoms.add(new Symptom(Trouble.Kind.UNBOUNDED, path, after, new BitSet(), crowded));
                return;
            }
        }
    }
}
