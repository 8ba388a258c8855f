package io.millrace.logic.machine;

import io.millrace.logic.term.Delayed;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies terms: with new variables, into a clause to be stored, and out of one.
 *
 * <p>A term in which no variable occurs, not even a bound one, is shared instead. The copy is made from the top down; the
 * parts that are still to be filled wait on a stack, and the last argument is filled by looping.
 */
final class Copier {
    private final Bindings bindings;
    private Struct[] waiting = new Struct[32];
    private int top;

    /** What becomes of an unbound variable. */
    private interface Renaming {
        Term of(Var variable);
    }

    private final @Nullable Names names;

    Copier(Bindings bindings) {
        this(bindings, null);
    }

    /** A copier that also makes the atoms and functors those of a program, and so shares nothing. */
    Copier(Bindings bindings, @Nullable Names names) {
        this.bindings = bindings;
        this.names = names;
    }

    Bindings bindings() {
        return bindings;
    }

    /** A copy with new variables in place of the unbound ones, and of the goals that wait there. */
    Term fresh(Term term) {
        return fresh(term, true);
    }

    /** A copy with new variables at which nothing waits. */
    Term plain(Term term) {
        return fresh(term, false);
    }

    private Term fresh(Term term, boolean goals) {
        Term at = Var.deref(term);
        if (!(at instanceof Struct) && !(at instanceof Watched)) {
            return at instanceof Var ? bindings.fresh() : at;
        }
        if (TermWalks.constant(at, bindings.meter)) {
            return at;
        }
        // Each variable points to its copy while the copy is made; copies are recognised by their age.
        Copying copying = new Copying(bindings.serial, goals);
        try {
            Term copy = copy(at, copying);
            copying.goals();
            return copy;
        } finally {
            copying.end();
        }
    }

    /** One copy with new variables; the goals that wait at the variables are copied with them, or left out. */
    private final class Copying implements Renaming {
        private final long start;
        private final boolean goals;
        private final List<Var> renamed = new ArrayList<>();
        private @Nullable Deque<Watched> watched;

        Copying(long start, boolean goals) {
            this.start = start;
            this.goals = goals;
        }

        @Override
        public Term of(Var variable) {
            if (variable.serial() >= start || variable instanceof Watched copied && copied.age() >= start) {
                return variable;
            }
            Var copy = bindings.fresh();
            if (variable.serial() < 0 && goals && variable instanceof Watched original) {
                copy = new Watched(copy.serial());
                if (watched == null) {
                    watched = new ArrayDeque<>();
                }
                watched.add(original);
            }
            Inside.ref(variable, copy);
            renamed.add(variable);
            return copy;
        }

        /** Copies the goals of the variables met, which may lead to more such variables. */
        void goals() {
            if (watched == null) {
                return;
            }
            IdentityHashMap<Delayed, Delayed> copies = new IdentityHashMap<>();
            while (!watched.isEmpty()) {
                Watched original = watched.remove();
                Watched copy = (Watched) Var.deref(original);
                for (Delayed goal : original.delayed()) {
                    Delayed same = copies.get(goal);
                    if (same == null) {
                        same = new Delayed(copy(Var.deref(goal.goal()), this), bindings.serial++);
                        copies.put(goal, same);
                    }
                    copy.queue(new Watched.Queue(same, copy.queue()));
                }
            }
        }

        void end() {
            for (Var variable : renamed) {
                Inside.ref(variable, null);
            }
        }
    }

    /** A copy whose variables are numbered from zero in {@code variables}, for a clause. */
    Term stored(Term term, List<Var> variables) {
        Term at = Var.deref(term);
        if (names == null && TermWalks.constant(at, bindings.meter)) {
            return at;
        }
        List<Var> renamed = new ArrayList<>();
        try {
            return copy(at, variable -> {
                if (variable.serial() >= STORED) {
                    return variable;
                }
                Var copy = Inside.variable(STORED + variables.size());
                variables.add(copy);
                Inside.ref(variable, copy);
                renamed.add(variable);
                return copy;
            });
        } finally {
            for (Var variable : renamed) {
                Inside.ref(variable, null);
            }
        }
    }

    /** Where the numbers of the variables of stored clauses begin; no machine lives long enough to count so far. */
    static final long STORED = Long.MAX_VALUE / 2;

    /** An instance of a stored term; {@code instances} has a place for each of its variables. */
    Term instance(Term stored, Term[] instances) {
        if (TermWalks.constant(stored, bindings.meter)) {
            return stored;
        }
        return copy(stored, variable -> {
            int index = (int) (variable.serial() - STORED);
            Term instance = instances[index];
            if (instance == null) {
                instance = bindings.fresh();
                instances[index] = instance;
            }
            return instance;
        });
    }

    private Term copy(Term term, Renaming renaming) {
        if (term instanceof Var variable) {
            return renaming.of(variable);
        }
        if (!(term instanceof Struct root)) {
            return atomic(term);
        }
        Struct copy = Inside.blank(functor(root));
        int base = top;
        Struct from = root;
        Struct to = copy;
        for (;;) {
            bindings.meter.cells(1);
            int last = from.functor().arity - 1;
            for (int i = 0; i < last; i++) {
                Term arg = Var.deref(from.arg(i));
                if (arg instanceof Struct part) {
                    Struct target = Inside.blank(functor(part));
                    Inside.set(to, i, target);
                    push(part, target);
                } else {
                    Inside.set(to, i, arg instanceof Var variable ? renaming.of(variable) : atomic(arg));
                }
            }
            Term arg = Var.deref(from.arg(last));
            if (arg instanceof Struct part) {
                Struct target = Inside.blank(functor(part));
                Inside.set(to, last, target);
                from = part;
                to = target;
                continue;
            }
            Inside.set(to, last, arg instanceof Var variable ? renaming.of(variable) : atomic(arg));
            if (top == base) {
                return copy;
            }
            to = waiting[--top];
            from = waiting[--top];
        }
    }

    private Term atomic(Term term) {
        return names == null ? term : names.of(term);
    }

    private Functor functor(Struct struct) {
        return names == null ? struct.functor() : names.of(struct.functor());
    }

    private void push(Struct from, Struct to) {
        if (top + 2 > waiting.length) {
            waiting = Arrays.copyOf(waiting, waiting.length * 2);
        }
        waiting[top++] = from;
        waiting[top++] = to;
    }
}
