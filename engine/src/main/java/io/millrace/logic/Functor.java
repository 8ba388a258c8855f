package io.millrace.logic;

import org.jspecify.annotations.Nullable;

/** A name with an arity: what a compound term or a procedure is called. */
final class Functor {
    /** The functor of a list cell. */
    static final Functor LIST = new Functor(Atom.of("."), 2);

    final Atom name;
    final int arity;
    private final int hash;

    Functor(Atom name, int arity) {
        this.name = name;
        this.arity = arity;
        this.hash = name.hashCode() * 31 + arity;
    }

    static Functor of(String name, int arity) {
        return new Functor(Atom.of(name), arity);
    }

    /** {@code Name/Arity}, as error terms name procedures. */
    Term indicator() {
        return Struct.of("/", name, Int.of(arity));
    }

    @SuppressWarnings("ReferenceEquality") // the same object first: nearly every comparison ends there
    boolean is(Functor other) {
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
