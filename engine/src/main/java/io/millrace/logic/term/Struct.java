package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/**
 * A compound term.
 *
 * <p>The first three arguments are fields, so that a list cell or a small term is one object; arguments beyond lie in
 * {@code more}. The fields are written only while the term is being built, before anyone else can see it.
 */
public final class Struct extends Term {
    static final Term HOLE = Atom.of("$hole");

    final Functor functor;
    Term first;
    Term second = HOLE;
    Term third = HOLE;
    final Term @Nullable [] more;

    /** A term whose arguments are still to be set. */
    Struct(Functor functor) {
        this.functor = functor;
        this.first = HOLE;
        this.more = functor.arity > 3 ? new Term[functor.arity - 3] : null;
    }

    Struct(Functor functor, Term first) {
        this.functor = functor;
        this.first = first;
        this.more = null;
    }

    Struct(Functor functor, Term first, Term second) {
        this.functor = functor;
        this.first = first;
        this.second = second;
        this.more = null;
    }

    /** The term {@code name(args...)}; at least one argument. */
    public static Struct of(String name, Term... args) {
        return of(Atom.of(name), args);
    }

    /** The term {@code name(args...)}; at least one argument. */
    public static Struct of(Atom name, Term... args) {
        return of(new Functor(name, args.length), args);
    }

    /** The term with this functor, which has at least one argument; there may be more terms than it takes. */
    public static Struct of(Functor functor, Term... args) {
        if (functor.arity == 0) {
            throw new IllegalArgumentException("a compound term has at least one argument");
        }
        Struct struct = new Struct(functor);
        for (int i = 0; i < functor.arity; i++) {
            struct.set(i, args[i]);
        }
        return struct;
    }

    /** The name of the functor. */
    public Atom name() {
        return functor.name;
    }

    /** The name and the number of arguments. */
    public Functor functor() {
        return functor;
    }

    /** The first argument, not dereferenced. */
    public Term first() {
        return first;
    }

    /** The second argument, not dereferenced; only for a term that has one. */
    public Term second() {
        return second;
    }

    /** The number of arguments, at least one. */
    public int arity() {
        return functor.arity;
    }

    /** The argument at a place counted from zero, not dereferenced. */
    public Term arg(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            default -> rest()[index - 3];
        };
    }

    /** Whether the functor is {@code name/arity}. */
    public boolean is(String name, int arity) {
        return functor.arity == arity && functor.name.name().equals(name);
    }

    void set(int index, Term value) {
        switch (index) {
            case 0 -> first = value;
            case 1 -> second = value;
            case 2 -> third = value;
            default -> rest()[index - 3] = value;
        }
    }

    private Term[] rest() {
        Term[] rest = more;
        if (rest == null) {
            throw new IndexOutOfBoundsException("no such argument of " + functor);
        }
        return rest;
    }

    /** Structural identity, as {@code ==} tells it. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Struct struct && Order.identical(this, struct);
    }

    @Override
    public int hashCode() {
        return Order.hash(this);
    }

    @Override
    public String toString() {
        return Shown.of(this);
    }
}
