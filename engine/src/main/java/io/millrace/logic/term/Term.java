package io.millrace.logic.term;

/**
 * A Prolog term.
 *
 * <p>Everything but an unbound {@link Var} is immutable. A bound variable is transparent: look at {@link #deref()}
 * before asking what a term is.
 *
 * <p>It is a class and not an interface for the sake of speed: whoever stores a term in an array asks whether it is one, and that
 * question is answered much faster for a class.
 */
public abstract sealed class Term permits Var, Atom, Int, Big, Real, Str, Struct {
    Term() {}

    /** The term itself, or what the variable stands for at the end of its chain of bindings. */
    public final Term deref() {
        return Var.deref(this);
    }
}
