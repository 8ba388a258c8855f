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
                meter.spend(1);
            }
            return true;
        });
        return found;
    }

    /** Whether no unbound variable occurs in a term. */
    public static boolean ground(Term term) {
        return all(term, part -> !(part instanceof Var));
    }

    /** Whether two terms are the same, as {@code ==} tells it. */
    public static boolean identical(Term a, Term b) {
        return Order.identical(a, b);
    }

    /** The standard order of terms. */
    public static int compare(Term a, Term b) {
        return Order.compare(a, b);
    }

    /** Whether the term contains no variable at all, not even a bound one, so that it is the same for ever. */
    static boolean constant(Term term) {
        if (!(term instanceof Struct)) {
            return !(term instanceof Var);
        }
        Deque<Term> pending = new ArrayDeque<>();
        Term at = term;
        for (;;) {
            while (at instanceof Struct struct) {
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

    /** How many compounds a term is made of. */
    static int cells(Term term) {
        if (!(term instanceof Struct)) {
            return 0;
        }
        int[] count = {0};
        all(term, part -> {
            count[0] += part instanceof Struct ? 1 : 0;
            return true;
        });
        return count[0];
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
