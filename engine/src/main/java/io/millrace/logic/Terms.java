package io.millrace.logic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Questions about whole terms, answered without recursion. */
public final class Terms {
    private static final int CHARACTERS_PER_STEP = 32;

    private Terms() {}

    /** The unbound variables of a term, each once, in the order of their first occurrence from left to right. */
    public static List<Var> variables(Term term) {
        return variables(term, null);
    }

    static List<Var> variables(Term term, @Nullable Meter meter) {
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
    public static boolean ground(Term term) {
        return all(term, part -> !(part instanceof Var));
    }

    static boolean ground(Term term, Meter meter) {
        return all(term, part -> {
            meter.work(1);
            return !(part instanceof Var);
        });
    }

    /** How large a term is: a step for each part, and more for long texts and numbers. */
    static long size(Term term, Meter meter) {
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

    /** Whether two terms are the same, as {@code ==} tells it. */
    public static boolean identical(Term a, Term b) {
        return Order.identical(a, b);
    }

    /** The standard order of terms. */
    public static int compare(Term a, Term b) {
        return Order.compare(a, b);
    }

    /**
     * Whether the term contains no variable at all, not even a bound one, so that it is the same for ever.
     *
     * @param meter gets a step for each compound, since parts that are shared are met as often as they occur; null where
     *     the term was read from a text and shares nothing
     */
    static boolean constant(Term term, @Nullable Meter meter) {
        if (!(term instanceof Struct)) {
            return !(term instanceof Var);
        }
        Deque<Term> pending = new ArrayDeque<>();
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
                        pending.push(arg);
                    }
                }
                at = struct.arg(last);
            }
            if (at instanceof Var) {
                return false;
            }
            if (pending.isEmpty()) {
                return true;
            }
            at = pending.pop();
        }
    }

    /** Whether a condition holds for all dereferenced parts, visited from left to right, the whole before its parts. */
    static boolean all(Term term, Predicate<Term> condition) {
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
