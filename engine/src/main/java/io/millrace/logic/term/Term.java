package io.millrace.logic.term;

/**
 * A Prolog term.
 *
 * <p>All terms except unbound {@link Var}s are immutable. A bound variable is transparent: call {@link #deref()} before you check the type
 * of a term. Terms with variables are confined to the thread of their machine.
 *
 * <p>It is a class and not an interface because of speed: the JVM checks the type of everything that is stored in an array of terms, and it
 * checks a class much faster.
 */
public abstract sealed class Term permits Var, Atom, Int, Big, Real, Str, Struct {
    Term() {}

    /** The term itself, or for a variable the end of its chain of bindings. */
    public final Term deref() {
        return Var.deref(this);
    }
}
