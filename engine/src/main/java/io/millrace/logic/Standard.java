package io.millrace.logic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The built-in predicates, and the library that is itself written in Prolog. */
final class Standard {
    /** The program that every other is built on. */
    static final Program PROGRAM = program();

    private Standard() {}

    private static Program program() {
        Library.Builder library = Library.builder();
        ControlPredicates.register(library);
        TermPredicates.register(library);
        ArithmeticPredicates.register(library);
        DatabasePredicates.register(library);
        ListPredicates.register(library);
        SystemPredicates.register(library);
        AtomPredicates.register(library);
        StringPredicates.register(library);
        TextPredicates.register(library);
        OutputPredicates.register(library);
        Map<Functor, Procedure> procedures = new HashMap<>();
        int slot = 0;
        Names names = new Names();
        for (Library.Entry entry : library.build().entries.values()) {
            Procedure procedure = new Procedure(names.of(entry.functor()), slot++);
            procedure.entry = entry;
            procedures.put(procedure.functor, procedure);
        }
        for (Functor functor : BodyCompiler.constructs()) {
            procedures.put(functor, new Procedure(names.of(functor), slot++));
        }
        Program bare = new Program(procedures, slot, Operators.iso(), Flags.iso(), List.of(), names);
        ProgramBuilder builder = new ProgramBuilder(bare).asLibrary();
        Prelude.SOURCES.forEach(builder::consult);
        return builder.build();
    }
}
