package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Program;

/** The built-in predicates, and the library that is itself written in Prolog. */
public final class Standard {
    /** The program that every other is built on. */
    public static final Program PROGRAM = Program.standard(predicates(), Prelude.SOURCES);

    private Standard() {}

    private static Library predicates() {
        Library.Builder library = Library.builder();
        TermPredicates.register(library);
        ArithmeticPredicates.register(library);
        ListPredicates.register(library);
        AtomPredicates.register(library);
        StringPredicates.register(library);
        TextPredicates.register(library);
        OutputPredicates.register(library);
        DatePredicates.register(library);
        return library.build();
    }
}
