package io.millrace.logic.machine;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Grammar;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects clauses and declarations, and compiles them at the end, when all procedures are known. A program may redefine predicates of the
 * library, but not built-in ones. Not safe for use by several threads.
 */
public final class ProgramBuilder {
    private static final Atom CUT = Atom.of("!");

    private final Program base;
    private final Names names;
    private final Copier copier = new Copier(new Bindings(new Meter(Long.MAX_VALUE, () -> {})));
    private final Map<Functor, Definition> definitions = new LinkedHashMap<>();
    private final List<Program.Directive> directives = new ArrayList<>();
    private final Map<Functor, Library.Entry> host = new HashMap<>();
    private Operators operators;
    private Flags flags;
    private Loader loader = (builder, read, source) -> false;
    private boolean library;

    /** A hook of the host, called for each clause before it is added. */
    @FunctionalInterface
    public interface Loader {
        /** Whether it has taken the clause, by adding what it stands for to the builder. */
        boolean take(ProgramBuilder builder, Read read, Source source);
    }

    private static final class Definition {
        final List<Raw> clauses = new ArrayList<>();
        boolean dynamic;
        @Nullable Guarded guarded;
    }

    private record Raw(Term head, Term body, int variables, Goal.@Nullable Place place) {}

    /** A builder of a program on top of another. */
    public ProgramBuilder(Program base) {
        this.base = base;
        this.names = new Names(base.names);
        this.operators = base.operators();
        this.flags = base.flags();
    }

    /** Marks what is defined as a library, which programs on top may define anew. */
    ProgramBuilder asLibrary() {
        library = true;
        return this;
    }

    /** The operators for the text to come. */
    public ProgramBuilder operators(Operators value) {
        operators = value;
        return this;
    }

    /** The operators so far. */
    public Operators operators() {
        return operators;
    }

    /** The flags for the text to come. */
    public ProgramBuilder flags(Flags value) {
        flags = value;
        return this;
    }

    /** The flags so far. */
    public Flags flags() {
        return flags;
    }

    /** Host predicates that machines for this program will have; calls of them are linked directly. */
    public ProgramBuilder library(Library predicates) {
        host.putAll(predicates.entries);
        return this;
    }

    /** Sets the hook of the host for clauses. */
    public ProgramBuilder loader(Loader value) {
        loader = value;
        return this;
    }

    /** Adds the clauses and declarations of a text; throws its first {@link SyntaxError}. */
    public ProgramBuilder consult(Source source) {
        Reader reader = new Reader(source, operators, flags);
        for (Read read = reader.next(); read != null; read = reader.next()) {
            add(read, source);
            reader.operators(operators);
            reader.flags(flags);
        }
        return this;
    }

    /** Adds all clauses of a text that can be read, and the errors of the others to a list. */
    public ProgramBuilder consult(Source source, List<SyntaxError> errors) {
        Reader reader = new Reader(source, operators, flags);
        boolean more = true;
        while (more) {
            try {
                Read read = reader.next();
                more = read != null;
                if (read != null) {
                    add(read, source);
                    reader.operators(operators);
                    reader.flags(flags);
                }
            } catch (SyntaxError error) {
                errors.add(error);
            }
        }
        return this;
    }

    private void add(Read read, Source source) {
        if (!loader.take(this, read, source)) {
            clause(read.term(), source.name(), source.line(read.start()));
        }
    }

    /** Adds a clause or a directive. */
    public ProgramBuilder clause(Term term) {
        return clause(term, null, 0);
    }

    /** Adds a clause or a directive from a line of a file. */
    public ProgramBuilder clause(Term term, @Nullable String file, int line) {
        Term at = term.deref();
        if (at instanceof Struct struct && struct.is(":-", 1)) {
            directive(struct.arg(0).deref(), file, line);
        } else if (at instanceof Struct struct && struct.is("?-", 1)) {
            directives.add(new Program.Directive(struct.arg(0).deref(), false, file == null ? "" : file, line));
        } else if (at instanceof Struct rule && Grammar.isRule(rule)) {
            return clause(Grammar.clause(rule, Var::new), file, line);
        } else {
            boolean rule = at instanceof Struct struct && struct.is(":-", 2);
            Term head = rule ? ((Struct) at).arg(0).deref() : at;
            store(head, rule ? ((Struct) at).arg(1).deref() : Atom.TRUE, file, line);
        }
        return this;
    }

    /** Adds a clause of a guarded predicate, {@code Head :- Guard : Body}; see {@link Guarded}. */
    public ProgramBuilder guardedClause(
            Term head, Term guard, Term body, Guarded guarded, @Nullable String file, int line) {
        // A cut in a guard is its own affair; the cut behind it commits, and takes with it what the guard left to try.
        Term opaque = TermWalks.all(guard, part -> !part.equals(CUT)) ? guard : Struct.of("call", guard);
        Term all = Struct.of(",", opaque, Struct.of(",", CUT, body));
        store(head.deref(), all, file, line).guarded = guarded;
        return this;
    }

    private Definition store(Term head, Term body, @Nullable String file, int line) {
        Term callable = Arguments.callable(head);
        Functor functor = names.of(
                callable instanceof Struct struct ? struct.functor() : new Functor((Atom) callable, 0));
        Goal.Place place = new Goal.Place(functor, file, line);
        Definition definition = define(functor, place);
        List<Var> variables = new ArrayList<>();
        Copier stored = new Copier(copier.bindings(), names);
        Struct both = (Struct) stored.stored(Struct.of(":-", callable, Bodies.converted(body, null)), variables);
        definition.clauses.add(new Raw(both.first(), both.second(), variables.size(), place));
        return definition;
    }

    private Definition define(Functor functor, Goal.Place place) {
        Procedure known = base.procedure(functor);
        if (known != null && !known.library && (known.entry != null || known.control()) || host.containsKey(functor)) {
            throw Errors.permission("modify", "static_procedure", functor.indicator()).at(List.of(place.toString()));
        }
        return definitions.computeIfAbsent(functor, f -> new Definition());
    }

    /** Declares a predicate dynamic. */
    public ProgramBuilder dynamic(String name, int arity) {
        Functor functor = names.of(Functor.of(name, arity));
        define(functor, new Goal.Place(functor, null, 0)).dynamic = true;
        return this;
    }

    private void directive(Term goal, @Nullable String file, int line) {
        String name = goal instanceof Struct struct ? struct.name().name() + "/" + struct.arity() : "";
        switch (name) {
            case "dynamic/1" -> Declarations.each(((Struct) goal).arg(0), this::dynamic, null);
            case "discontiguous/1", "multifile/1", "ensure_loaded/1", "use_module/1", "use_module/2", "module/2" -> {}
            case "op/3" -> operators = Declarations.operators(operators, (Struct) goal, null);
            case "set_prolog_flag/2" -> flags = Declarations.flag(flags, ((Struct) goal).arg(0), ((Struct) goal).arg(1));
            case "initialization/1" -> directives.add(new Program.Directive(
                    ((Struct) goal).arg(0).deref(), true, file == null ? "" : file, line));
            default -> directives.add(new Program.Directive(goal, false, file == null ? "" : file, line));
        }
    }

    /** Compiles everything. */
    public Program build() {
        Map<Functor, Procedure> procedures = new HashMap<>(base.procedures());
        int[] slots = {base.slots()};
        host.forEach((functor, entry) -> {
            Procedure procedure = new Procedure(functor, slots[0]++);
            procedure.entry = entry;
            procedures.put(functor, procedure);
        });
        definitions.forEach((functor, definition) -> {
            Procedure procedure = new Procedure(functor, slots[0]++);
            procedure.dynamic = definition.dynamic;
            procedure.guarded = definition.guarded;
            procedure.library = library;
            procedures.put(functor, procedure);
        });
        definitions.forEach((functor, definition) -> {
            List<Clause> clauses = new ArrayList<>();
            int size = functor.arity;
            for (Raw raw : definition.clauses) {
                Clause clause = compile(raw, f -> procedures.computeIfAbsent(f, u -> new Procedure(names.of(u), slots[0]++)));
                clauses.add(clause);
                size = Math.max(size, clause.code.size);
            }
            ClauseList list = ClauseList.of(clauses.toArray(Clause[]::new));
            list.shareable();
            Procedure procedure = java.util.Objects.requireNonNull(procedures.get(functor));
            procedure.frameSize = size;
            if (definition.dynamic || definition.guarded != null) {
                procedure.initial = list;
            } else {
                procedure.fixed = list;
            }
        });
        return new Program(procedures, slots[0], operators, flags, directives, names);
    }

    private static Clause compile(Raw raw, java.util.function.Function<Functor, Procedure> procedures) {
        try {
            return Compiler.clause(raw.head, raw.body, raw.variables, procedures, raw.place, null);
        } catch (PrologError error) {
            throw raw.place == null ? error : error.at(List.of(raw.place.toString()));
        }
    }
}
