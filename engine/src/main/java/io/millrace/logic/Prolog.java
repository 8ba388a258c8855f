package io.millrace.logic;

import io.millrace.logic.library.Standard;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.ProgramBuilder;
import io.millrace.logic.read.Source;

/** The entry point of the Prolog library: creates programs on top of the built-in predicates. Safe for use by several threads. */
public final class Prolog {
    private Prolog() {}

    /** The program with the built-in predicates only. */
    public static Program standard() {
        return Standard.PROGRAM;
    }

    /** A builder of a program on top of the built-in predicates. */
    public static ProgramBuilder builder() {
        return new ProgramBuilder(standard());
    }

    /** The program in a text; throws {@link io.millrace.logic.read.SyntaxError} at its first error. */
    public static Program program(Source source) {
        return builder().consult(source).build();
    }
}
