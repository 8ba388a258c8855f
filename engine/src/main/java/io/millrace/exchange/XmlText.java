package io.millrace.exchange;

/**
 * Text for XML 1.0. Characters that XML cannot hold become U+FFFD in values, and are counted. In names, what does not belong into one
 * becomes {@code _xHHHH_}, which {@link #original} takes back.
 */
final class XmlText {
    private static final char REPLACEMENT = '\uFFFD';
    private static final int HEX = 16;
    /** The length of {@code _xHHHH_}. */
    private static final int ESCAPED = 7;

    private long replaced;

    long replaced() {
        return replaced;
    }

    /** Adds text as it stands in an attribute or between tags. */
    void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\t' -> out.append("&#9;");
                case '\n' -> out.append("&#10;");
                case '\r' -> out.append("&#13;");
                default -> {
                    boolean pair = Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
                    if (pair) {
                        out.append(c).append(text.charAt(++i));
                    } else if (c < ' ' || Character.isSurrogate(c) || c > '\uFFFD') {
                        out.append(REPLACEMENT);
                        replaced++;
                    } else {
                        out.append(c);
                    }
                }
            }
        }
    }

    /** A name for XML that no other text gives. It has no colon, so it is never taken for one that an extension defines. */
    static String name(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = isLetter(c) || c == '_' && !isEscape(text, i) || i > 0 && (c == '-' || c == '.' || c >= '0' && c <= '9');
            if (plain) {
                out.append(c);
            } else {
                out.append(String.format("_x%04X_", (int) c));
            }
        }
        return out.isEmpty() ? "_" : out.toString();
    }

    /** The text of which {@link #name} made a name. */
    static String original(String name) {
        if (name.indexOf("_x") < 0) {
            return name;
        }
        StringBuilder out = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            if (isEscape(name, i)) {
                out.append((char) Integer.parseInt(name.substring(i + 2, i + ESCAPED - 1), HEX));
                i += ESCAPED - 1;
            } else {
                out.append(name.charAt(i));
            }
        }
        return out.toString();
    }

    private static boolean isEscape(String text, int at) {
        if (!text.startsWith("_x", at) || at + ESCAPED > text.length() || text.charAt(at + ESCAPED - 1) != '_') {
            return false;
        }
        for (int i = at + 2; i < at + ESCAPED - 1; i++) {
            if (Character.digit(text.charAt(i), HEX) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Letters that every edition of XML allows in names; the others are escaped, too. */
    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= 'À' && c <= 'ÿ' && c != '×' && c != '÷'
                || c >= 'Α' && c <= 'Ρ'
                || c >= 'α' && c <= 'ω'
                || c >= 'А' && c <= 'я'
                || c >= 'ぁ' && c <= 'ゔ'
                || c >= '一' && c <= '龥';
    }
}
