package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop of the machine.
 *
 * <pre>
 *           ┌──────────────◀── next goal ◀──────────────┐
 *           ▼                                           │
 *   goal ──▶ step ──▶ call ──▶ select clauses ──▶ try one ──▶ body
 *             │                     ▲                │
 *             └─▶ fail ─▶ newest choice point ◀──────┘ none matches
 * </pre>
 *
 * The registers live in local variables while it runs: storing young objects into the old machine object would cost
 * more than everything else. Steps that need them find them written back.
 *
 * <p>A clause is tried before a choice point is made for the ones after it. Its head and leading tests may bind
 * variables, which go on the trail as if the choice point were there; if they fail, the bindings are undone and the next
 * clause is tried, and if a cut follows them the choice point is never made. If they wake goals, the choice point is made, and what is left
 * of the tests, and the cut, are steps that follow the goals.
 */
@SuppressWarnings("ReferenceEquality") // choice points are compared by identity
final class Interpreter {
    private static final int MOST_GOALS = 20;

    /** The logarithm of how many clauses are skipped by their keys in about the time of a step. */
    private static final int CLAUSES_PER_STEP = 4;

    private Interpreter() {}

    /** Runs until the query has a solution or fails. */
    static boolean run(Machine machine, Goal start) {
        Bindings bindings = machine.bindings;
        Meter meter = machine.meter;
        Goal goal = start;
        Term[] vars = machine.vars;
        Frame cont = machine.cont;
        Choice cut = machine.cut;
        Choice choice = machine.choice;
        for (;;) {
            try {
                next:
                for (;;) {
                    Procedure procedure;
                    Term[] args;
                    boolean failing = false;
                    if (bindings.awake && goal.op != Goal.FAIL) {
                        machine.save(vars, cont, cut, choice);
                        goal = machine.wake(goal);
                        cont = machine.cont;
                    }
                    switch (goal.op) {
                        case Goal.DET -> {
                            if (((Det) goal).test(machine, vars)) {
                                if (meter.fuel < 0) {
                                    // It could not be checked inside, where the registers are not written back.
                                    machine.save(vars, cont, cut, choice);
                                    meter.empty();
                                }
                                goal = goal.next;
                                continue next;
                            }
                            failing = true;
                            procedure = NOTHING;
                            args = vars;
                        }
                        case Goal.CALL -> {
                            Goal.Call call = (Goal.Call) goal;
                            procedure = call.procedure;
                            args = call.arguments(bindings, vars);
                            cont = new Frame(vars, call.next, cont, cut);
                        }
                        case Goal.EXECUTE -> {
                            Goal.Call call = (Goal.Call) goal;
                            procedure = call.procedure;
                            args = call.arguments(bindings, vars);
                        }
                        case Goal.ENTER -> {
                            Goal.Enter enter = (Goal.Enter) goal;
                            procedure = enter.procedure;
                            args = enter.args;
                        }
                        case Goal.PROCEED -> {
                            // What follows a call is done again for each of its answers; it is checked at the next call.
                            meter.fuel--;
                            Frame frame = cont;
                            vars = frame.vars;
                            goal = frame.next;
                            cont = frame.parent;
                            cut = frame.cut;
                            continue next;
                        }
                        case Goal.CUT -> {
                            choice = cut(bindings, choice, cut);
                            goal = goal.next;
                            continue next;
                        }
                        case Goal.COMMIT -> {
                            choice = cut(bindings, choice, cut.previous);
                            Frame frame = cont;
                            vars = frame.vars;
                            goal = frame.next;
                            cont = frame.parent;
                            cut = frame.cut;
                            continue next;
                        }
                        case Goal.SOFT_COMMIT -> {
                            choice = dropElse(bindings, choice, cut);
                            Frame frame = cont;
                            vars = frame.vars;
                            goal = frame.next;
                            cont = frame.parent;
                            cut = frame.cut;
                            continue next;
                        }
                        case Goal.TRY -> {
                            Goal.Try fork = (Goal.Try) goal;
                            bindings.mark = bindings.serial;
                            choice = new Choice.Other(
                                    choice, bindings.top, bindings.serial, cont, fork.right, vars, cut);
                            goal = fork.left;
                            continue next;
                        }
                        case Goal.IF -> {
                            Goal.If fork = (Goal.If) goal;
                            bindings.mark = bindings.serial;
                            choice = new Choice.Other(
                                    choice, bindings.top, bindings.serial, cont, fork.otherwise, vars, cut);
                            cont = new Frame(vars, fork.then, cont, cut);
                            // A cut in the condition is local to it, so it leaves the else side where it is.
                            cut = choice;
                            goal = fork.condition;
                            continue next;
                        }
                        case Goal.TEST -> {
                            goal = decide(machine, bindings, (Goal.Test) goal, vars);
                            continue next;
                        }
                        case Goal.HOST -> {
                            meter.fuel--;
                            machine.save(vars, cont, cut, choice);
                            if (((Det) goal).test(machine, vars)) {
                                goal = goal.next;
                                continue next;
                            }
                            failing = true;
                            procedure = NOTHING;
                            args = vars;
                        }
                        case Goal.STEP -> {
                            machine.save(vars, cont, cut, choice);
                            goal = ((Goal.Step) goal).step(machine);
                            vars = machine.vars;
                            cont = machine.cont;
                            cut = machine.cut;
                            choice = machine.choice;
                            continue next;
                        }
                        case Goal.SUCCESS -> {
                            machine.save(vars, cont, cut, choice);
                            return true;
                        }
                        default -> {
                            failing = true;
                            procedure = NOTHING;
                            args = vars;
                        }
                    }
                    if (--meter.fuel < 0) {
                        machine.save(vars, cont, cut, choice);
                        meter.empty();
                    }
                    Clause[] buffer;
                    int index;
                    int end;
                    long generation;
                    Object key;
                    int keyHash;
                    Choice.Clauses retried = null;
                    if (failing) {
                        Choice top = choice;
                        bindings.undo(top.trailTop);
                        if (top.kind == Choice.BOTTOM) {
                            machine.save(vars, cont, cut, choice);
                            return false;
                        }
                        choice = top.previous;
                        bindings.mark = choice.mark;
                        cont = top.cont;
                        if (top.kind == Choice.GOAL) {
                            Choice.Other other = (Choice.Other) top;
                            vars = other.vars;
                            cut = other.cut;
                            goal = other.goal;
                            continue next;
                        }
                        if (top.kind == Choice.OTHER) {
                            machine.save(vars, cont, cut, choice);
                            goal = top.resume(machine);
                            vars = machine.vars;
                            cont = machine.cont;
                            cut = machine.cut;
                            choice = machine.choice;
                            continue next;
                        }
                        retried = (Choice.Clauses) top;
                        procedure = retried.procedure;
                        args = retried.args;
                        buffer = retried.buffer;
                        index = retried.index;
                        end = retried.end;
                        generation = retried.generation;
                        key = retried.key;
                        keyHash = retried.keyHash;
                    } else {
                        ClauseList list = procedure.fixed;
                        if (list == null) {
                            list = machine.local(procedure);
                            if (list == null) {
                                machine.save(vars, cont, cut, choice);
                                goal = machine.invoke(procedure, args);
                                vars = machine.vars;
                                cont = machine.cont;
                                cut = machine.cut;
                                choice = machine.choice;
                                continue next;
                            }
                        }
                        key = procedure.functor.arity == 0 ? null : Clause.key(args[0]);
                        ClauseList selected = list.select(key);
                        if (selected != list) {
                            key = null;
                            list = selected;
                        }
                        keyHash = key == null ? 0 : key.hashCode();
                        if (list.to - list.from >= ClauseList.WORTH_INDEXING && procedure.functor.arity > 1) {
                            list = list.narrow(args, procedure.functor.arity);
                        }
                        buffer = list.buffer;
                        end = list.to;
                        generation = machine.generation;
                        index = ClauseList.seek(buffer, list.from, end, key, keyHash, generation);
                        if (index == end) {
                            goal = Goal.FAILURE;
                            continue next;
                        }
                    }
                    for (;;) {
                        Clause.Code code = buffer[index].code;
                        int following = ClauseList.seek(buffer, index + 1, end, key, keyHash, generation);
                        Term[] frame = args.length < code.size ? Arrays.copyOf(args, code.size) : args;
                        // Counted here and checked at the next call: there are only so many clauses.
                        meter.fuel -= code.steps + (following - index >> CLAUSES_PER_STEP);
                        if (following == end) {
                            bindings.mark = choice.mark;
                            if (code.matches(machine, bindings, frame)) {
                                vars = frame;
                                cut = choice;
                                goal = bindings.awake ? bindings.stopped : code.start;
                            } else {
                                goal = Goal.FAILURE;
                            }
                            continue next;
                        }
                        int trailTop = bindings.top;
                        long serial = bindings.serial;
                        bindings.mark = serial;
                        if (!code.matches(machine, bindings, frame)) {
                            bindings.undo(trailTop);
                            meter.fuel--;
                            index = following;
                            continue;
                        }
                        vars = frame;
                        cut = choice;
                        goal = bindings.awake ? bindings.stopped : code.start;
                        if (code.commits && !bindings.awake) {
                            bindings.mark = choice.mark;
                            bindings.tidy(trailTop, choice.mark);
                            continue next;
                        }
                        if (retried == null) {
                            retried = new Choice.Clauses(choice, trailTop, serial, cont, procedure, args, buffer,
                                    following, end, generation, key, keyHash);
                        } else {
                            retried.index = following;
                            retried.mark = serial;
                        }
                        choice = retried;
                        continue next;
                    }
                }
            } catch (PrologError error) {
                machine.save(vars, cont, cut, choice);
                goal = machine.recover(error, goal);
            } catch (Signal signal) {
                machine.save(vars, cont, cut, choice);
                goal = machine.deliver(signal);
            }
            vars = machine.vars;
            cont = machine.cont;
            cut = machine.cut;
            choice = machine.choice;
        }
    }

    private static final Procedure NOTHING = new Procedure(Functor.of("fail", 0), 0);

    /** Makes {@code to} the newest choice point, and forgets the trail entries that only those above it needed. */
    static Choice cut(Bindings bindings, Choice from, Choice to) {
        if (from == to) {
            return to;
        }
        Choice oldest = from;
        while (oldest.previous != to) {
            oldest = oldest.previous;
        }
        bindings.mark = to.mark;
        bindings.tidy(oldest.trailTop, to.mark);
        return to;
    }

    /** A soft cut: the else side goes, what the condition left stays. */
    private static Choice dropElse(Bindings bindings, Choice from, Choice otherwise) {
        if (from == otherwise) {
            return cut(bindings, from, from.previous);
        }
        ((Choice.Other) otherwise).goal = Goal.FAILURE;
        return from;
    }

    /** Runs the tests of a condition, undoing their bindings if one fails, or if one wakes goals, which must run before the next test. */
    private static Goal decide(Machine machine, Bindings bindings, Goal.Test fork, Term[] vars) {
        int trailTop = bindings.top;
        long mark = bindings.mark;
        bindings.mark = bindings.serial;
        boolean holds = true;
        for (Det test : fork.tests) {
            try {
                holds = test.test(machine, vars);
            } catch (PrologError error) {
                machine.raised.by(test, vars);
                throw error;
            }
            if (bindings.awake && holds) {
                bindings.undo(trailTop);
                bindings.mark = mark;
                return fork.stepwise;
            }
            if (!holds) {
                break;
            }
        }
        bindings.mark = mark;
        if (holds) {
            bindings.tidy(trailTop, mark);
            return fork.then;
        }
        bindings.undo(trailTop);
        return fork.otherwise;
    }

    /** The goals of a continuation, newest first, for an error that nobody caught. */
    static List<String> stack(Goal.@Nullable Place place, Goal goal, Frame cont) {
        List<String> goals = new ArrayList<>();
        if (place != null) {
            goals.add(place.toString());
        }
        if (goal.place != null && !goal.place.equals(place)) {
            goals.add(goal.place.toString());
        }
        Frame at = cont;
        while (at != Frame.END && goals.size() < MOST_GOALS) {
            Goal.Place around = at.next.place;
            if (around != null) {
                goals.add(around.toString());
            }
            at = at.parent;
        }
        return goals;
    }
}
