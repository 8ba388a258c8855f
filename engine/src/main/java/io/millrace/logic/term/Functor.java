package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/** A name with an arity: what a compound term or a procedure is called. */
public final class Functor {
    /** The functor of a list cell. */
    public static final Functor LIST = new Functor(Atom.of("."), 2);

    /** The largest arity of a term. */
    public static final int MOST_ARGUMENTS = 1 << 20;

    /** The name without the arity. */
    public final Atom name;
    /** The number of arguments; 0 for an atom. */
    public final int arity;
    private final int hash;

    /** A functor. The arity is not checked against {@link #MOST_ARGUMENTS}. */
    public Functor(Atom name, int arity) {
        this.name = name;
        this.arity = arity;
        this.hash = name.hashCode() * 31 + arity;
    }

    /** A functor with an atom of this name. */
    public static Functor of(String name, int arity) {
        return new Functor(Atom.of(name), arity);
    }

    /** {@code Name/Arity}, as error terms name procedures. */
    public Term indicator() {
        return Struct.of("/", name, Int.of(arity));
    }

    /** Whether name and arity are the same; {@link #equals} without its check of the type. */
    @SuppressWarnings("ReferenceEquality") // the same object first: nearly every comparison ends there
    public boolean is(Functor other) {
        return this == other || hash == other.hash && arity == other.arity && name.equals(other.name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Functor functor && is(functor);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return name + "/" + arity;
    }
}
