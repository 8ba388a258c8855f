package io.millrace.algebra;

import io.millrace.logic.read.Source;
import java.util.Locale;

/**
 * Cuts the text of a file of rules into tokens. Signs of logic are read as their ASCII aliases. A colon belongs to a name if a
 * letter or a digit follows it at once, as in {@code buy:complete}.
 */
final class Lexer {
    /** More text than this is no file of rules. */
    static final int MOST_CHARACTERS = 4_000_000;

    enum Kind {
        NAME,
        NUMBER,
        QUOTED,
        SIGN,
        END
    }

    /** A piece of the text; {@code text} of a quoted one is what stands between the quotes. */
    record Token(Kind kind, String text, int offset, int end) {
        boolean is(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }

        boolean isWord(String word) {
            return kind == Kind.NAME && text.equals(word);
        }

        /** How a message names it. */
        String shown() {
            return switch (kind) {
                case END -> "the end of the text";
                case QUOTED -> "'" + (text.length() > 30 ? text.substring(0, 30) + "…" : text) + "'";
                case NAME, NUMBER, SIGN -> "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
            };
        }
    }

    private static final String[] SIGNS = {"->", "=>", "<=", ".."};

    private final Source source;
    private final String text;
    private int at;

    Lexer(Source source) {
        this.source = source;
        text = source.text();
    }

    void moveTo(int offset) {
        at = offset;
    }

    Token next() {
        skip();
        if (at >= text.length()) {
            return new Token(Kind.END, "", text.length(), text.length());
        }
        int c = text.codePointAt(at);
        if (Character.isLetter(c)) {
            return name();
        }
        if (c >= '0' && c <= '9') {
            return number();
        }
        return c == '\'' ? quoted() : sign(c);
    }

    private void skip() {
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (c == '#' || c == '/' && text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c) || c == 0xFEFF) {
                at += Character.charCount(c);
            } else {
                return;
            }
        }
    }

    private Token name() {
        int start = at;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            boolean colon = c == ':' && at + 1 < text.length() && Character.isLetterOrDigit(text.codePointAt(at + 1));
            if (!colon && !Character.isLetterOrDigit(c) && c != '_') {
                break;
            }
            at += Character.charCount(c);
        }
        return new Token(Kind.NAME, text.substring(start, at), start, at);
    }

    private Token number() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at - start > 9) {
            throw Wrong.at(source, start, "the number is too large; at most nine digits are read");
        }
        return new Token(Kind.NUMBER, text.substring(start, at), start, at);
    }

    private Token quoted() {
        int start = at;
        int end = text.indexOf('\'', start + 1);
        int line = text.indexOf('\n', start + 1);
        if (end < 0 || line >= 0 && line < end) {
            throw Wrong.at(source, start, "the quote is not closed on its line");
        }
        at = end + 1;
        String inside = text.substring(start + 1, end);
        if (inside.chars().anyMatch(Character::isISOControl)) {
            throw Wrong.at(source, start, "a quoted text has no control characters");
        }
        return new Token(Kind.QUOTED, inside, start, at);
    }

    private Token sign(int c) {
        int start = at;
        String sign = switch (c) {
            case '∨' -> "|";
            case '∧' -> "&";
            case '·', '⋅' -> ".";
            case '¬' -> "~";
            case '→' -> "->";
            case '⇒' -> "=>";
            case '≤' -> "<=";
            case '⊤' -> "true";
            case '⊥' -> "false";
            default -> "";
        };
        if (!sign.isEmpty()) {
            at++;
            return new Token(sign.length() > 2 ? Kind.NAME : Kind.SIGN, sign, start, at);
        }
        for (String each : SIGNS) {
            if (text.startsWith(each, at)) {
                at += each.length();
                return new Token(Kind.SIGN, each, start, at);
            }
        }
        if (c < 128 && ";:,.|&~()[]{}<=+-/".indexOf(c) >= 0) {
            at++;
            return new Token(Kind.SIGN, String.valueOf((char) c), start, at);
        }
        String shown = Character.isISOControl(c) || c > 0xFFFF || Character.isSurrogate((char) c) || isUnseen(c)
                ? String.format(Locale.ROOT, "U+%04X", c)
                : "'" + (char) c + "'";
        throw Wrong.at(source, start, "the character " + shown + " has no meaning here");
    }

    /** Whether a character cannot be told from a blank, or changes the direction of what follows. */
    private static boolean isUnseen(int c) {
        return Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT;
    }
}
