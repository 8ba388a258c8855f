package io.millrace.logic.term;

/** The classes of characters of ISO 6.5, widened to Unicode. */
public final class Chars {
    /** Stands for "no character", behind the end of a text. It belongs to no class. */
    public static final int NONE = -1;

    private static final String SYMBOLS = "+-*/\\^<>=~:.?@#&$";

    private Chars() {}

    /** Whether a code point separates tokens: space, line break or any other white space of Unicode. */
    public static boolean layout(int c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == 0x0b
                || c > 0x7f && (Character.isWhitespace(c) || Character.isSpaceChar(c));
    }

    /** Whether a code point is an ASCII decimal digit. */
    public static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }

    /** Whether a name may start with this and is then an atom. */
    public static boolean small(int c) {
        return c >= 'a' && c <= 'z' || c > 0x7f && Character.isUnicodeIdentifierStart(c) && !capital(c);
    }

    /** Whether a name may start with this and is then a variable. */
    public static boolean capital(int c) {
        return c >= 'A' && c <= 'Z' || c == '_'
                || c > 0x7f && (Character.isUpperCase(c) || Character.isTitleCase(c)) && alphanumeric(c);
    }

    /** Whether a name may go on with this. */
    public static boolean alphanumeric(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || digit(c) || c == '_'
                || c > 0x7f && Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
    }

    /** Whether a code point can be part of an atom of symbols, such as {@code :-}. */
    public static boolean symbol(int c) {
        return c < 0x80 ? c >= 0 && SYMBOLS.indexOf(c) >= 0 : unicodeSymbol(c);
    }

    /** The value of a digit in bases up to 36, or -1; only ASCII digits and letters count. */
    public static int digitValue(int c, int radix) {
        return c < 0x80 && c >= 0 ? Character.digit(c, radix) : -1;
    }

    /** Whether an atom of this name is written without quotes: letters, symbols, or one of the solo atoms. */
    static boolean plainAtom(String name) {
        if (name.isEmpty()) {
            return false;
        }
        int first = name.codePointAt(0);
        if (small(first)) {
            return name.codePoints().allMatch(Chars::alphanumeric);
        }
        if (symbol(first)) {
            // A lone full stop would end the clause, and a comment would swallow it.
            return name.codePoints().allMatch(Chars::symbol) && !name.equals(".") && !name.startsWith("/*");
        }
        return name.equals("[]") || name.equals("{}") || name.equals("!") || name.equals(";");
    }

    private static boolean unicodeSymbol(int c) {
        return switch (Character.getType(c)) {
            case Character.MATH_SYMBOL, Character.CURRENCY_SYMBOL, Character.MODIFIER_SYMBOL, Character.OTHER_SYMBOL,
                    Character.DASH_PUNCTUATION, Character.OTHER_PUNCTUATION, Character.CONNECTOR_PUNCTUATION -> !alphanumeric(c);
            default -> false;
        };
    }
}
