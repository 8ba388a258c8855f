package io.millrace.logic.machine;

import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bindings of a run: new variables, unification, and the trail that undoes it.
 *
 * <p>Invariant: {@code mark} is the serial number that the next variable had when the newest choice point was made. A
 * variable below it existed then, so binding it goes on the trail; a younger one becomes unreachable when that choice
 * point is taken, so it does not.
 */
@SuppressWarnings("ReferenceEquality") // the same object needs no look inside
final class Bindings {
    final Meter meter;

    /** Whether no unification may make a term part of itself: the flag {@code occurs_check}. */
    boolean occursCheck;
    long serial = 1;
    long mark = 1;
    int top;

    /** Whether a binding has woken goals that are still to run. */
    boolean awake;

    /** Where a clause goes on whose head or tests have woken goals. */
    Goal stopped = Goal.FAILURE;
    private Object[] trail = new Object[256];
    private Term[] pending = new Term[64];
    final Delays delays = new Delays(this);

    Bindings(Meter meter) {
        this.meter = meter;
    }

    Var fresh() {
        return Inside.variable(serial++);
    }

    void bind(Var variable, Term value) {
        Inside.ref(variable, value);
        if (variable.serial() < mark) {
            trail(variable);
        }
    }

    private void trail(Var variable) {
        if (variable.serial() < 0 && variable instanceof Watched watched) {
            delays.wake(watched);
            if (watched.age() >= mark) {
                return;
            }
        }
        push(variable);
    }

    /** Something other than a variable to be undone on backtracking. */
    interface Undo {
        void undo();

        /** The age of what is changed, compared with marks as the age of a variable is. */
        long age();

        /** A term that comes back on backtracking, and that nothing else may hold. */
        default @Nullable Term held() {
            return null;
        }
    }

    void push(Object entry) {
        if (top == trail.length) {
            trail = Arrays.copyOf(trail, top * 2);
        }
        trail[top++] = entry;
    }

    /** Undoes what happened since the trail was {@code to} long; goals that it has woken sleep again. */
    void undo(int to) {
        awake = false;
        Object[] entries = trail;
        int at = top;
        while (at > to) {
            Object entry = entries[--at];
            if (entry instanceof Var variable) {
                Inside.ref(variable, null);
            } else {
                ((Undo) entry).undo();
            }
        }
        top = to;
    }

    /** The trail with the values of its variables, so that they can be taken away for a look at the past and put back. */
    static final class Saved {
        private final Object[] entries;
        private final @Nullable Term[] values;
        private int released;

        private Saved(Object[] entries, @Nullable Term[] values) {
            this.entries = entries;
            this.values = values;
            this.released = entries.length;
        }
    }

    Saved save() {
        Object[] entries = Arrays.copyOf(trail, top);
        @Nullable Term[] values = new @Nullable Term[top];
        for (int i = 0; i < top; i++) {
            values[i] = entries[i] instanceof Var variable ? Inside.ref(variable) : null;
        }
        return new Saved(entries, values);
    }

    /** Takes away the bindings down to an older trail mark. */
    void release(Saved saved, int to) {
        while (saved.released > to) {
            if (saved.entries[--saved.released] instanceof Var variable) {
                Inside.ref(variable, null);
            }
        }
        top = to;
    }

    /** Puts everything back as it was when it was saved. */
    void restore(Saved saved, int oldTop) {
        System.arraycopy(saved.entries, 0, trail, 0, oldTop);
        for (int i = saved.released; i < oldTop; i++) {
            if (saved.entries[i] instanceof Var variable) {
                Inside.ref(variable, saved.values[i]);
            }
        }
        top = oldTop;
    }

    /** Drops the entries from {@code from} on that the choice point with the mark {@code mark} does not need. */
    void tidy(int from, long newMark) {
        Object[] entries = trail;
        int kept = from;
        for (int i = from; i < top; i++) {
            Object entry = entries[i];
            long age = entry instanceof Var variable ? age(variable) : ((Undo) entry).age();
            if (age < newMark) {
                entries[kept++] = entry;
            }
        }
        top = kept;
    }

    private static long age(Var variable) {
        return variable.serial() < 0 && variable instanceof Watched watched ? watched.age() : variable.serial();
    }

    /** Forgets everything and gives back memory that a big run took. */
    void reset() {
        if (trail.length > 1 << 14) {
            trail = new Object[256];
        } else {
            Arrays.fill(trail, null);
        }
        pending = new Term[64];
        awake = false;
        delays.remember(false);
        top = 0;
        mark = 1;
        serial = 1;
    }

    boolean unify(Term left, Term right) {
        Term a = Var.deref(left);
        Term b = Var.deref(right);
        if (a == b) {
            return true;
        }
        if (a instanceof Struct s && b instanceof Struct t) {
            return s.functor().is(t.functor()) && arguments(s, t);
        }
        return simple(a, b);
    }

    /** Unifies two different dereferenced terms of which at most one is compound. */
    private boolean simple(Term a, Term b) {
        if (a instanceof Var v) {
            if (b instanceof Var w && w.serial() > v.serial()) {
                bind(w, v);
            } else {
                bind(v, b);
            }
            return true;
        }
        if (b instanceof Var w) {
            bind(w, a);
            return true;
        }
        return meter.equal(a, b);
    }

    /** Goes into the last argument by looping; pairs of compounds among the others wait on a stack of their own. */
    private boolean arguments(Struct left, Struct right) {
        Struct s = left;
        Struct t = right;
        int waiting = 0;
        for (;;) {
            if (--meter.fuel < 0) {
                meter.empty();
            }
            int last = s.functor().arity - 1;
            Term a;
            Term b;
            if (last == 0) {
                a = Var.deref(s.first());
                b = Var.deref(t.first());
            } else {
                waiting = pair(s.first(), t.first(), waiting);
                for (int i = 1; i < last && waiting >= 0; i++) {
                    waiting = pair(s.arg(i), t.arg(i), waiting);
                }
                if (waiting < 0) {
                    return false;
                }
                a = Var.deref(last == 1 ? s.second() : s.arg(last));
                b = Var.deref(last == 1 ? t.second() : t.arg(last));
            }
            if (a != b) {
                if (a instanceof Struct x && b instanceof Struct y) {
                    if (!x.functor().is(y.functor())) {
                        return false;
                    }
                    s = x;
                    t = y;
                    continue;
                }
                if (!simple(a, b)) {
                    return false;
                }
            }
            if (waiting == 0) {
                return true;
            }
            t = (Struct) pending[--waiting];
            s = (Struct) pending[--waiting];
        }
    }

    /** Unifies two arguments, or lets them wait if both are compound: how many wait then, or -1 if they differ. */
    private int pair(Term left, Term right, int waiting) {
        Term a = Var.deref(left);
        Term b = Var.deref(right);
        if (a == b) {
            return waiting;
        }
        if (a instanceof Struct x && b instanceof Struct y) {
            if (!x.functor().is(y.functor())) {
                return -1;
            }
            if (waiting + 2 > pending.length) {
                pending = Arrays.copyOf(pending, pending.length * 2);
            }
            pending[waiting] = x;
            pending[waiting + 1] = y;
            return waiting + 2;
        }
        return simple(a, b) ? waiting : -1;
    }

    /** The entries of the trail that are compound changes or variables, for counting what is reachable. */
    Object entry(int index) {
        return trail[index];
    }
}
