package io.millrace.logic.read;

import io.millrace.logic.read.SyntaxError.Reason;
import io.millrace.logic.term.Chars;

/** Reads what stands between quotes: doubled quotes, escape sequences, continued lines (ISO 6.4.2). */
final class Quoted {
    /** An escape sequence that stands for no character: a continued line. */
    private static final int NOTHING = -2;

    private final Cursor cursor;

    Quoted(Cursor cursor) {
        this.cursor = cursor;
    }

    /**
     * The text of a quoted item whose opening quote the cursor is at; the cursor ends behind the closing one. After an
     * error it stands where reading can sensibly go on: behind the closing quote, or on the next line.
     */
    String read() {
        int start = cursor.at;
        int quote = cursor.take();
        StringBuilder content = new StringBuilder();
        while (true) {
            int c = cursor.peek();
            if (c == Chars.NONE) {
                throw cursor.error(start, Reason.END_OF_FILE_IN_QUOTED);
            } else if (c == '\n') {
                cursor.at++;
                throw cursor.error(cursor.at - 1, Reason.NEWLINE_IN_QUOTED);
            } else if (c == quote) {
                cursor.at++;
                if (!cursor.takeIf(quote)) {
                    return content.toString();
                }
                content.append((char) quote);
            } else {
                c = guarded(quote);
                if (c != NOTHING) {
                    content.appendCodePoint(c);
                }
            }
        }
    }

    /** One character or escape sequence of a quoted item; if it is none, the rest of the item is skipped. */
    private int guarded(int quote) {
        try {
            return character();
        } catch (SyntaxError e) {
            while (cursor.peek() != Chars.NONE && cursor.peek() != '\n' && cursor.peek() != quote) {
                cursor.take();
            }
            if (cursor.peek() != Chars.NONE) {
                cursor.at++;
            }
            throw e;
        }
    }

    /** The character of {@code 0'c}, with the cursor at the {@code c}. */
    int single() {
        int start = cursor.at;
        int c = character();
        if (c == NOTHING) {
            throw cursor.error(start, Reason.UNDEFINED_CHAR_ESCAPE);
        }
        return c;
    }

    private int character() {
        int start = cursor.at;
        int c = cursor.take();
        if (c == '\\') {
            return escape(start);
        }
        if (c < 0x20 && !Chars.layout(c) || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            throw cursor.error(start, Reason.ILLEGAL_CHARACTER);
        }
        return c;
    }

    private int escape(int start) {
        if (cursor.peek() == Chars.NONE) {
            throw cursor.error(start, Reason.END_OF_FILE_IN_QUOTED);
        }
        int c = cursor.take();
        return switch (c) {
            case '\n' -> NOTHING;
            case '\r' -> cursor.takeIf('\n') ? NOTHING : undefined(start);
            case 'a' -> 7;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0b;
            case 'e' -> 0x1b;
            case 's' -> ' ';
            case '\\', '\'', '"', '`' -> c;
            case 'x' -> closed(start, 16);
            case 'u' -> fixed(start, 4);
            case 'U' -> fixed(start, 8);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                cursor.at--;
                yield closed(start, 8);
            }
            default -> undefined(start);
        };
    }

    /** The digits of {@code \x41\} or {@code \101\}: as many as there are, closed by a backslash. */
    private int closed(int start, int radix) {
        int from = cursor.at;
        int code = 0;
        for (int digit = digit(radix); digit >= 0; digit = digit(radix)) {
            code = Math.min(code * radix + digit, Character.MAX_CODE_POINT + 1);
            cursor.at++;
        }
        if (cursor.at == from || !cursor.takeIf('\\')) {
            return undefined(start);
        }
        return valid(start, code);
    }

    private int fixed(int start, int digits) {
        int code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = digit(16);
            if (digit < 0) {
                return undefined(start);
            }
            code = Math.min(code * 16 + digit, Character.MAX_CODE_POINT + 1);
            cursor.at++;
        }
        return valid(start, code);
    }

    private int digit(int radix) {
        return Chars.digitValue(cursor.peek(), radix);
    }

    private int valid(int start, int code) {
        if (code > Character.MAX_CODE_POINT || code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
            throw cursor.error(start, Reason.ILLEGAL_CHARACTER_CODE);
        }
        return code;
    }

    private int undefined(int start) {
        throw cursor.error(start, Reason.UNDEFINED_CHAR_ESCAPE);
    }
}
