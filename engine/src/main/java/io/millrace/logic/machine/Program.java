package io.millrace.logic.machine;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A compiled program: static clauses, the clauses that dynamic procedures begin with, operators, flags and directives.
 * Immutable and shared by any number of machines and threads.
 */
public final class Program {
    private final Map<Functor, Procedure> procedures;
    private final int slots;
    private final Operators operators;
    private final Flags flags;
    private final List<Directive> directives;
    final Names names;

    /**
     * A directive that is not a declaration, to be run by the loader of the program.
     *
     * @param goal what to run
     * @param initialization whether it waits until the whole program is loaded
     * @param file the name of its text
     * @param line the line on which it begins
     */
    public record Directive(Term goal, boolean initialization, String file, int line) {}

    Program(Map<Functor, Procedure> procedures, int slots, Operators operators, Flags flags,
            List<Directive> directives, Names names) {
        this.procedures = procedures;
        this.slots = slots;
        this.operators = operators;
        this.flags = flags;
        this.directives = List.copyOf(directives);
        this.names = names;
    }

    /**
     * The program that others are built on: the predicates of the machine itself, further ones, and a library in Prolog.
     */
    public static Program standard(Library builtIns, List<Source> library) {
        Library.Builder all = Library.builder();
        ControlPredicates.register(all);
        DelayPredicates.register(all);
        DatabasePredicates.register(all);
        SystemPredicates.register(all);
        all.all(builtIns);
        Map<Functor, Procedure> procedures = new HashMap<>();
        int slot = 0;
        Names names = new Names();
        for (Library.Entry entry : all.build().entries.values()) {
            Procedure procedure = new Procedure(names.of(entry.functor()), slot++);
            procedure.entry = entry;
            procedures.put(procedure.functor, procedure);
        }
        for (Functor functor : BodyCompiler.constructs()) {
            procedures.put(functor, new Procedure(names.of(functor), slot++));
        }
        Program bare = new Program(procedures, slot, Operators.iso(), Flags.iso(), List.of(), names);
        ProgramBuilder builder = new ProgramBuilder(bare).asLibrary();
        library.forEach(builder::consult);
        return builder.build();
    }

    /** The operators at its end. */
    public Operators operators() {
        return operators;
    }

    /** The flags at its end. */
    public Flags flags() {
        return flags;
    }

    /** The directives of its text. */
    public List<Directive> directives() {
        return directives;
    }

    /** Whether it has clauses for a predicate, or declares it. */
    public boolean defines(String name, int arity) {
        Procedure procedure = procedures.get(Functor.of(name, arity));
        return procedure != null && procedure.defined();
    }

    /** Every predicate that a goal can call, as {@code name/arity}, control constructs included. */
    public Set<String> predicates() {
        Set<String> names = new TreeSet<>();
        for (Procedure procedure : procedures.values()) {
            boolean own = procedure.functor.name.name().startsWith("$");
            if (!own && (procedure.defined() || procedure.control())) {
                names.add(procedure.functor.name.name() + "/" + procedure.functor.arity);
            }
        }
        return names;
    }

    @Nullable Procedure procedure(Functor functor) {
        return procedures.get(functor);
    }

    Map<Functor, Procedure> procedures() {
        return procedures;
    }

    int slots() {
        return slots;
    }
}
