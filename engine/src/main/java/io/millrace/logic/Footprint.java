package io.millrace.logic;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

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
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> pending = new ArrayDeque<>();
        long bytes = machine.bindings.top * 4L
                + machine.output().length()
                + machine.database.bytes()
                + machine.meter.burst * CELL_BYTES;
        pending.push(machine.cont);
        pending.push(machine.choice);
        for (Term term : machine.vars) {
            push(term, pending);
        }
        for (Term global : machine.globals.all()) {
            push(global, pending);
        }
        while (!pending.isEmpty() && bytes <= enough) {
            Object at = pending.pop();
            if (!seen.add(at)) {
                continue;
            }
            switch (at) {
                case Frame frame -> {
                    bytes += FRAME_BYTES;
                    all(frame.vars, seen, pending);
                    push(frame.parent, pending);
                }
                case Choice choice -> {
                    bytes += FRAME_BYTES;
                    push(choice.previous, pending);
                    push(choice.cont, pending);
                    choice.held().forEach(term -> push(term, pending));
                    if (choice instanceof Choice.Clauses clauses) {
                        all(clauses.args, seen, pending);
                    } else if (choice instanceof Choice.Other other) {
                        all(other.vars, seen, pending);
                    }
                }
                case Struct struct -> {
                    bytes += STRUCT_BYTES + 4L * Math.max(0, struct.functor.arity - 3);
                    for (int i = 0; i < struct.functor.arity; i++) {
                        push(struct.arg(i), pending);
                    }
                }
                case Var variable -> {
                    bytes += VAR_BYTES;
                    push(variable.ref, pending);
                }
                case Big big -> bytes += VAR_BYTES + big.value().bitLength() / 8;
                case Str string -> bytes += VAR_BYTES + string.value().length();
                case Atom atom -> bytes += VAR_BYTES + atom.name().length();
                default -> bytes += VAR_BYTES;
            }
        }
        return bytes;
    }

    private static void all(Term[] terms, Set<Object> seen, Deque<Object> pending) {
        if (seen.add(terms)) {
            for (Term term : terms) {
                push(term, pending);
            }
        }
    }

    private static void push(@org.jspecify.annotations.Nullable Object object, Deque<Object> pending) {
        if (object != null && !(object instanceof Int)) {
            pending.push(object);
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
