package io.millrace.logic;

/** The error terms of the standard, {@code error(Formal, Context)}. */
final class Errors {
    private Errors() {}

    static PrologError instantiation() {
        return error(Atom.of("instantiation_error"));
    }

    static PrologError type(String expected, Term culprit) {
        return error(Struct.of("type_error", Atom.of(expected), culprit.deref()));
    }

    static PrologError domain(String expected, Term culprit) {
        return error(Struct.of("domain_error", Atom.of(expected), culprit.deref()));
    }

    static PrologError existence(String kind, Term culprit) {
        return error(Struct.of("existence_error", Atom.of(kind), culprit));
    }

    static PrologError permission(String action, String kind, Term culprit) {
        return error(Struct.of("permission_error", Atom.of(action), Atom.of(kind), culprit));
    }

    static PrologError representation(String what) {
        return error(Struct.of("representation_error", Atom.of(what)));
    }

    static PrologError evaluation(String what) {
        return error(Struct.of("evaluation_error", Atom.of(what)));
    }

    static PrologError resource(String what) {
        return error(Struct.of("resource_error", Atom.of(what)));
    }

    static PrologError error(Term formal) {
        return new PrologError(Struct.of("error", formal, new Var()));
    }
}
