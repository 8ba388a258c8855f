package io.millrace.logic.term;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Walks through whole terms, without recursion, each part announced to a meter: parts that are shared are met as often as
 * they occur, and a term that contains itself has no end but that of the limits.
 */
public final class TermWalks {
    private static final int CHARACTERS_PER_STEP = 32;

    /** A compound that is remembered costs more than one that is only looked at. */
    private static final int VISIT_STEPS = 8;

    private TermWalks() {}

    /** The unbound variables of a term, each once, in the order of their first occurrence from left to right. */
    public static List<Var> variables(Term term, @Nullable Meter meter) {
        Set<Var> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Var> found = new ArrayList<>();
        all(term, part -> {
            if (part instanceof Var variable && seen.add(variable)) {
                found.add(variable);
            }
            if (meter != null) {
                meter.work(1);
            }
            return true;
        });
        return found;
    }

    /** Whether no unbound variable occurs in a term. */
    public static boolean ground(Term term, Meter meter) {
        return all(term, part -> {
            meter.work(1);
            return !(part instanceof Var);
        });
    }

    /** How large a term is: a step for each part, and more for long texts and numbers. */
    public static long size(Term term, Meter meter) {
        long[] size = {0};
        all(term, part -> {
            long steps = 1 + switch (part) {
                case Atom atom -> atom.name().length() / CHARACTERS_PER_STEP;
                case Str string -> string.value().length() / CHARACTERS_PER_STEP;
                case Big big -> Cost.conversion(Cost.words(big.value()));
                default -> 0L;
            };
            meter.work(steps);
            size[0] += steps;
            return true;
        });
        return size[0];
    }

    /** Whether a term is a finite tree: a walk in depth that meets no compound inside itself. */
    public static boolean acyclic(Term term, @Nullable Meter meter) {
        Deque<Object> path = new ArrayDeque<>();
        Set<Struct> open = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Struct> done = Collections.newSetFromMap(new IdentityHashMap<>());
        path.push(Var.deref(term));
        while (!path.isEmpty()) {
            Object at = path.pop();
            if (at instanceof Leave leave) {
                open.remove(leave.struct);
                done.add(leave.struct);
            } else if (at instanceof Struct struct && !done.contains(struct)) {
                if (!open.add(struct)) {
                    return false;
                }
                if (meter != null) {
                    meter.work(VISIT_STEPS);
                }
                path.push(new Leave(struct));
                for (int i = 0; i < struct.functor().arity; i++) {
                    Term arg = Var.deref(struct.arg(i));
                    if (arg instanceof Struct) {
                        path.push(arg);
                    }
                }
            }
        }
        return true;
    }

    private record Leave(Struct struct) {}

    /**
     * Whether the term contains no variable at all, not even a bound one, so that it is the same for ever.
     *
     * @param meter gets a step for each compound, since parts that are shared are met as often as they occur; null where
     *     the term was read from a text and shares nothing
     */
    public static boolean constant(Term term, @Nullable Meter meter) {
        if (!(term instanceof Struct)) {
            return !(term instanceof Var);
        }
        Deque<Term> pending = null;
        Term at = term;
        for (;;) {
            while (at instanceof Struct struct) {
                if (meter != null && --meter.fuel < 0) {
                    meter.empty();
                }
                int last = struct.functor.arity - 1;
                for (int i = last - 1; i >= 0; i--) {
                    Term arg = struct.arg(i);
                    if (arg instanceof Var) {
                        return false;
                    }
                    if (arg instanceof Struct) {
                        // Most terms need no stack.
                        pending = pending == null ? new ArrayDeque<>() : pending;
                        pending.push(arg);
                    }
                }
                at = struct.arg(last);
            }
            if (at instanceof Var) {
                return false;
            }
            if (pending == null || pending.isEmpty()) {
                return true;
            }
            at = pending.pop();
        }
    }

    /** Whether a condition holds for all dereferenced parts, visited from left to right, the whole before its parts. */
    public static boolean all(Term term, Predicate<Term> condition) {
        Deque<Object> pending = new ArrayDeque<>();
        Term at = Var.deref(term);
        for (;;) {
            if (!condition.test(at)) {
                return false;
            }
            if (at instanceof Struct struct) {
                if (struct.functor.arity > 1) {
                    pending.push(new Rest(struct));
                }
                at = Var.deref(struct.first);
                continue;
            }
            Rest rest = (Rest) pending.peek();
            if (rest == null) {
                return true;
            }
            at = Var.deref(rest.struct.arg(rest.index++));
            if (rest.index == rest.struct.functor.arity) {
                pending.pop();
            }
        }
    }

    private static final class Rest {
        final Struct struct;
        int index = 1;

        Rest(Struct struct) {
            this.struct = struct;
        }
    }
}
