package io.millrace.logic.term;

/** The error terms of the standard, {@code error(Formal, Context)}. */
public final class Errors {
    private Errors() {}

    /** A variable is unbound where a value is needed. Like every method here, this returns the exception; the caller throws it. */
    public static PrologError instantiation() {
        return error(Atom.of("instantiation_error"));
    }

    /** A term is not of the expected type, such as {@code integer}. */
    public static PrologError type(String expected, Term culprit) {
        return error(Struct.of("type_error", Atom.of(expected), culprit.deref()));
    }

    /** A term has the right type but a value outside the expected domain, such as {@code not_less_than_zero}. */
    public static PrologError domain(String expected, Term culprit) {
        return error(Struct.of("domain_error", Atom.of(expected), culprit.deref()));
    }

    /** An object of this kind, such as {@code procedure} or {@code stream}, does not exist. */
    public static PrologError existence(String kind, Term culprit) {
        return error(Struct.of("existence_error", Atom.of(kind), culprit));
    }

    /** An action, such as {@code modify}, is not allowed on an object of this kind, such as {@code static_procedure}. */
    public static PrologError permission(String action, String kind, Term culprit) {
        return error(Struct.of("permission_error", Atom.of(action), Atom.of(kind), culprit));
    }

    /** A value exceeds what the implementation can represent, such as {@code max_arity}. */
    public static PrologError representation(String what) {
        return error(Struct.of("representation_error", Atom.of(what)));
    }

    /** An arithmetic function has no value here, such as {@code zero_divisor}. */
    public static PrologError evaluation(String what) {
        return error(Struct.of("evaluation_error", Atom.of(what)));
    }

    /** A resource, such as {@code memory}, does not suffice. A program can catch this, unlike a {@link Stop}. */
    public static PrologError resource(String what) {
        return error(Struct.of("resource_error", Atom.of(what)));
    }

    /** {@code error(Formal, _)} with a context that is left unbound. */
    public static PrologError error(Term formal) {
        return new PrologError(Struct.of("error", formal, new Var()));
    }
}
