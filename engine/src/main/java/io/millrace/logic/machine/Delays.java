package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Delayed;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The goals that wait for variables to be bound, and those that a binding has just woken.
 *
 * <p>A binding only collects the goals; {@link Interpreter} runs them before its next step, with everything that one
 * unification has bound in place. A test that runs ahead of a choice point stops when it wakes a goal, since the goal may have
 * solutions of its own and may fail: the machine then goes the long way, where each test is a step.
 */
final class Delays {
    /** A goal at a variable: its link, and what it takes to remember it on the trail. */
    private static final int BYTES = 120;

    private final Bindings bindings;

    /** What has been woken; only valid while {@link Bindings#awake} says that there is something. */
    private final List<Delayed> woken = new ArrayList<>();

    /** Whether a goal was ever delayed. */
    private boolean used;

    /** All goals that were delayed and not undone, oldest first, where the host asks for them. */
    private @Nullable List<Delayed> all;

    Delays(Bindings bindings) {
        this.bindings = bindings;
    }

    /** A variable is being bound: what waits there is to run. */
    void wake(Watched variable) {
        for (Delayed goal : variable.delayed()) {
            next(goal);
        }
    }

    /** Makes a goal one that runs before the next step. */
    void next(Delayed goal) {
        if (!bindings.awake) {
            woken.clear();
            bindings.awake = true;
        }
        woken.add(goal);
    }

    /** How many goals have been woken. */
    int count() {
        return bindings.awake ? woken.size() : 0;
    }

    /** Forgets what was woken since there were {@code count} goals. */
    void forget(int count) {
        if (count == 0) {
            bindings.awake = false;
        } else {
            woken.subList(count, woken.size()).clear();
            bindings.awake = true;
        }
    }

    /** The goals that were woken as one conjunction; they are marked as done. */
    Term take() {
        List<Term> goals = new ArrayList<>();
        for (Delayed each : woken) {
            if (!each.done()) {
                each.done(true);
                goals.add(each.goal());
                if (each.age() < bindings.mark) {
                    bindings.push(new Again(each));
                }
            }
        }
        bindings.awake = false;
        woken.clear();
        return conjunction(goals);
    }

    static Term conjunction(List<Term> goals) {
        Term all = goals.isEmpty() ? Atom.TRUE : goals.get(goals.size() - 1);
        for (int i = goals.size() - 2; i >= 0; i--) {
            all = Struct.of(",", goals.get(i), all);
        }
        return all;
    }

    /** Delays a goal until one of some variables is bound, if only to another one. */
    void delay(Term goal, Collection<Var> variables) {
        used = true;
        Delayed delayed = new Delayed(goal, bindings.serial++);
        if (all != null) {
            all.add(delayed);
            bindings.push(new Last(all));
        }
        for (Var variable : variables) {
            bindings.meter.bytes(BYTES);
            if (Var.deref(variable) instanceof Var unbound) {
                add(watched(unbound), delayed);
            }
        }
    }

    /** Begins to remember all goals that are delayed, or stops to. */
    void remember(boolean value) {
        all = value ? new ArrayList<>() : null;
        used = false;
    }

    /** The goals that wait, of those that were remembered. */
    List<Term> waiting() {
        return all == null ? List.of() : all.stream().filter(each -> !each.done()).map(Delayed::goal).toList();
    }

    private Watched watched(Var variable) {
        if (variable instanceof Watched already) {
            return already;
        }
        Watched watched = new Watched(bindings.serial++);
        bindings.bind(variable, watched);
        return watched;
    }

    private void add(Watched variable, Delayed goal) {
        Watched.Queue before = variable.queue();
        if (variable.age() < bindings.mark) {
            bindings.push(new Queued(variable, before));
        }
        Watched.Queue alive = before;
        while (alive != null && alive.newest().done()) {
            alive = alive.older();
        }
        variable.queue(new Watched.Queue(goal, alive));
    }

    /**
     * The goals that wait at the variables of a term, at the variables of those goals, and so on; each once. A term that contains
     * itself is no obstacle.
     */
    List<Term> of(Term term) {
        if (!used) {
            return List.of();
        }
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Term> goals = new ArrayList<>();
        Deque<Term> pending = new ArrayDeque<>();
        pending.add(term);
        while (!pending.isEmpty()) {
            bindings.meter.work(1);
            Term at = Var.deref(pending.remove());
            if (at instanceof Struct struct && seen.add(struct)) {
                // Parts come before what was to be looked at later, in their order.
                for (int i = struct.arity() - 1; i >= 0; i--) {
                    pending.addFirst(struct.arg(i));
                }
            } else if (at instanceof Watched watched && seen.add(watched)) {
                for (Delayed delayed : watched.delayed()) {
                    if (seen.add(delayed)) {
                        goals.add(delayed.goal());
                        pending.addLast(delayed.goal());
                    }
                }
            }
        }
        return goals;
    }

    /** A goal that was woken waits again. */
    private record Again(Delayed goal) implements Bindings.Undo {
        @Override
        public void undo() {
            goal.done(false);
        }

        @Override
        public long age() {
            return goal.age();
        }
    }

    /** The goal that was delayed last has never been; goals are remembered in the order in which they are undone. */
    private record Last(List<Delayed> all) implements Bindings.Undo {
        @Override
        public void undo() {
            all.remove(all.size() - 1);
        }

        @Override
        public long age() {
            return Long.MIN_VALUE;
        }
    }

    /** A goal no longer waits at a variable. */
    private record Queued(Watched variable, Watched.@Nullable Queue before) implements Bindings.Undo {
        @Override
        public void undo() {
            variable.queue(before);
        }

        @Override
        public long age() {
            return variable.age();
        }
    }
}
