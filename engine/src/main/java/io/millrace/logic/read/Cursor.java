package io.millrace.logic.read;

import io.millrace.logic.term.Chars;

/** A place in a text that moves forward: what the parts of the lexer share. */
final class Cursor {
    final Source source;
    final String text;
    int at;

    Cursor(Source source) {
        this.source = source;
        this.text = source.text();
    }

    /** The character at the cursor, or {@link Chars#NONE} at the end. */
    int peek() {
        return at < text.length() ? text.codePointAt(at) : Chars.NONE;
    }

    /** The character some places further on; what is skipped must be in the basic plane. */
    int peek(int places) {
        return at + places < text.length() ? text.codePointAt(at + places) : Chars.NONE;
    }

    /** The character at the cursor, which moves past it. */
    int take() {
        int c = text.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    boolean takeIf(int c) {
        if (peek() != c) {
            return false;
        }
        at += Character.charCount(c);
        return true;
    }

    SyntaxError error(int offset, SyntaxError.Reason reason) {
        return new SyntaxError(source, offset, reason);
    }
}
