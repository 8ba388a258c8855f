package io.millrace.net.run;

import io.millrace.language.Course;
import io.millrace.net.End;
import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.NetGraph;
import io.millrace.net.choice.Branches;
import io.millrace.net.NetTask;
import io.millrace.net.Semantics;
import io.millrace.net.Steps;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The course of a net without its data: the same turns as {@link NetTurn} takes, by the same steps of the definitions, with every
 * branch that a split allows.
 *
 * <p>An instance that waits to be started is entered in the marking, one that runs is executing; a single task for people is entered
 * when it is started.
 */
final class NetCourse implements Course {
    private static final int WIDEST_OR_SPLIT = 8;
    /** Rules see the first instance only, and the last one that is left: more than two differ in nothing. */
    private static final int MORE_INSTANCES = 2;

    private final NetProcess process;
    private final NetGraph graph;
    private final Semantics semantics;

    private NetCourse(NetProcess process) {
        this.process = process;
        this.graph = process.graph();
        this.semantics = process.semantics();
    }

    /** The course of a net, or null if one of its splits has too many branches to try. */
    static @Nullable NetCourse of(NetProcess process) {
        NetGraph graph = process.graph();
        for (int task = 0; task < graph.tasks(); task++) {
            if (graph.split(task) == Junction.OR && Branches.of(graph, task).count().bitLength() > WIDEST_OR_SPLIT + 1) {
                return null;
            }
        }
        return new NetCourse(process);
    }

    /** @param readied tasks that are enabled, and wait for somebody or for something */
    private record Place(Marking marking, BitSet readied) {
        Place copy() {
            return new Place(marking.copy(), (BitSet) readied.clone());
        }
    }

    @Override
    public List<String> tasks() {
        return IntStream.range(0, graph.tasks()).filter(task -> !process.routes(task)).mapToObj(task -> graph.task(task).name()).toList();
    }

    @Override
    public List<Outcome> begin() {
        return new Reaction().from(new Place(Marking.initial(graph), new BitSet()), List.of());
    }

    @Override
    public List<Move> moves(Object place) {
        Place at = (Place) place;
        List<Move> moves = new ArrayList<>();
        for (int task = 0; task < graph.tasks(); task++) {
            boolean readied = at.readied.get(task);
            boolean busy = at.marking.isBusy(task);
            if (!readied && !busy) {
                continue;
            }
            NetTask definition = graph.task(task);
            String name = definition.name();
            if (!process.routes(task)) {
                if (readied || at.marking.entered(task) > 0) {
                    moves.add(new Move(Step.START, name, name, isAutomatic(task)));
                }
                if (at.marking.executing(task) > 0) {
                    moves.add(new Move(Step.COMPLETE, name, name, false));
                }
                moves.add(new Move(Step.FAIL, name, name, false));
            }
            if (definition.timer() != null) {
                moves.add(new Move(Step.TIME, name, name, false));
            }
            if (definition.event() != null) {
                moves.add(new Move(Step.SIGNAL, name, definition.event().signal(), false));
            }
        }
        return moves;
    }

    private boolean isAutomatic(int task) {
        return !process.isForPeople(task) && process.task(graph.task(task).name()).performers().pool() == null;
    }

    @Override
    public List<Outcome> after(Object place, Move move) {
        Place at = ((Place) place).copy();
        int task = graph.taskNamed(move.work());
        return switch (move.step()) {
            case START -> start(at, task);
            case COMPLETE -> {
                Steps.complete(at.marking, task);
                yield Steps.mayExit(at.marking, task) ? exit(at, task) : new Reaction().from(at, List.of());
            }
            case FAIL -> fail(at, task);
            case SIGNAL, TIME -> over(at, task);
        };
    }

    private List<Outcome> start(Place at, int task) {
        if (!at.readied.get(task)) {
            Steps.start(at.marking, task);
            return new Reaction().from(at, List.of());
        }
        List<Outcome> all = new ArrayList<>();
        for (int instances : instances(task)) {
            Place entered = at.copy();
            entered.readied.clear(task);
            Steps.enter(entered.marking, task, instances);
            Steps.start(entered.marking, task);
            List<Change> changes = instances > 1 ? List.of(offered(task)) : List.of();
            all.addAll(new Reaction().from(entered, changes));
        }
        return all;
    }

    /** Without a way for work that fails, the case fails with it. */
    private List<Outcome> fail(Place at, int task) {
        if (!process.hasWayForFailure(task)) {
            return List.of(new Outcome(List.of(), gone(at, task), Standing.FAILED));
        }
        if (at.readied.get(task)) {
            at.readied.clear(task);
            Steps.enter(at.marking, task, 1);
        }
        if (at.marking.executing(task) == 0) {
            Steps.start(at.marking, task);
        }
        Steps.complete(at.marking, task);
        return exit(at, task);
    }

    /** The work item of the task is not open any more. */
    private static Place gone(Place at, int task) {
        at.readied.clear(task);
        at.marking.abort(task);
        return at;
    }

    /** What a task waited for has come, or its time is over. */
    private List<Outcome> over(Place at, int task) {
        List<Change> changes = new ArrayList<>();
        if (at.readied.get(task)) {
            at.readied.clear(task);
            if (!process.routes(task)) {
                changes.add(withdrawn(task));
            }
            Steps.enter(at.marking, task, 1);
        } else {
            recall(at, task, changes);
        }
        at.marking.abort(task);
        return exits(at, task, changes);
    }

    private List<Outcome> exit(Place at, int task) {
        return exits(at, task, new ArrayList<>());
    }

    /** Takes back the work of all that is cancelled, then goes on by each way that the split allows. */
    private List<Outcome> exits(Place at, int task, List<Change> changes) {
        List<Outcome> all = new ArrayList<>();
        Reaction reaction = new Reaction();
        for (Exit each : exitsOf(at, task, changes)) {
            all.addAll(reaction.from(each.place, each.changes));
        }
        return all;
    }

    private record Exit(Place place, List<Change> changes) {}

    private List<Exit> exitsOf(Place at, int task, List<Change> before) {
        List<Change> changes = new ArrayList<>(before);
        for (int other : graph.cancelledTasks(task)) {
            if (other != task) {
                recall(at, other, changes);
            }
        }
        recall(at, task, changes);
        List<Exit> all = new ArrayList<>();
        for (int[] outputs : splits(task)) {
            Place exited = at.copy();
            Steps.exit(exited.marking, task, outputs);
            all.add(new Exit(exited, changes));
        }
        return all;
    }

    private void recall(Place at, int task, List<Change> changes) {
        if (!process.routes(task) && at.marking.entered(task) + at.marking.executing(task) > 0) {
            changes.add(withdrawn(task));
        }
    }

    private Change offered(int task) {
        return new Change(true, graph.task(task).name(), graph.task(task).name());
    }

    private Change withdrawn(int task) {
        return new Change(false, graph.task(task).name(), graph.task(task).name());
    }

    private List<int[]> splits(int task) {
        int ways = graph.post(task).length;
        List<int[]> all = new ArrayList<>();
        switch (graph.split(task)) {
            case AND -> all.add(graph.everyOutput(task));
            case XOR -> {
                for (int way = 0; way < ways; way++) {
                    all.add(new int[] {way});
                }
            }
            case OR -> {
                for (BitSet set : Branches.of(graph, task).sets()) {
                    all.add(set.stream().toArray());
                }
            }
        }
        return all;
    }

    private List<Integer> instances(int task) {
        if (!graph.isMultiple(task)) {
            return List.of(1);
        }
        List<Integer> all = new ArrayList<>();
        int least = Math.max(1, graph.min(task));
        for (int count = least; count <= graph.max(task) && count <= Math.max(least, MORE_INSTANCES); count++) {
            all.add(count);
        }
        return all;
    }

    /** The rest of a turn: whatever nobody has to wait for, in the order in which {@link NetTurn} does it. */
    private final class Reaction {
        private final Set<Exit> seen = new HashSet<>();
        private final Set<Outcome> outcomes = new LinkedHashSet<>();

        List<Outcome> from(Place at, List<Change> changes) {
            outcomes.clear();
            settle(at, changes);
            return List.copyOf(outcomes);
        }

        private void settle(Place at, List<Change> before) {
            List<Change> changes = new ArrayList<>(before);
            int task = isOver(at) ? -1 : unseen(at, changes);
            while (task >= 0 && !branches(task)) {
                ready(at, task, changes);
                task = unseen(at, changes);
            }
            if (!seen.add(new Exit(at, List.copyOf(changes)))) {
                // A circle of tasks that nobody does: the engine ends such a turn, and the verifier calls the net a livelock.
                return;
            }
            if (task < 0) {
                outcomes.add(new Outcome(changes, at, isFinished(at) ? Standing.COMPLETED : Standing.RUNNING));
            } else if (process.routes(task)) {
                Place entered = at.copy();
                Steps.enter(entered.marking, task, 1);
                entered.marking.abort(task);
                exitsOf(entered, task, changes).forEach(each -> settle(each.place, each.changes));
            } else {
                for (int instances : instances(task)) {
                    Place entered = at.copy();
                    Steps.enter(entered.marking, task, instances);
                    List<Change> more = new ArrayList<>(changes);
                    more.add(offered(task));
                    settle(entered, more);
                }
            }
        }

        /** Whether a turn can go on in several ways when the task is enabled, or is its last word for now. */
        private boolean branches(int task) {
            return process.routes(task) ? !process.onlyWaits(task) : !isReadied(task);
        }

        private boolean isReadied(int task) {
            return process.isForPeople(task) && (graph.task(task).multiplicity() == null || process.shares(task));
        }

        private void ready(Place at, int task, List<Change> changes) {
            if (process.onlyWaits(task) && !process.shares(task)) {
                Steps.enter(at.marking, task, 1);
                Steps.start(at.marking, task);
                return;
            }
            at.readied.set(task);
            if (!process.routes(task)) {
                changes.add(offered(task));
            }
        }

        /** The first enabled task that is not readied; offers of tasks that are not enabled any more are taken back. */
        private int unseen(Place at, List<Change> changes) {
            int first = -1;
            for (int task = 0; task < graph.tasks(); task++) {
                boolean enabled = semantics.isEnabled(at.marking, task);
                if (!enabled && at.readied.get(task)) {
                    at.readied.clear(task);
                    if (!process.routes(task)) {
                        changes.add(withdrawn(task));
                    }
                } else if (enabled && first < 0 && !at.readied.get(task)) {
                    first = task;
                }
            }
            return first;
        }

        private boolean isOver(Place at) {
            return process.end() == End.FIRST && at.marking.tokens(graph.output()) > 0;
        }

        private boolean isFinished(Place at) {
            boolean marked = at.marking.tokens(graph.output()) > 0;
            if (marked && process.end() == End.FIRST) {
                return true;
            }
            boolean quiet = at.readied.isEmpty();
            for (int task = 0; task < graph.tasks(); task++) {
                quiet &= !at.marking.isBusy(task);
            }
            return quiet && (marked || graph.net().implicitTermination());
        }
    }
}
