package io.millrace.calculus;

import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.Locale;

/** What goes wrong with a goal, in words for whoever asked it. */
final class Trouble {
    private static final String OPEN = "instantiation_error";
    /** Of a long goal or term so many characters are shown. */
    private static final int SHOWN = 300;

    private static final Writer WRITER = Writer.quoted().withMaxLength(SHOWN);

    private Trouble() {}

    /** Something must be known where it is not. */
    static PrologError open() {
        return error(Atom.of(OPEN));
    }

    static PrologError domain(String expected, Term culprit) {
        return error(Struct.of("domain_error", Atom.of(expected), culprit));
    }

    static PrologError type(String expected, Term culprit) {
        return error(Struct.of("type_error", Atom.of(expected), culprit));
    }

    private static PrologError error(Term formal) {
        return new PrologError(Struct.of("error", formal, new Var()));
    }

    static Problem of(String goal, SyntaxError error) {
        return Code.GOAL_UNREADABLE.with(shown(goal), error.sentence() + ", at character " + Math.min(error.offset() + 1, goal.length()));
    }

    static Problem of(String goal, Stop stop) {
        return Code.GOAL_STOPPED.with(shown(goal), stop.sentence());
    }

    private static String shown(String goal) {
        return goal.codePointCount(0, goal.length()) <= SHOWN ? goal : goal.substring(0, goal.offsetByCodePoints(0, SHOWN)) + "...";
    }

    static Problem of(String goal, PrologError error) {
        Term ball = error.term();
        Term formal = ball instanceof Struct struct && struct.is("error", 2) ? struct.arg(0).deref() : ball;
        if (formal.equals(Atom.of(OPEN))) {
            return Code.GOAL_OPEN.with(shown(goal));
        }
        if (formal instanceof Struct struct && struct.is("existence_error", 2)) {
            return Code.GOAL_UNKNOWN.with(shown(goal), WRITER.write(struct.arg(1)));
        }
        if (formal instanceof Struct struct && struct.is("domain_error", 2) && struct.arg(0).deref().equals(Atom.of("time"))) {
            return Code.BAD_MOMENT.with(WRITER.write(struct.arg(1)));
        }
        return Code.GOAL_ERROR.with(shown(goal), WRITER.write(formal).toLowerCase(Locale.ROOT));
    }
}
