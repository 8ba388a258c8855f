package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.read.Grammar;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Terms to text and back: what a program reads, it reads from a text that it has. */
final class TextPredicates {
    /** What a character of a text takes while it is read: a token, and a cell of the term. */
    private static final int READER_BYTES = 32;

    private TextPredicates() {}

    static void register(Library.Builder library) {
        library.det("term_to_atom", 2, (machine, args) -> converted(machine, args[0], args[1], true));
        library.det("term_string", 2, (machine, args) -> converted(machine, args[0], args[1], false));
        library.det("term_string", 3, (machine, args) -> converted(machine, args[0], args[1], false));
        library.det("sformat", 3, (machine, args) -> {
            StringBuilder text = new StringBuilder();
            OutputPredicates.format(machine, args[1], args[2], text);
            return machine.unify(args[0], Str.of(text.toString()));
        });
        library.det("atom_to_term", 3, TextPredicates::atomToTerm);
        library.det("dcg_translate_rule", 2, (machine, args) -> {
            Term rule = args[0].deref();
            if (!Grammar.isRule(rule)) {
                throw Errors.type("grammar_rule", rule);
            }
            return machine.unify(args[1], Grammar.clause((Struct) rule, machine::fresh, machine.meter()));
        });
        library.det("read_term_from_atom", 3, (machine, args) -> readTerm(machine, args[0], args[1], args[2]));
    }

    /** Reads a text if there is one, and writes the term otherwise. */
    private static boolean converted(Machine machine, Term term, Term text, boolean atom) {
        if (!(text.deref() instanceof Var)) {
            return machine.unify(term, read(machine, text).term);
        }
        if (atom && term.deref() instanceof Var) {
            throw Errors.instantiation();
        }
        StringBuilder out = new StringBuilder();
        machine.write(Writer.quoted().withOperators(machine.operators()), term, Operators.MAX_PRIORITY, out);
        machine.meter().text(out.length());
        String written = out.toString();
        return machine.unify(text, atom ? Atom.of(written) : Str.of(written));
    }

    /** A term that was read, with variables of the machine, and the names and singletons as lists {@code ['X'=_, ...]}. */
    private record Given(Term term, Term names, Term singletons) {}

    private static Given read(Machine machine, Term text) {
        // An empty text is no term, so this can only be the atom.
        String source = text.deref().equals(Atom.NIL) ? Atom.NIL.name() : Text.of(text, "text", machine.meter());
        Text.parsing(source, machine.meter());
        machine.meter().bytes((long) READER_BYTES * source.length());
        Read read;
        try {
            read = Reader.term(source, machine.operators(), machine.flags());
        } catch (SyntaxError error) {
            throw Errors.error(error.term());
        }
        List<Term> names = new ArrayList<>();
        read.names().forEach((name, variable) -> names.add(Struct.of("=", Atom.of(name), variable)));
        List<Term> singletons = new ArrayList<>();
        for (String name : read.singletons()) {
            singletons.add(Struct.of("=", Atom.of(name), Objects.requireNonNull(read.names().get(name))));
        }
        // The copy gives the variables their age in this machine.
        Struct all = (Struct) machine.copy(Struct.of("v", read.term(), Lists.of(names), Lists.of(singletons)));
        return new Given(all.arg(0), all.arg(1), all.arg(2));
    }

    static boolean atomToTerm(Machine machine, Term[] args) {
        Given given = read(machine, args[0]);
        return machine.unify(args[1], given.term) && machine.unify(args[2], given.names);
    }

    private static boolean readTerm(Machine machine, Term text, Term term, Term options) {
        List<Term> all = Arguments.list(options, machine.meter());
        Given given = read(machine, text);
        for (Term option : all) {
            if (option instanceof Var) {
                throw Errors.instantiation();
            }
            if (!(option instanceof Struct struct) || struct.arity() != 1) {
                throw Errors.domain("read_option", option);
            }
            boolean fits = switch (struct.name().name()) {
                case "variables" -> machine.unify(struct.arg(0), Lists.of(machine.variables(given.term)));
                case "variable_names" -> machine.unify(struct.arg(0), given.names);
                case "singletons" -> machine.unify(struct.arg(0), given.singletons);
                default -> throw Errors.domain("read_option", option);
            };
            if (!fits) {
                return false;
            }
        }
        return machine.unify(term, given.term);
    }
}
