package io.millrace.logic.term;

/**
 * A Prolog term.
 *
 * <p>Everything but an unbound {@link Var} is immutable. A bound variable is transparent: look at {@link #deref()}
 * before asking what a term is.
 */
public sealed interface Term permits Var, Atom, Int, Big, Real, Str, Struct {
    /** The term itself, or what the variable stands for at the end of its chain of bindings. */
    default Term deref() {
        return Var.deref(this);
    }
}
