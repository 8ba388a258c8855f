package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;

/** Replies as terms: data by the rule of {@link Facts}, the output of a program as the text of a term. */
final class Replies {
    /** Why something is no reply, as the end of a sentence. */
    static final class NoReplyException extends Exception {
        private static final long serialVersionUID = 1;

        NoReplyException(String why) {
            super(why, null, false, false);
        }
    }

    private Replies() {}

    static Term term(Variable variable, Data output) throws NoReplyException {
        Term term = variable.asText && output instanceof Data.Text text ? read(text.value()) : Facts.term(output);
        if (WorkflowVariables.anyIn(term)) {
            throw new NoReplyException("'$wv' is the engine's own");
        }
        return term;
    }

    /** The ground term of a text. */
    static Term read(String text) throws NoReplyException {
        Term term;
        try {
            term = Reader.term(text, Operators.iso(), Flags.iso()).term();
        } catch (SyntaxError e) {
            throw new NoReplyException("it is no term, " + e.sentence());
        }
        if (!Terms.ground(term)) {
            throw new NoReplyException("it has variables");
        }
        return term;
    }
}
