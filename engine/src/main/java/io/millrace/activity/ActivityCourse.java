package io.millrace.activity;

import io.millrace.language.Course;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of a process of activities without its data: conditions and the number of repetitions are free. Only processes that
 * consist of work, waits, assignments, sequences, conditionals, repetitions, parallel branches and choices have one. What scopes,
 * messages and branches for each item of a list do depends on data, or on what a user has added.
 */
final class ActivityCourse implements Course {
    private final Definition definition;

    private ActivityCourse(Definition definition) {
        this.definition = definition;
    }

    /** The course of a process, or null if not all of it can be seen. */
    static @Nullable ActivityCourse of(Definition definition) {
        for (int i = 0; i < definition.size(); i++) {
            Activity activity = definition.node(i).activity();
            boolean visible = activity instanceof Whole || activity instanceof Null || activity instanceof Assign
                    || activity instanceof Fail || activity instanceof WorkActivity || activity instanceof Wait || activity instanceof Sequence
                    || activity instanceof Conditional || activity instanceof Repetition || activity instanceof Parallel
                    || activity instanceof Choice;
            if (!visible) {
                return null;
            }
        }
        return new ActivityCourse(definition);
    }

    /** What is left to do of a part of the process. */
    private sealed interface Rest {}

    private record Done() implements Rest {}

    /** A work item or a wait. */
    private record Open(int node, boolean started) implements Rest {}

    /** Inside a child of an activity that has one child under way at a time. */
    private record Inside(int node, int child, Rest inner) implements Rest {}

    /** Branches side by side. */
    private record Forked(int node, List<Rest> branches, boolean decided) implements Rest {
        Forked {
            branches = List.copyOf(branches);
        }
    }

    private static final Rest DONE = new Done();

    /** One of the things that a step can come to. */
    private record Result(Rest rest, List<Change> changes, boolean failed) {
        Result {
            changes = List.copyOf(changes);
        }

        Result with(Rest other, List<Change> more) {
            List<Change> all = new ArrayList<>(changes);
            all.addAll(more);
            return new Result(other, all, failed);
        }
    }

    private static final List<Result> OVER = List.of(new Result(DONE, List.of(), false));

    @Override
    public List<String> tasks() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < definition.size(); i++) {
            definition.node(i).activity().tasks().stream().map(Task::name).filter(name -> !names.contains(name)).forEach(names::add);
        }
        return names;
    }

    @Override
    public List<Outcome> begin() {
        return enter(definition.root()).stream().map(result -> outcome(result, DONE)).toList();
    }

    /** @param others what else is under way; it is taken back when the case fails */
    private Outcome outcome(Result result, Rest others) {
        return result.failed
                ? new Outcome(withdrawn(others), DONE, Standing.FAILED)
                : new Outcome(result.changes, result.rest, result.rest.equals(DONE) ? Standing.COMPLETED : Standing.RUNNING);
    }

    @Override
    public List<Move> moves(Object place) {
        List<Move> moves = new ArrayList<>();
        collect((Rest) place, moves);
        return moves;
    }

    private void collect(Rest rest, List<Move> moves) {
        switch (rest) {
            case Done done -> {}
            case Open open -> {
                Node node = definition.node(open.node);
                if (node.activity() instanceof Wait wait) {
                    String signal = wait.signalName();
                    String subject = signal == null ? node.path() : signal;
                    moves.add(new Move(signal == null ? Step.TIME : Step.SIGNAL, node.path(), subject, false));
                    return;
                }
                String task = node.activity().name();
                moves.add(new Move(open.started ? Step.COMPLETE : Step.START, node.path(), task, !open.started && isAutomatic(node)));
                moves.add(new Move(Step.FAIL, node.path(), task, false));
            }
            case Inside inside -> collect(inside.inner, moves);
            case Forked forked -> forked.branches.forEach(branch -> collect(branch, moves));
        }
    }

    private static boolean isAutomatic(Node node) {
        return node.activity().tasks().stream().allMatch(task -> !(task.doer() instanceof Doer.People) && task.performers().pool() == null);
    }

    @Override
    public List<Outcome> after(Object place, Move move) {
        Rest rest = (Rest) place;
        Node node = definition.find(move.work());
        if (node == null) {
            throw new IllegalArgumentException("No activity at " + move.work());
        }
        if (move.step() == Step.FAIL) {
            return List.of(new Outcome(withdrawn(without(rest, node.index())), DONE, Standing.FAILED));
        }
        return advance(rest, node.index(), move).stream().map(result -> outcome(result, without(rest, node.index()))).toList();
    }

    /** The same without a work item, where nothing follows from that any more. */
    private static Rest without(Rest rest, int node) {
        return switch (rest) {
            case Done done -> done;
            case Open open -> open.node == node ? DONE : open;
            case Inside inside -> new Inside(inside.node, inside.child, without(inside.inner, node));
            case Forked forked ->
                new Forked(forked.node, forked.branches.stream().map(each -> without(each, node)).toList(), forked.decided);
        };
    }

    // Beginning and going on.

    private List<Result> enter(Node node) {
        return switch (node.activity()) {
            case WorkActivity work -> List.of(new Result(new Open(node.index(), false), List.of(change(true, node)), false));
            case Wait wait -> List.of(new Result(new Open(node.index(), false), List.of(), false));
            case Fail fail -> List.of(new Result(DONE, List.of(), true));
            case Whole whole -> child(node, 0);
            case Sequence sequence -> node.count() == 0 ? OVER : child(node, 0);
            case Conditional conditional -> both(child(node, 0), child(node, 1));
            case Repetition repetition -> repetition.isDoneOnce() ? child(node, 0) : both(OVER, child(node, 0));
            case Parallel parallel -> fork(node);
            case Choice choice -> fork(node);
            default -> OVER;
        };
    }

    private static List<Result> both(List<Result> some, List<Result> others) {
        List<Result> all = new ArrayList<>(some);
        others.stream().filter(each -> !all.contains(each)).forEach(all::add);
        return all;
    }

    private static Change change(boolean offered, Node node) {
        return new Change(offered, node.path(), node.activity().name());
    }

    private List<Result> child(Node node, int child) {
        return inside(node, child, enter(node.child(child)));
    }

    /** What a child comes to, and if it has ended what follows. */
    private List<Result> inside(Node node, int child, List<Result> results) {
        List<Result> all = new ArrayList<>();
        for (Result result : results) {
            if (result.failed || !result.rest.equals(DONE)) {
                all.add(result.failed ? result : result.with(new Inside(node.index(), child, result.rest), List.of()));
            } else {
                next(node, child).forEach(next -> all.add(new Result(next.rest, result.with(DONE, next.changes).changes, next.failed)));
            }
        }
        return all;
    }

    private List<Result> next(Node node, int child) {
        if (node.activity() instanceof Sequence && child + 1 < node.count()) {
            return child(node, child + 1);
        }
        return node.activity() instanceof Repetition ? both(OVER, round(node)) : OVER;
    }

    /** Another round of a repetition that comes to something; one that ends at once changes nothing. */
    private List<Result> round(Node node) {
        return enter(node.child(0)).stream()
                .filter(result -> result.failed || !result.rest.equals(DONE))
                .map(result -> result.failed ? result : result.with(new Inside(node.index(), 0, result.rest), List.of()))
                .toList();
    }

    private List<Result> fork(Node node) {
        List<Result> all = List.of(new Result(new Forked(node.index(), List.of(), false), List.of(), false));
        for (int i = 0; i < node.count(); i++) {
            List<Result> more = new ArrayList<>();
            for (Result so : all) {
                for (Result branch : enter(node.child(i))) {
                    List<Rest> branches = new ArrayList<>(((Forked) so.rest).branches);
                    branches.add(branch.rest);
                    Result both = so.with(new Forked(node.index(), branches, false), branch.changes);
                    more.add(new Result(both.rest, both.changes, so.failed || branch.failed));
                }
            }
            all = more;
        }
        return all.stream().map(result -> result.failed ? result : joined(result)).toList();
    }

    /** Ends branches side by side when enough of them have ended. */
    private Result joined(Result result) {
        Forked forked = (Forked) result.rest;
        Activity activity = definition.node(forked.node).activity();
        long ended = forked.branches.stream().filter(DONE::equals).count();
        boolean over = activity instanceof Parallel parallel ? ended >= parallel.needed() : ended > 0;
        return over ? result.with(DONE, withdrawn(forked)) : result;
    }

    private List<Change> withdrawn(Rest rest) {
        List<Move> moves = new ArrayList<>();
        collect(rest, moves);
        return moves.stream().filter(move -> move.step() == Step.FAIL).map(move -> new Change(false, move.work(), move.subject())).toList();
    }

    private List<Result> advance(Rest rest, int leaf, Move move) {
        return switch (rest) {
            case Done done -> List.of();
            case Open open -> open.node != leaf
                    ? List.of()
                    : move.step() == Step.START ? List.of(new Result(new Open(leaf, true), List.of(), false)) : OVER;
            case Inside inside -> inside(definition.node(inside.node), inside.child, advance(inside.inner, leaf, move));
            case Forked forked -> branch(forked, leaf, move);
        };
    }

    private List<Result> branch(Forked forked, int leaf, Move move) {
        List<Result> all = new ArrayList<>();
        boolean race = definition.node(forked.node).activity() instanceof Choice && !forked.decided && !move.automatic();
        for (int i = 0; i < forked.branches.size(); i++) {
            for (Result result : advance(forked.branches.get(i), leaf, move)) {
                if (result.failed) {
                    all.add(result);
                    continue;
                }
                List<Rest> branches = new ArrayList<>(race ? List.of() : forked.branches);
                List<Change> withdrawn = new ArrayList<>();
                if (race) {
                    for (int other = 0; other < forked.branches.size(); other++) {
                        withdrawn.addAll(other == i ? List.of() : withdrawn(forked.branches.get(other)));
                    }
                    branches.add(result.rest);
                } else {
                    branches.set(i, result.rest);
                }
                withdrawn.addAll(result.changes);
                Forked after = new Forked(forked.node, branches, forked.decided || race);
                all.add(joined(new Result(after, withdrawn, false)));
            }
        }
        return all;
    }
}
