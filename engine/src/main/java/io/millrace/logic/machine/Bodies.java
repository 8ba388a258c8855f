package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Terms as bodies of clauses (ISO 7.6.2): which can be one, and the form in which {@code clause/2} shows them. */
final class Bodies {
    private static final Set<Functor> CONTROL =
            Set.of(Functor.of(",", 2), Functor.of(";", 2), Functor.of("->", 2), Functor.of("*->", 2));

    private Bodies() {}

    /** Whether every goal that a body shows is a variable, an atom or a compound. */
    static boolean callable(Term body, @Nullable Meter meter) {
        Deque<Term> left = new ArrayDeque<>();
        left.push(body);
        while (!left.isEmpty()) {
            if (meter != null) {
                meter.cells(1);
            }
            Term at = Var.deref(left.pop());
            if (at instanceof Struct struct) {
                if (CONTROL.contains(struct.functor())) {
                    left.push(struct.second());
                    left.push(struct.first());
                }
            } else if (!(at instanceof Var) && !(at instanceof Atom)) {
                return false;
            }
        }
        return true;
    }

    /** The body with {@code call(V)} for each goal that is a variable. */
    static Term converted(Term body, @Nullable Meter meter) {
        return hasVariable(body, meter) ? rebuilt(body) : body;
    }

    private static boolean hasVariable(Term body, @Nullable Meter meter) {
        Deque<Term> left = new ArrayDeque<>();
        left.push(body);
        while (!left.isEmpty()) {
            if (meter != null) {
                meter.cells(1);
            }
            Term at = Var.deref(left.pop());
            if (at instanceof Var) {
                return true;
            }
            if (at instanceof Struct struct && CONTROL.contains(struct.functor())) {
                left.push(struct.second());
                left.push(struct.first());
            }
        }
        return false;
    }

    /** Parts wait on a stack of their own, since a conjunction may have any number of goals. */
    private static Term rebuilt(Term body) {
        Deque<Object> left = new ArrayDeque<>();
        Deque<Term> done = new ArrayDeque<>();
        left.push(body);
        while (!left.isEmpty()) {
            Object next = left.pop();
            if (next instanceof Functor functor) {
                Term second = done.pop();
                done.push(Struct.of(functor, new Term[] {done.pop(), second}));
                continue;
            }
            Term at = Var.deref((Term) next);
            if (at instanceof Struct struct && CONTROL.contains(struct.functor())) {
                left.push(struct.functor());
                left.push(struct.second());
                left.push(struct.first());
            } else {
                done.push(at instanceof Var ? Struct.of("call", at) : at);
            }
        }
        return done.pop();
    }
}
