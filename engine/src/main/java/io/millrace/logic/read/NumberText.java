package io.millrace.logic.read;

import io.millrace.logic.read.SyntaxError.Reason;
import io.millrace.logic.read.Token.Kind;
import io.millrace.logic.term.Term;

/** Reads a text that is a number and nothing else. */
final class NumberText {
    private NumberText() {}

    /**
     * The number that a text stands for, as {@code number_codes/2} takes it: layout may come before it, a sign may stand
     * directly before the digits, nothing may follow. Throws {@link SyntaxError} with {@code illegal_number}.
     */
    static Term parse(String text) {
        Source source = Source.of("number", text);
        Lexer lexer = new Lexer(source);
        try {
            Token token = lexer.next();
            boolean minus = token.is(Kind.NAME) && token.text().equals("-");
            if (minus || token.is(Kind.NAME) && token.text().equals("+")) {
                int end = token.end();
                token = lexer.next();
                if (token.start() != end) {
                    throw lexer.error(end, Reason.ILLEGAL_NUMBER);
                }
            }
            Term number = token.number();
            if (number == null || token.end() != text.length()) {
                throw lexer.error(token.start(), Reason.ILLEGAL_NUMBER);
            }
            return minus ? Parser.negated(number) : number;
        } catch (SyntaxError e) {
            throw e.reason() == Reason.ILLEGAL_NUMBER ? e : new SyntaxError(source, e.offset(), Reason.ILLEGAL_NUMBER);
        }
    }
}
