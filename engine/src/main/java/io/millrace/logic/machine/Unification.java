package io.millrace.logic.machine;

import io.millrace.logic.term.Delayed;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Unification with the occurs check, and the questions that try a unification without keeping it. */
final class Unification {
    private Unification() {}

    /** Unifies as usual and then looks whether a term became part of itself. */
    static boolean withOccursCheck(Bindings bindings, Term a, Term b) {
        return bindings.unify(a, b) && TermWalks.acyclic(a, bindings.meter) && TermWalks.acyclic(b, bindings.meter);
    }

    /** What would happen if two terms were unified. */
    enum Outcome {
        DIFFERENT,
        EQUAL,
        /** They unify, but goals that wait for that may have something against it. */
        WAKES
    }

    /** Tries a unification and undoes it. */
    static Outcome tried(Machine machine, Term a, Term b) {
        Trial trial = new Trial(machine.bindings);
        try {
            return !machine.unify(a, b) ? Outcome.DIFFERENT : trial.woke() ? Outcome.WAKES : Outcome.EQUAL;
        } finally {
            trial.undo();
        }
    }

    /** What a unification would bind, in order: none if the terms are the same, null if they cannot be. */
    static @Nullable List<DelayPredicates.Equation> unifier(Machine machine, Term a, Term b) {
        Trial trial = new Trial(machine.bindings);
        try {
            return machine.unify(a, b) ? trial.equations() : null;
        } finally {
            trial.undo();
        }
    }

    /** Bindings that all go on the trail, so that they can be undone at once. */
    private static final class Trial {
        private final Bindings bindings;
        private final int top;
        private final long mark;
        private final int woken;

        Trial(Bindings bindings) {
            this.bindings = bindings;
            this.top = bindings.top;
            this.mark = bindings.mark;
            this.woken = bindings.delays.count();
            bindings.mark = Long.MAX_VALUE;
        }

        boolean woke() {
            return bindings.delays.count() > woken;
        }

        List<DelayPredicates.Equation> equations() {
            List<DelayPredicates.Equation> all = new ArrayList<>();
            for (int i = top; i < bindings.top; i++) {
                bindings.meter.cells(1);
                if (bindings.entry(i) instanceof Var variable) {
                    Term value = Inside.ref(variable);
                    if (value != null) {
                        all.add(new DelayPredicates.Equation(variable, value));
                    }
                }
            }
            return all;
        }

        void undo() {
            bindings.undo(top);
            bindings.mark = mark;
            bindings.delays.forget(woken);
        }
    }

    /** Whether two terms are the same but for the names of their variables. */
    static boolean variants(Meter meter, Term a, Term b) {
        IdentityHashMap<Var, Var> there = new IdentityHashMap<>();
        IdentityHashMap<Var, Var> back = new IdentityHashMap<>();
        Deque<Term> pending = new ArrayDeque<>();
        pending.push(b);
        pending.push(a);
        while (!pending.isEmpty()) {
            meter.work(1);
            Term x = Var.deref(pending.pop());
            Term y = Var.deref(pending.pop());
            if (x instanceof Struct s && y instanceof Struct t) {
                if (!s.functor().is(t.functor())) {
                    return false;
                }
                for (int i = s.functor().arity - 1; i >= 0; i--) {
                    pending.push(t.arg(i));
                    pending.push(s.arg(i));
                }
            } else if (x instanceof Var v && y instanceof Var w) {
                Var known = there.putIfAbsent(v, w);
                Var reverse = back.putIfAbsent(w, v);
                if (known != null && known != w || reverse != null && reverse != v) {
                    return false;
                }
                if (known == null && !goals(v, w, pending)) {
                    return false;
                }
            } else if (x instanceof Struct || !meter.equal(x, y)) {
                return false;
            }
        }
        return true;
    }

    /** Adds the goals that wait at two variables, which must be variants, too; whether there are as many. */
    private static boolean goals(Var a, Var b, Deque<Term> pending) {
        if (!(a instanceof Watched) && !(b instanceof Watched)) {
            return true;
        }
        if (!(a instanceof Watched x && b instanceof Watched y)) {
            return false;
        }
        Iterator<Delayed> left = x.delayed().iterator();
        Iterator<Delayed> right = y.delayed().iterator();
        while (left.hasNext() && right.hasNext()) {
            pending.push(right.next().goal());
            pending.push(left.next().goal());
        }
        return left.hasNext() == right.hasNext();
    }

    /** Whether some instance of {@code general} is identical to {@code specific}, whose variables stay as they are. */
    static boolean subsumes(Machine machine, Term general, Term specific) {
        Bindings bindings = machine.bindings;
        List<Var> fixed = TermWalks.variables(specific, bindings.meter);
        Trial trial = new Trial(bindings);
        try {
            if (!bindings.unify(general, specific)) {
                return false;
            }
            Set<Term> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Var variable : fixed) {
                Term value = Var.deref(variable);
                if (!(value instanceof Var) || !distinct.add(value)) {
                    return false;
                }
            }
            // A variable of the specific term may stand for one of the general term, but then for it alone.
            return TermWalks.variables(specific, bindings.meter).size() == fixed.size() && TermWalks.acyclic(general, bindings.meter);
        } finally {
            trial.undo();
        }
    }
}
