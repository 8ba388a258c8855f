package io.millrace.logic.term;

/**
 * A Prolog term.
 *
 * <p>All terms except unbound {@link Var}s are immutable. A bound variable is transparent: call {@link #deref()} before you check the type
 * of a term. Terms with variables are confined to the thread of their machine.
 */
public sealed interface Term permits Var, Atom, Int, Big, Real, Str, Struct {
    /** The term itself, or for a variable the end of its chain of bindings. */
    default Term deref() {
        return Var.deref(this);
    }
}
