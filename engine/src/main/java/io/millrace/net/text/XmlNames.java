package io.millrace.net.text;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of data as names of elements: what XML does not allow in a name is written as its number, {@code odd_x0020_name}. */
public final class XmlNames {
    private static final Pattern ENCODED = Pattern.compile("_x([0-9A-F]{4,6})_");
    /** What could become an encoded character together with what is encoded behind it. */
    private static final Pattern DOUBTFUL = Pattern.compile("_x[0-9A-F]{4}");

    private XmlNames() {}

    /**
     * The name of an element for any text. Letters and underscores stay, behind the first character also digits, hyphens and dots; any
     * other character becomes its number in hexadecimal. The empty text becomes {@code _}.
     */
    public static String encoded(String name) {
        StringBuilder encoded = new StringBuilder();
        int at = 0;
        while (at < name.length()) {
            int c = name.codePointAt(at);
            boolean letter = Character.isLetter(c) || c == '_' && !DOUBTFUL.matcher(name).region(at, name.length()).lookingAt();
            boolean later = Character.isDigit(c) || c == '-' || c == '.';
            if (letter || at > 0 && later) {
                encoded.appendCodePoint(c);
            } else {
                encoded.append(String.format(Locale.ROOT, "_x%04X_", c));
            }
            at += Character.charCount(c);
        }
        return encoded.isEmpty() ? "_" : encoded.toString();
    }

    /** The text of an encoded name. A code that stands for no character stays as it is. */
    public static String decoded(String name) {
        return ENCODED.matcher(name).replaceAll((MatchResult found) -> {
            int code = Integer.parseInt(found.group(1), 16);
            return Matcher.quoteReplacement(Character.isValidCodePoint(code) ? Character.toString(code) : found.group());
        });
    }
}
