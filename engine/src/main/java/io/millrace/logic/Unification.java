package io.millrace.logic;

/** Unification with the occurs check, and the questions that try a unification without keeping it. */
final class Unification {
    private Unification() {}

    /** Unifies as usual and then looks whether a term became part of itself. */
    static boolean withOccursCheck(Bindings bindings, Term a, Term b) {
        return bindings.unify(a, b) && acyclic(a) && acyclic(b);
    }

    /** Whether a term is a finite tree: a walk in depth that meets no compound inside itself. */
    static boolean acyclic(Term term) {
        java.util.Deque<Object> path = new java.util.ArrayDeque<>();
        java.util.Set<Struct> open = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        java.util.Set<Struct> done = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
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
                path.push(new Leave(struct));
                for (int i = 0; i < struct.functor.arity; i++) {
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
        java.util.IdentityHashMap<Var, Var> there = new java.util.IdentityHashMap<>();
        java.util.IdentityHashMap<Var, Var> back = new java.util.IdentityHashMap<>();
        java.util.Deque<Term> pending = new java.util.ArrayDeque<>();
        pending.push(b);
        pending.push(a);
        while (!pending.isEmpty()) {
            meter.spend(1);
            Term x = Var.deref(pending.pop());
            Term y = Var.deref(pending.pop());
            if (x instanceof Struct s && y instanceof Struct t) {
                if (!s.functor.is(t.functor)) {
                    return false;
                }
                for (int i = s.functor.arity - 1; i >= 0; i--) {
                    pending.push(t.arg(i));
                    pending.push(s.arg(i));
                }
            } else if (x instanceof Var v && y instanceof Var w) {
                Var known = there.putIfAbsent(v, w);
                Var reverse = back.putIfAbsent(w, v);
                if (known != null && known != w || reverse != null && reverse != v) {
                    return false;
                }
            } else if (!x.equals(y)) {
                return false;
            }
        }
        return true;
    }

    /** Whether some instance of {@code general} is identical to {@code specific}, whose variables stay as they are. */
    static boolean subsumes(Machine machine, Term general, Term specific) {
        Bindings bindings = machine.bindings;
        java.util.List<Var> fixed = Terms.variables(specific);
        int top = bindings.top;
        long mark = bindings.mark;
        bindings.mark = Long.MAX_VALUE;
        try {
            if (!bindings.unify(general, specific)) {
                return false;
            }
            java.util.Set<Term> distinct = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
            for (Var variable : fixed) {
                Term value = Var.deref(variable);
                if (!(value instanceof Var) || !distinct.add(value)) {
                    return false;
                }
            }
            // A variable of the specific term may stand for one of the general term, but then for it alone.
            return Terms.variables(specific).size() == fixed.size() && acyclic(general);
        } finally {
            bindings.undo(top);
            bindings.mark = mark;
        }
    }
}
