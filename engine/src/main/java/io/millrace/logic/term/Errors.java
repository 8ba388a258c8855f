package io.millrace.logic.term;

/** The error terms of the standard, {@code error(Formal, Context)}. */
public final class Errors {
    private Errors() {}

    public static PrologError instantiation() {
        return error(Atom.of("instantiation_error"));
    }

    public static PrologError type(String expected, Term culprit) {
        return error(Struct.of("type_error", Atom.of(expected), culprit.deref()));
    }

    public static PrologError domain(String expected, Term culprit) {
        return error(Struct.of("domain_error", Atom.of(expected), culprit.deref()));
    }

    public static PrologError existence(String kind, Term culprit) {
        return error(Struct.of("existence_error", Atom.of(kind), culprit));
    }

    public static PrologError permission(String action, String kind, Term culprit) {
        return error(Struct.of("permission_error", Atom.of(action), Atom.of(kind), culprit));
    }

    public static PrologError representation(String what) {
        return error(Struct.of("representation_error", Atom.of(what)));
    }

    public static PrologError evaluation(String what) {
        return error(Struct.of("evaluation_error", Atom.of(what)));
    }

    public static PrologError resource(String what) {
        return error(Struct.of("resource_error", Atom.of(what)));
    }

    public static PrologError error(Term formal) {
        return new PrologError(Struct.of("error", formal, new Var()));
    }
}
