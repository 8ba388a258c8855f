package io.millrace.simulate;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Writer;

/** Events of a history as terms and as texts. */
final class HistoryText {
    private static final Writer WRITER = Writer.quoted();

    private HistoryText() {}

    static String of(Term term) {
        return WRITER.write(term);
    }

    static Term read(String text) {
        return Reader.term(text, Operators.iso(), Flags.iso()).term().deref();
    }

    static Term event(String name, Term... arguments) {
        return Struct.of(name, arguments);
    }

    /** A name or a number without quotes. */
    static String plain(Term term) {
        return term.deref() instanceof Atom atom ? atom.name() : of(term.deref());
    }

    static Term data(Data data) {
        return Facts.term(data);
    }
}
