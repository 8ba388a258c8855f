package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Term;
import java.util.HashMap;
import java.util.Map;

/** The atoms and functors of a program, each once, so that comparing two of them nearly always compares references. */
final class Names {
    private final Map<Atom, Atom> atoms = new HashMap<>();
    private final Map<Functor, Functor> functors = new HashMap<>();

    Names() {
        atoms.put(Atom.NIL, Atom.NIL);
        functors.put(Functor.LIST, Functor.LIST);
    }

    Names(Names more) {
        atoms.putAll(more.atoms);
        functors.putAll(more.functors);
    }

    Term of(Term atomic) {
        return atomic instanceof Atom atom ? atoms.computeIfAbsent(atom, a -> a) : atomic;
    }

    Functor of(Functor functor) {
        return functors.computeIfAbsent(functor, f -> f);
    }
}
