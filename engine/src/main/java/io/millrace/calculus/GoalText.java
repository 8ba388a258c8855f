package io.millrace.calculus;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times in goals and rules as people write them, which no term is: a span such as {@code 2h}, {@code 1h30m} or {@code 250ms} becomes its
 * seconds, and an ISO date or instant the atom of its text. Quoted text and comments are left alone.
 */
final class GoalText {
    private static final Pattern DATE =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:\\d{2})?)?(?![\\w.]*\\w)");
    private static final Pattern SPAN = Pattern.compile("(?:\\d+(?:\\.\\d+)?(?:ms|[wdhms]))+(?!\\w)");
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|[wdhms])");

    private GoalText() {}

    static String read(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (c == '\'' || c == '"' || c == '`') {
                end = quoted(text, at);
            } else if (c == '%') {
                end = lineEnd(text, at);
            } else if (text.startsWith("/*", at)) {
                end = commentEnd(text, at);
            } else if (text.startsWith("0'", at) && at + 2 < text.length()) {
                end = characterEnd(text, at + 2);
            } else if (Character.isDigit(c)) {
                end = number(text, at, out);
                at = end;
                continue;
            } else if (Character.isLetter(c) || c == '_') {
                end = word(text, at);
            }
            out.append(text, at, end);
            at = end;
        }
        return out.toString();
    }

    /** Appends what a digit begins, and says where it ends. */
    private static int number(String text, int at, StringBuilder out) {
        Matcher date = DATE.matcher(text).region(at, text.length());
        if (date.lookingAt()) {
            out.append('\'').append(date.group()).append('\'');
            return date.end();
        }
        Matcher span = SPAN.matcher(text).region(at, text.length());
        if (span.lookingAt()) {
            out.append(seconds(span.group()));
            return span.end();
        }
        int end = at;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        out.append(text, at, end);
        return end;
    }

    private static String seconds(String span) {
        BigDecimal sum = BigDecimal.ZERO;
        Matcher part = PART.matcher(span);
        while (part.find()) {
            BigDecimal unit = switch (part.group(2)) {
                case "w" -> BigDecimal.valueOf(604_800);
                case "d" -> BigDecimal.valueOf(86_400);
                case "h" -> BigDecimal.valueOf(3_600);
                case "m" -> BigDecimal.valueOf(60);
                case "s" -> BigDecimal.ONE;
                default -> new BigDecimal("0.001");
            };
            sum = sum.add(new BigDecimal(part.group(1)).multiply(unit));
        }
        BigDecimal plain = sum.stripTrailingZeros();
        return plain.scale() <= 0 ? plain.toBigInteger().toString() : plain.toPlainString();
    }

    private static int quoted(String text, int at) {
        char quote = text.charAt(at);
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == quote) {
                return i + 1;
            }
        }
        return text.length();
    }

    private static int commentEnd(String text, int at) {
        int end = text.indexOf("*/", at + 2);
        return end < 0 ? text.length() : end + 2;
    }

    /** The end of the character of {@code 0'c}: a quote may be doubled, and a backslash takes the one after it along. */
    private static int characterEnd(String text, int at) {
        boolean two = text.startsWith("''", at) || text.charAt(at) == '\\';
        return Math.min(text.length(), at + (two ? 2 : Character.charCount(text.codePointAt(at))));
    }

    private static int lineEnd(String text, int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private static int word(String text, int at) {
        int end = at;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return end;
    }
}
