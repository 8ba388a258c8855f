package io.millrace.logic.machine;

import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Unification with the occurs check, and the questions that try a unification without keeping it. */
final class Unification {
    private Unification() {}

    /** Unifies as usual and then looks whether a term became part of itself. */
    static boolean withOccursCheck(Bindings bindings, Term a, Term b) {
        return bindings.unify(a, b) && TermWalks.acyclic(a, bindings.meter) && TermWalks.acyclic(b, bindings.meter);
    }

    /** Whether two terms unify, without leaving a binding. */
    static boolean possible(Machine machine, Term a, Term b) {
        Bindings bindings = machine.bindings;
        int top = bindings.top;
        long mark = bindings.mark;
        bindings.mark = Long.MAX_VALUE;
        try {
            return machine.unify(a, b);
        } finally {
            bindings.undo(top);
            bindings.mark = mark;
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
            } else if (x instanceof Struct || !meter.equal(x, y)) {
                return false;
            }
        }
        return true;
    }

    /** Whether some instance of {@code general} is identical to {@code specific}, whose variables stay as they are. */
    static boolean subsumes(Machine machine, Term general, Term specific) {
        Bindings bindings = machine.bindings;
        List<Var> fixed = TermWalks.variables(specific, bindings.meter);
        int top = bindings.top;
        long mark = bindings.mark;
        bindings.mark = Long.MAX_VALUE;
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
            bindings.undo(top);
            bindings.mark = mark;
        }
    }
}
