package io.millrace.logic.term;

import java.math.BigInteger;
import java.util.List;

/** What built-ins ask of their arguments, and the errors if they do not get it. */
public final class Arguments {
    private Arguments() {}

    /** The atom that a term is or is bound to. Throws an {@code instantiation_error} or a {@code type_error}. */
    public static Atom atom(Term term) {
        return switch (term.deref()) {
            case Atom atom -> atom;
            case Var v -> throw Errors.instantiation();
            case Int i -> throw Errors.type("atom", i);
            case Big b -> throw Errors.type("atom", b);
            case Real r -> throw Errors.type("atom", r);
            case Str s -> throw Errors.type("atom", s);
            case Struct s -> throw Errors.type("atom", s);
        };
    }

    /**
     * The integer that a term is or is bound to: an {@link Int} or a {@link Big}. Throws an {@code instantiation_error} or a {@code
     * type_error}.
     */
    public static Term integer(Term term) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(at instanceof Int) && !(at instanceof Big)) {
            throw Errors.type("integer", at);
        }
        return at;
    }

    /** The value of an integer of any length. Throws as {@link #integer} does. */
    public static BigInteger big(Term term) {
        return Numbers.big(integer(term));
    }

    /** An integer that fits into 31 bits; a larger one is more than any resource. */
    public static int small(Term term) {
        Term at = integer(term);
        if (at instanceof Int i && i.value >= Integer.MIN_VALUE && i.value <= Integer.MAX_VALUE) {
            return (int) i.value;
        }
        throw Errors.resource("memory");
    }

    /** The atom or compound term that a term is or is bound to. Throws an {@code instantiation_error} or a {@code type_error}. */
    public static Term callable(Term term) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(at instanceof Atom) && !(at instanceof Struct)) {
            throw Errors.type("callable", at);
        }
        return at;
    }

    /** The elements of a proper list. */
    public static List<Term> list(Term term, Meter meter) {
        List<Term> elements = Lists.elements(term, meter);
        if (elements == null) {
            if (Lists.end(term) instanceof Var) {
                throw Errors.instantiation();
            }
            throw Errors.type("list", term);
        }
        return elements;
    }

    /** A list, or a term that may still become one. */
    public static void partialList(Term term, Meter meter) {
        Lists.cells(term, meter);
        Term end = Lists.end(term);
        if (!(end instanceof Var) && !end.equals(Atom.NIL)) {
            throw Errors.type("list", term);
        }
    }
}
