package io.millrace.logic.machine;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Asks a machine in text and gets answers in text, for tests. */
final class Queries {
    final Machine machine;

    Queries(String program) {
        this(program, Library.NONE, Limits.GENEROUS);
    }

    Queries(String program, Library library, Limits limits) {
        this.machine = new Machine(
                Prolog.builder().library(library).consult(Source.of("test.pl", program)).build(), library, limits);
    }

    Queries(Machine machine) {
        this.machine = machine;
    }

    /** At most twenty solutions, each as its bindings; an uncaught error ends them. */
    List<String> all(String query) {
        Read read = Reader.term(query, machine.operators(), machine.flags());
        List<String> found = new ArrayList<>();
        try (Solutions solutions = machine.solve(read.term())) {
            while (found.size() < 20 && solutions.next()) {
                found.add(shown(read));
            }
        } catch (PrologError error) {
            Term term = error.term() instanceof Struct s && s.is("error", 2) ? s.arg(0) : error.term();
            found.add("error: " + Writer.quoted().write(term));
        }
        return found;
    }

    private String shown(Read read) {
        return read.names().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("_"))
                .map(entry -> entry.getKey() + "=" + value(entry.getValue()))
                .collect(Collectors.joining(" "));
    }

    private String value(Term term) {
        return term.deref() instanceof Var ? "_" : Writer.quoted().withOperators(machine.operators()).write(term);
    }

    boolean holds(String query) {
        return machine.once(Reader.term(query, machine.operators(), machine.flags()).term());
    }
}
