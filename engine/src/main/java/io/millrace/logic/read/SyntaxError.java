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
        /** A closing bracket, comma or bar stands where a term must begin: {@code f(,a)}. */
        CANNOT_START_TERM("no term can start here"),
        /** Two terms follow each other without an operator: {@code foo Bar}. */
        OPERATOR_EXPECTED("an operator is expected here, or a comma or a full stop is missing before"),
        /** An operator has a higher priority than its place allows: {@code a = b = c}. */
        OPERATOR_CLASH("the priority of this operator is too high here; put its term into parentheses"),
        /** Something follows the end of a complete clause, such as a closing bracket: {@code a).} */
        END_OF_CLAUSE_EXPECTED("the clause should have ended before; is a bracket closed that was never opened?"),
        /** A full stop comes while a term is incomplete: {@code f(a.} */
        END_OF_CLAUSE("the clause ends in the middle of a term"),
        /** The text ends before the full stop of its last clause. */
        END_OF_FILE("the text ends in the middle of a clause; is the full stop missing?"),
        /** The text ends inside a block comment. The place is the beginning of the comment. */
        END_OF_FILE_IN_BLOCK_COMMENT("this comment is never closed with */"),
        /** The text ends inside a quoted atom or string. */
        END_OF_FILE_IN_QUOTED("the text ends inside quotes that were opened before"),
        /** A quoted atom or string contains a line break that is not escaped. */
        NEWLINE_IN_QUOTED("the line ends inside quotes; write \\n for a line break, or a backslash to continue"),
        /** A backslash in quotes is followed by a character that is no escape sequence. */
        UNDEFINED_CHAR_ESCAPE("there is no such escape sequence; write two backslashes for one"),
        /** An escape sequence names a number that is no Unicode character. */
        ILLEGAL_CHARACTER_CODE("there is no character with this code"),
        /** A character has no meaning at this place, such as a control character. */
        ILLEGAL_CHARACTER("this character is only allowed in quotes"),
        /** A text is no number where one is required, or a float is too large. */
        ILLEGAL_NUMBER("this is not a number"),
        /** A closing bracket is of another kind than the open one: {@code f(a]}. */
        UNBALANCED_BRACKET("this bracket does not match the open one"),
        /** The text nests deeper than {@link Flags#maxDepth} allows. */
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

    /** Why the text is not valid. */
    public Reason reason() {
        return reason;
    }

    /** The name of the text, as {@link Source#name} gives it. */
    public String file() {
        return source.name();
    }

    /** Where in the text the error was seen, in characters from its beginning. */
    public int offset() {
        return offset;
    }

    /** The line of the error, counted from 1. */
    public int line() {
        return source.line(offset);
    }

    /** The column of the error in its line, counted from 1 in characters. */
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
