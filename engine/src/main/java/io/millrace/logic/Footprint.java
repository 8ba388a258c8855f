package io.millrace.logic;

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
    private static final int VAR_BYTES = 24;
    private static final int CELL_BYTES = 48;

    private final Machine machine;
    private int measurements;

    Footprint(Machine machine) {
        this.machine = machine;
    }

    /** Checks the limit, and says how many inferences may pass until the next check. */
    long check(long allowedBytes, long portion) {
        long bytes = measure(allowedBytes);
        if (bytes > allowedBytes) {
            throw Stop.limit(Stop.Reason.MEMORY, allowedBytes);
        }
        return Math.max(portion, bytes / 8);
    }

    private long measure(long enough) {
        return new Measurement(++measurements, enough).of(machine);
    }

    /**
     * One walk. There may be millions of frames, choice points and variables, and to remember each would cost more than the
     * run itself: frames carry a mark, choice points are one chain, and a variable counts wherever it stands. Only what can be
     * large or lead back to itself is remembered.
     */
    private static final class Measurement {
        private final int number;
        private final long enough;
        private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Deque<Term> pending = new ArrayDeque<>();
        private long bytes;

        Measurement(int number, long enough) {
            this.number = number;
            this.enough = enough;
        }

        long of(Machine machine) {
            bytes = machine.bindings.top * 4L
                    + machine.output().length()
                    + machine.database.bytes()
                    + machine.meter.burst * CELL_BYTES;
            all(machine.vars);
            for (Term global : machine.globals.all()) {
                push(global);
            }
            frames(machine.cont);
            choices(machine.choice);
            drain();
            return bytes;
        }

        @SuppressWarnings("ReferenceEquality") // the lowest is its own previous one
        private void choices(Choice newest) {
            Choice lowest = null;
            for (Choice choice = newest; choice != lowest && bytes <= enough; choice = choice.previous) {
                lowest = choice.previous == choice ? choice : null;
                bytes += FRAME_BYTES;
                choice.held().forEach(this::push);
                if (choice instanceof Choice.Clauses clauses) {
                    all(clauses.args);
                } else if (choice instanceof Choice.Other other) {
                    all(other.vars);
                }
                frames(choice.cont);
            }
        }

        /** A frame that has been counted has been counted with all below it. */
        private void frames(Frame top) {
            // The end of all is shared by machines, so it must not be marked.
            for (Frame frame = top; frame != Frame.END && frame.measured != number && bytes <= enough; frame = frame.parent) {
                frame.measured = number;
                bytes += FRAME_BYTES;
                all(frame.vars);
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
                case Int small -> {}
                case Var unbound when unbound.ref == null -> bytes += VAR_BYTES;
                case Term other -> pending.push(other);
            }
        }

        private void count(Term at) {
            // Chains of variables are remembered, too: to walk each from every place would take the square of their length.
            boolean once = !(at instanceof Var variable) || variable.ref instanceof Var;
            if (once && !seen.add(at)) {
                return;
            }
            switch (at) {
                case Struct struct -> {
                    bytes += STRUCT_BYTES + 4L * Math.max(0, struct.functor.arity - 3);
                    for (int i = 0; i < struct.functor.arity; i++) {
                        push(struct.arg(i));
                    }
                }
                case Var variable -> {
                    bytes += VAR_BYTES;
                    push(variable.ref);
                }
                case Big big -> bytes += VAR_BYTES + big.value().bitLength() / 8;
                case Str string -> bytes += VAR_BYTES + string.value().length();
                case Atom atom -> bytes += VAR_BYTES + atom.name().length();
                case Term constant -> bytes += VAR_BYTES;
            }
        }
    }

    /** Stops the run if a term is deeper than allowed; the tail of a list is no deeper than the list. */
    void depth(Term term, int allowed) {
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
                if (depth > allowed) {
                    throw Stop.limit(Stop.Reason.DEPTH, allowed);
                }
                int last = struct.functor.arity - 1;
                for (int i = 0; i < last; i++) {
                    if (Var.deref(struct.arg(i)) instanceof Struct part) {
                        pending.push(new Level(part, depth + 1));
                    }
                }
                at = Var.deref(struct.arg(last));
                depth += struct.functor.is(Functor.LIST) ? 0 : 1;
            }
        }
    }
}
