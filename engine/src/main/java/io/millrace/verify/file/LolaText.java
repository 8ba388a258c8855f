package io.millrace.verify.file;

import io.millrace.logic.read.Source;
import io.millrace.net.text.BadFile;
import io.millrace.problem.Code;

/**
 * The words of a text in LoLA's form, one at a time. A word is anything up to white space, a comment in braces, or one of {@code , ; : ( )};
 * each of those is a word of its own. A comment stands in braces, or behind {@code //} at the beginning of a word up to the end of the line.
 * At the end the word is empty.
 */
final class LolaText {
    private final Source source;
    private final String text;
    private int start;
    private int end;
    private String word = "";

    LolaText(Source source) {
        this.source = source;
        this.text = source.text();
        next();
    }

    /** The word where reading has come to. */
    String word() {
        return word;
    }

    /** Where that word begins. */
    int offset() {
        return start;
    }

    boolean atEnd() {
        return start >= text.length();
    }

    boolean is(String wanted) {
        return word.equals(wanted);
    }

    /** Goes past a word if it is there. */
    boolean skip(String wanted) {
        if (word.equals(wanted)) {
            next();
            return true;
        }
        return false;
    }

    void expect(String wanted) {
        if (!skip(wanted)) {
            throw unexpected("'" + wanted + "'");
        }
    }

    /** A name: any word but a sign. */
    String name(String what) {
        if (word.isEmpty() || isSign(word.charAt(0))) {
            throw unexpected(what);
        }
        String name = word;
        next();
        return name;
    }

    /** A number that can be counted to. */
    int number(String what) {
        int number = 0;
        boolean digits = !word.isEmpty();
        for (int i = 0; i < word.length() && digits; i++) {
            int digit = word.charAt(i) - '0';
            digits = digit >= 0 && digit <= 9;
            if (digits && number > (Integer.MAX_VALUE - digit) / 10) {
                throw wrong("the number " + word + " is too large");
            }
            number = number * 10 + digit;
        }
        if (!digits) {
            throw unexpected(what);
        }
        next();
        return number;
    }

    BadFile unexpected(String wanted) {
        return wrong((atEnd() ? "the text ends" : "'" + word + "' stands") + " where " + wanted + " is expected");
    }

    BadFile wrong(String sentence) {
        return BadFile.at(source, start, Code.LOLA, sentence);
    }

    void next() {
        start = gap(end);
        end = start;
        if (start < text.length() && isSign(text.charAt(start))) {
            end++;
        } else {
            while (end < text.length() && !isSign(text.charAt(end)) && text.charAt(end) != '{' && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
        }
        word = text.substring(start, end);
    }

    /** The end of white space and comments. */
    private int gap(int from) {
        int at = from;
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.charAt(at) == '{') {
                int close = text.indexOf('}', at);
                if (close < 0) {
                    throw BadFile.at(source, at, Code.LOLA, "this comment does not end");
                }
                at = close + 1;
            } else if (text.startsWith("//", at)) {
                int close = text.indexOf('\n', at);
                at = close < 0 ? text.length() : close + 1;
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isSign(char c) {
        return c == ',' || c == ';' || c == ':' || c == '(' || c == ')' || c == '}';
    }
}
