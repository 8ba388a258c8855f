package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/**
 * What only those rooms may do that build terms and bind variables: the readers of texts and of the binary form, and the
 * machine. For everybody else a term is a value.
 */
public final class Inside {
    private Inside() {}

    /** A compound whose arguments are still to be set; nobody else may see it before. */
    public static Struct blank(Functor functor) {
        return new Struct(functor);
    }

    /** A compound with one argument. */
    public static Struct of(Functor functor, Term first) {
        return new Struct(functor, first);
    }

    /** A compound with two arguments. */
    public static Struct of(Functor functor, Term first, Term second) {
        return new Struct(functor, first, second);
    }

    /** Sets an argument of a compound that is being built. */
    public static void set(Struct struct, int index, Term value) {
        struct.set(index, value);
    }

    /** A variable of a certain age. */
    public static Var variable(long serial) {
        return new Var(serial);
    }

    /** Gives a variable from outside its age in a machine. */
    public static void age(Var variable, long serial) {
        variable.serial = serial;
    }

    /** What a variable is bound to, perhaps another variable; null if it is unbound. */
    public static @Nullable Term ref(Var variable) {
        return variable.ref;
    }

    /** Binds a variable, or makes it unbound again. */
    public static void ref(Var variable, @Nullable Term value) {
        variable.ref = value;
    }
}
