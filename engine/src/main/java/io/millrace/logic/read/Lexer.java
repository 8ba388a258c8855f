package io.millrace.logic.read;

import io.millrace.logic.read.SyntaxError.Reason;
import io.millrace.logic.read.Token.Kind;
import io.millrace.logic.term.Chars;
import io.millrace.logic.term.Term;

/**
 * Cuts a text into tokens (ISO 6.4), with one or two of them read ahead. Every token takes at least one character and no
 * character is looked at more than a fixed number of times, so the work is linear in the text. After an error the lexer
 * stands behind what it could not read, and can be asked for the next token.
 */
final class Lexer {
    private final Cursor cursor;
    private final Quoted quoted;
    private final Numeral numeral;
    private final Token[] ahead = new Token[2];
    private int known;
    private boolean betweenClauses = true;
    private long scans;

    Lexer(Source source) {
        cursor = new Cursor(source);
        quoted = new Quoted(cursor);
        numeral = new Numeral(cursor, quoted);
    }

    Source source() {
        return cursor.source;
    }

    /** The offset behind the last token that was taken or looked at. */
    int offset() {
        return cursor.at;
    }

    Token next() {
        Token token = peek();
        ahead[0] = ahead[1];
        known--;
        betweenClauses = token.is(Kind.END) || token.is(Kind.END_OF_FILE);
        return token;
    }

    /** Whether the last token taken was a full stop or the end of the text, and no clause was begun since. */
    boolean betweenClauses() {
        return betweenClauses;
    }

    /** Says that what follows belongs to a clause, even if no token of it can be read. */
    void beginClause() {
        betweenClauses = false;
    }

    /** The token that {@link #next} will return. */
    Token peek() {
        if (known == 0) {
            ahead[0] = scan();
            known = 1;
        }
        return ahead[0];
    }

    /** The token after the one that {@link #next} will return. */
    Token peekSecond() {
        peek();
        if (known == 1) {
            ahead[1] = scan();
            known = 2;
        }
        return ahead[1];
    }

    SyntaxError error(int offset, Reason reason) {
        return cursor.error(offset, reason);
    }

    /** How often a token was looked for: the measure of the work done. */
    long scans() {
        return scans;
    }

    private Token scan() {
        scans++;
        skipLayout();
        int start = cursor.at;
        int c = cursor.peek();
        if (c == Chars.NONE) {
            return token(Kind.END_OF_FILE, start);
        }
        if (Chars.digit(c)) {
            Term number = numeral.read();
            return new Token(Kind.NUMBER, "", number, start, cursor.at, false);
        }
        if (Chars.capital(c)) {
            return named(Kind.VARIABLE, start);
        }
        if (Chars.small(c)) {
            return named(Kind.NAME, start);
        }
        if (Chars.symbol(c)) {
            return symbols(start);
        }
        return solo(start, c);
    }

    private Token solo(int start, int c) {
        return switch (c) {
            case '\'' -> quoted(Kind.QUOTED_NAME, start);
            case '"' -> quoted(Kind.STRING, start);
            case '`' -> quoted(Kind.BACK_QUOTED, start);
            case '(' -> single(Kind.OPEN, start);
            case ')' -> single(Kind.CLOSE, start);
            case '[' -> single(Kind.OPEN_LIST, start);
            case ']' -> single(Kind.CLOSE_LIST, start);
            case '{' -> single(Kind.OPEN_CURLY, start);
            case '}' -> single(Kind.CLOSE_CURLY, start);
            case ',' -> single(Kind.COMMA, start);
            case '|' -> single(Kind.BAR, start);
            case '!', ';' -> single(Kind.NAME, start);
            default -> {
                cursor.take();
                throw cursor.error(start, Reason.ILLEGAL_CHARACTER);
            }
        };
    }

    private Token single(Kind kind, int start) {
        cursor.at++;
        return token(kind, start);
    }

    private Token named(Kind kind, int start) {
        cursor.take();
        while (Chars.alphanumeric(cursor.peek())) {
            cursor.take();
        }
        return token(kind, start);
    }

    private Token symbols(int start) {
        if (cursor.peek() == '.' && endsClause(cursor.peek(1))) {
            return single(Kind.END, start);
        }
        cursor.take();
        while (Chars.symbol(cursor.peek())) {
            cursor.take();
        }
        return token(Kind.NAME, start);
    }

    private static boolean endsClause(int c) {
        return c == Chars.NONE || c == '%' || Chars.layout(c);
    }

    private Token quoted(Kind kind, int start) {
        String content = quoted.read();
        return new Token(kind, content, null, start, cursor.at, cursor.peek() == '(');
    }

    private Token token(Kind kind, int start) {
        boolean text = kind == Kind.NAME || kind == Kind.VARIABLE;
        return new Token(kind, text ? cursor.text.substring(start, cursor.at) : "", null, start, cursor.at,
                cursor.peek() == '(');
    }

    private void skipLayout() {
        while (true) {
            int c = cursor.peek();
            if (Chars.layout(c)) {
                cursor.at++;
            } else if (c == '%') {
                int end = cursor.text.indexOf('\n', cursor.at);
                cursor.at = end < 0 ? cursor.text.length() : end + 1;
            } else if (c == '/' && cursor.peek(1) == '*') {
                skipBlock();
            } else {
                return;
            }
        }
    }

    private void skipBlock() {
        int start = cursor.at;
        int end = cursor.text.indexOf("*/", start + 2);
        if (end < 0) {
            cursor.at = cursor.text.length();
            throw cursor.error(start, Reason.END_OF_FILE_IN_BLOCK_COMMENT);
        }
        cursor.at = end + 2;
    }
}
