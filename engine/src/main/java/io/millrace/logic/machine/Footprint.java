package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how much a machine holds on to, by walking from its registers through frames, choice points and terms.
 *
 * <p>It is a count of objects and not of what the garbage collector finds, so that a limit stops a program at the same
 * inference every time. The walk is done when so many inferences have passed that its cost is small against theirs.
 */
final class Footprint {
    private static final int FRAME_BYTES = 80;
    private static final int STRUCT_BYTES = 32;
    private static final int ARRAY_BYTES = 16;
    private static final int VAR_BYTES = 24;
    private static final int INT_BYTES = 16;
    private static final int GOAL_BYTES = 96;
    private static final int GLOBAL_BYTES = 48;
    private static final int DELAYED_BYTES = 80;

    /** The names of functors are shared with the program unless they are as long as this, which only a run can make. */
    private static final int LONG_NAME = 256;

    /** To look at so many objects takes about as long as a step. */
    private static final int OBJECTS_PER_STEP = 4;

    /** To remember an object takes about so many steps. */
    private static final int STEPS_TO_REMEMBER = 4;

    /** Of a chain of last arguments, such as a list, one cell in so many is remembered. */
    private static final int CHAIN = 16;

    private static final int FEW = 32;
    private static final int MANY = 1 << 20;

    private final Machine machine;
    private int measurements;
    /** How many objects the last measurement has remembered: the next one will hardly remember fewer. */
    private int expected = FEW;

    Footprint(Machine machine) {
        this.machine = machine;
    }

    /**
     * What a measurement found.
     *
     * @param bytes what is reachable; the walk ends early when it is more than enough
     * @param steps what the walk itself cost
     */
    record Found(long bytes, long steps) {}

    Found measure(long enough) {
        Measurement measurement = new Measurement(++measurements, enough, expected);
        long bytes = measurement.of(machine);
        expected = Math.clamp(measurement.seen.size(), FEW, MANY);
        return new Found(bytes, measurement.steps());
    }

    /**
     * One walk. There may be millions of frames, choice points and variables, and to remember each would cost more than the
     * run itself: frames carry a mark, choice points are one chain, and a variable counts wherever it stands. Only what can be
     * large or lead back to itself is remembered, and of a list only some cells: whoever comes upon it in the middle counts
     * a few cells twice and then meets one that is known.
     */
    private static final class Measurement {
        private final int number;
        private final long enough;
        private final Set<Object> seen;
        private final Deque<Term> pending = new ArrayDeque<>();
        private long bytes;
        private long objects;
        private long remembered;

        Measurement(int number, long enough, int expected) {
            this.number = number;
            this.seen = Collections.newSetFromMap(new IdentityHashMap<>(expected));
            this.enough = enough;
        }

        long steps() {
            return objects / OBJECTS_PER_STEP + remembered * STEPS_TO_REMEMBER;
        }

        private boolean first(Object object) {
            remembered++;
            return seen.add(object);
        }

        long of(Machine machine) {
            bytes = machine.bindings.top * 4L
                    + machine.output().length() * 2L
                    + machine.database.bytes()
                    + machine.createdBytes()
                    + machine.meter.fresh;
            all(machine.vars);
            machine.globals.each((key, value) -> {
                bytes += GLOBAL_BYTES;
                push(key);
                push(value);
            });
            trail(machine.bindings);
            frames(machine.cont);
            choices(machine.choice);
            drain();
            return bytes;
        }

        /** Values that only the trail holds: of variables and globals as they were. */
        private void trail(Bindings bindings) {
            for (int i = 0; i < bindings.top && bytes <= enough; i++) {
                switch (bindings.entry(i)) {
                    case Var variable -> push(Inside.ref(variable));
                    case Bindings.Undo undo -> push(undo.held());
                    default -> {}
                }
                drain();
            }
        }

        @SuppressWarnings("ReferenceEquality") // the lowest is its own previous one
        private void choices(Choice newest) {
            Choice lowest = null;
            for (Choice choice = newest; choice != lowest && bytes <= enough; choice = choice.previous) {
                lowest = choice.previous == choice ? choice : null;
                bytes += FRAME_BYTES + choice.heldBytes();
                objects++;
                choice.held(this::push);
                if (choice instanceof Choice.Clauses clauses) {
                    all(clauses.args);
                } else if (choice instanceof Choice.Other other) {
                    all(other.vars);
                    goals(other.goal);
                }
                drain();
                frames(choice.cont);
            }
        }

        /** A frame that has been counted has been counted with all below it. */
        private void frames(Frame top) {
            // The end of all is shared by machines, so it must not be marked.
            for (Frame frame = top; frame != Frame.END && frame.measured != number && bytes <= enough; frame = frame.parent) {
                frame.measured = number;
                bytes += FRAME_BYTES;
                objects++;
                goals(frame.next);
                all(frame.vars);
            }
        }

        /** Goals that were compiled at run time; those of a clause have a place and belong to the program. */
        private void goals(Goal first) {
            if (first instanceof Meta.Exit) {
                // Met once, in its one frame, and there may be as many as frames.
                bytes += GOAL_BYTES;
                return;
            }
            for (Goal goal = first; goal.place == null && first(goal); goal = goal.next) {
                bytes += GOAL_BYTES;
            }
        }

        private void all(Term[] terms) {
            for (Term term : terms) {
                push(term);
            }
            drain();
        }

        private void drain() {
            while (!pending.isEmpty() && bytes <= enough) {
                count(pending.pop());
            }
        }

        private void push(@Nullable Term term) {
            switch (term) {
                case null -> {}
                case Int small -> bytes += INT_BYTES;
                case Var unbound when !unbound.bound() && !(unbound.serial() < 0 && unbound instanceof Watched) -> bytes += VAR_BYTES;
                case Term other -> pending.push(other);
            }
        }

        private void count(Term at) {
            // Chains of variables are remembered, too: to walk each from every place would take the square of their length.
            boolean once = !(at instanceof Var variable)
                    || Inside.ref(variable) instanceof Var
                    || variable.serial() < 0 && variable instanceof Watched;
            if (once && !first(at)) {
                return;
            }
            objects++;
            switch (at) {
                case Struct struct -> chain(struct);
                case Watched watched -> {
                    bytes += VAR_BYTES;
                    for (Watched.Queue queue = watched.queue(); queue != null; queue = queue.older()) {
                        bytes += DELAYED_BYTES;
                        push(queue.newest().goal());
                    }
                    push(Inside.ref(watched));
                }
                case Var variable -> {
                    bytes += VAR_BYTES;
                    push(Inside.ref(variable));
                }
                case Big big -> bytes += VAR_BYTES + big.value().bitLength() / 8;
                case Str string -> bytes += VAR_BYTES + Meter.textBytes(string.value());
                case Atom atom -> bytes += VAR_BYTES + Meter.textBytes(atom.name());
                case Term constant -> bytes += VAR_BYTES;
            }
        }

        /** A compound that is remembered, and those that are each the last argument of the one before. */
        private void chain(Struct first) {
            Struct at = first;
            for (int length = 1; bytes <= enough; length++) {
                int last = at.functor().arity - 1;
                objects++;
                bytes += STRUCT_BYTES + (last > 2 ? ARRAY_BYTES + 4L * last : 0);
                if (at.name().name().length() >= LONG_NAME) {
                    pending.push(at.name());
                }
                for (int i = 0; i < last; i++) {
                    push(at.arg(i));
                }
                Term next = at.arg(last);
                if (next instanceof Var variable && Inside.ref(variable) instanceof Struct) {
                    bytes += VAR_BYTES;
                    next = Inside.ref(variable);
                }
                if (!(next instanceof Struct struct)) {
                    push(next);
                    return;
                }
                if (length % CHAIN == 0 && !first(struct)) {
                    return;
                }
                at = struct;
            }
        }
    }

    /** Stops the run if a term is deeper than allowed; the tail of a list is no deeper than the list. */
    void depth(Term term, int allowed, Meter meter) {
        if (allowed == Integer.MAX_VALUE || !(term instanceof Struct)) {
            return;
        }
        record Level(Term term, int depth) {}
        Deque<Level> pending = new ArrayDeque<>();
        pending.push(new Level(term, 1));
        while (!pending.isEmpty()) {
            Level level = pending.pop();
            Term at = Var.deref(level.term);
            int depth = level.depth;
            while (at instanceof Struct struct) {
                meter.work(1);
                if (depth > allowed) {
                    throw Stop.limit(Stop.Reason.DEPTH, allowed);
                }
                int last = struct.functor().arity - 1;
                for (int i = 0; i < last; i++) {
                    if (Var.deref(struct.arg(i)) instanceof Struct part) {
                        pending.push(new Level(part, depth + 1));
                    }
                }
                at = Var.deref(struct.arg(last));
                depth += struct.functor().is(Functor.LIST) ? 0 : 1;
            }
        }
    }
}
