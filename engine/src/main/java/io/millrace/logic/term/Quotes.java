package io.millrace.logic.term;

import java.util.Locale;

/** Puts quotes around text, and escapes where they are needed for it to be read back. */
final class Quotes {
    private Quotes() {}

    /** The atom as a program would write it. */
    static String atom(String name) {
        return Chars.plainAtom(name) ? name : around(name, '\'');
    }

    static String around(String text, char quote) {
        StringBuilder out = new StringBuilder(text.length() + 2).append(quote);
        text.codePoints().forEach(c -> escaped(c, quote, out));
        return out.append(quote).toString();
    }

    private static void escaped(int c, char quote, StringBuilder out) {
        switch (c) {
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            case '\r' -> out.append("\\r");
            case 7 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case 0x0b -> out.append("\\v");
            default -> {
                if (c == quote) {
                    out.append('\\').append(quote);
                } else if (visible(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append("\\x").append(Integer.toHexString(c).toUpperCase(Locale.ROOT)).append('\\');
                }
            }
        }
    }

    private static boolean visible(int c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
