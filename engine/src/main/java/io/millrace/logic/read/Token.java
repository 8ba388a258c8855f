package io.millrace.logic.read;

import io.millrace.logic.term.Term;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a text with a meaning of its own.
 *
 * @param text the name of an atom or a variable, the content of a quoted item, otherwise empty
 * @param number the value of a number
 * @param functional whether an opening parenthesis follows at once, which makes a name a functor
 */
record Token(Kind kind, String text, @Nullable Term number, int start, int end, boolean functional) {
    enum Kind {
        NAME, QUOTED_NAME, VARIABLE, NUMBER, STRING, BACK_QUOTED,
        OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, OPEN_CURLY, CLOSE_CURLY, COMMA, BAR,
        END, END_OF_FILE
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** Whether the token can stand behind a complete term only. */
    boolean closes() {
        return switch (kind) {
            case CLOSE, CLOSE_LIST, CLOSE_CURLY, COMMA, BAR, END, END_OF_FILE -> true;
            case NAME, QUOTED_NAME, VARIABLE, NUMBER, STRING, BACK_QUOTED, OPEN, OPEN_LIST, OPEN_CURLY -> false;
        };
    }
}
