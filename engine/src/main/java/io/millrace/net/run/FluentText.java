package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.language.Fact;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.List;

/** Reads fluents as a net writes them down: the text of a ground term. */
final class FluentText {
    private FluentText() {}

    /** The fluent as a fact about its case. */
    static Fact fact(String fluent) {
        Term term = term(fluent);
        List<Data> arguments = new ArrayList<>();
        if (term instanceof Struct struct) {
            for (int i = 0; i < struct.arity(); i++) {
                arguments.add(data(struct.arg(i)));
            }
            return new Fact(struct.name().name(), arguments, false, 0);
        }
        return new Fact(term instanceof Atom atom ? atom.name() : fluent, arguments, false, 0);
    }

    static Data data(String fluent) {
        return data(term(fluent));
    }

    private static Term term(String fluent) {
        List<SyntaxError> errors = new ArrayList<>();
        List<Read> read = new Reader(Source.of("fluent", fluent + " ."), Operators.iso(), Flags.iso()).all(errors);
        return read.isEmpty() ? Atom.of(fluent) : read.getFirst().term().deref();
    }

    static Data data(Term term) {
        try {
            return Facts.data(term);
        } catch (NoDataException e) {
            return Data.of(term.toString());
        }
    }
}
