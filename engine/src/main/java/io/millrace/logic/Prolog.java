package io.millrace.logic;

import io.millrace.logic.library.Standard;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.ProgramBuilder;
import io.millrace.logic.read.Source;

/** Where programs begin: the built-in predicates, and what is built on top of them. */
public final class Prolog {
    private Prolog() {}

    /** The built-in predicates alone. */
    public static Program standard() {
        return Standard.PROGRAM;
    }

    /** A program to be filled, on top of the built-in predicates. */
    public static ProgramBuilder builder() {
        return new ProgramBuilder(standard());
    }

    /** The program in a text; throws {@link io.millrace.logic.read.SyntaxError} at its first error. */
    public static Program program(Source source) {
        return builder().consult(source).build();
    }
}
