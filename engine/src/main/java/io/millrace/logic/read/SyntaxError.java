package io.millrace.logic.read;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.Locale;

/** Thrown for a text that is not valid Prolog, with the place, the message, and the reason for ISO's {@code syntax_error}. */
public final class SyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a text could not be read. The constant's name in small letters is the argument of {@code syntax_error/1}. */
    public enum Reason {
        CANNOT_START_TERM("no term can start here"),
        OPERATOR_EXPECTED("an operator is expected here, or a comma or a full stop is missing before"),
        OPERATOR_CLASH("the priority of this operator is too high here; put its term into parentheses"),
        END_OF_CLAUSE_EXPECTED("the clause should have ended before; is a bracket closed that was never opened?"),
        END_OF_CLAUSE("the clause ends in the middle of a term"),
        END_OF_FILE("the text ends in the middle of a clause; is the full stop missing?"),
        END_OF_FILE_IN_BLOCK_COMMENT("this comment is never closed with */"),
        END_OF_FILE_IN_QUOTED("the text ends inside quotes that were opened before"),
        NEWLINE_IN_QUOTED("the line ends inside quotes; write \\n for a line break, or a backslash to continue"),
        UNDEFINED_CHAR_ESCAPE("there is no such escape sequence; write two backslashes for one"),
        ILLEGAL_CHARACTER_CODE("there is no character with this code"),
        ILLEGAL_CHARACTER("this character is only allowed in quotes"),
        ILLEGAL_NUMBER("this is not a number"),
        UNBALANCED_BRACKET("this bracket does not match the open one"),
        TOO_DEEP("the text nests deeper than the limit allows");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /** The name in {@code syntax_error(Name)}. */
        public String atom() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final transient Source source;
    private final int offset;
    private final Reason reason;

    SyntaxError(Source source, int offset, Reason reason) {
        // Reading goes on after an error and a hostile text holds many: neither the stack nor the message is made before
        // somebody asks.
        super(null, null, false, false);
        this.source = source;
        this.offset = offset;
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    public String file() {
        return source.name();
    }

    /** Where in the text the error was seen, in characters from its beginning. */
    public int offset() {
        return offset;
    }

    public int line() {
        return source.line(offset);
    }

    public int column() {
        return source.column(offset);
    }

    /** The message without the place. */
    public String sentence() {
        return reason.sentence;
    }

    /** The line with a caret under the place. */
    public String marked() {
        return source.marked(offset);
    }

    /** The ISO term {@code syntax_error(Reason)}. */
    public Term term() {
        return Struct.of("syntax_error", Atom.of(reason.atom()));
    }

    /** The full message: file, line, column, the error, and below it the line with a caret. */
    @Override
    public String getMessage() {
        return file() + ":" + line() + ":" + column() + ": " + reason.sentence + " (" + reason.atom() + ")\n"
                + source.marked(offset);
    }
}
