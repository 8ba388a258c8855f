package io.millrace.data;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value from a text. Says of every mistake where it is and what was expected there. */
final class JsonReader {
    /** Longer than any number within the limits, written in any sensible way. */
    private static final int MAX_NUMBER_LENGTH = 2 * Decimals.MAX_DIGITS + 100;

    private static final int MAX_EXPONENT_DIGITS = 5;
    private static final int LONG_SAFE_DIGITS = 18;

    private final String text;
    private int at;

    JsonReader(String text, int from) {
        this.text = text;
        this.at = from;
    }

    int offset() {
        return at;
    }

    Data value() {
        skipSpace();
        return value(0);
    }

    /** Refuses whatever follows but space. */
    void end() {
        skipSpace();
        if (at < text.length()) {
            throw wrong("the text should end here, found " + here());
        }
    }

    private Data value(int depth) {
        if (at >= text.length()) {
            throw wrong("a value was expected, found the end of the text");
        }
        char c = text.charAt(at);
        return switch (c) {
            case '{' -> fields(depth + 1);
            case '[' -> items(depth + 1);
            case '"' -> Data.Text.of(string());
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> word();
        };
    }

    private Data.Fields fields(int depth) {
        open(depth);
        FieldsReading fields = new FieldsReading();
        if (!closes('}')) {
            do {
                skipSpace();
                if (at >= text.length() || text.charAt(at) != '"') {
                    throw wrong("a field's name in double quotes was expected, found " + here());
                }
                int start = at;
                String name = string();
                if (!fields.name(name)) {
                    at = start;
                    throw wrong("the field '" + Shown.shorten(name) + "' is given twice");
                }
                skipSpace();
                if (at >= text.length() || text.charAt(at) != ':') {
                    throw wrong("a colon was expected after the field's name, found " + here());
                }
                at++;
                skipSpace();
                fields.values.add(value(depth));
            } while (goesOn('}'));
        }
        return fields.done();
    }

    /** Fields as far as they were read. */
    private static final class FieldsReading {
        private static final int FEW = 8;

        final List<Object> names = new ArrayList<>(FEW);
        final List<Object> values = new ArrayList<>(FEW);
        private @Nullable Set<Object> many;

        /** Takes the next name; false if it was there before. */
        boolean name(String name) {
            if (many == null && names.size() == FEW) {
                many = new HashSet<>(names);
            }
            boolean fresh = many == null ? !names.contains(name) : many.add(name);
            names.add(name);
            return fresh;
        }

        Data.Fields done() {
            Object[] slots = names.toArray(new Object[2 * names.size()]);
            System.arraycopy(values.toArray(), 0, slots, names.size(), values.size());
            return Data.Fields.adopt(slots);
        }
    }

    private Data.Items items(int depth) {
        open(depth);
        if (closes(']')) {
            return Data.Items.EMPTY;
        }
        List<Data> elements = new ArrayList<>();
        do {
            skipSpace();
            elements.add(value(depth));
        } while (goesOn(']'));
        return new Data.Items(elements.toArray(new Data[0]));
    }

    private void open(int depth) {
        if (depth > Data.MAX_DEPTH) {
            throw wrong("lists and fields nest more than " + Data.MAX_DEPTH + " deep");
        }
        at++;
    }

    private boolean closes(char bracket) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == bracket) {
            at++;
            return true;
        }
        return false;
    }

    private boolean goesOn(char bracket) {
        if (closes(bracket)) {
            return false;
        }
        if (at < text.length() && text.charAt(at) == ',') {
            at++;
            return true;
        }
        throw wrong("a comma or '" + bracket + "' was expected, found " + here());
    }

    private String string() {
        int start = ++at;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                return text.substring(start, at++);
            }
            if (c == '\\') {
                return stringWithEscapes(new StringBuilder().append(text, start, at));
            }
            refuseControl(c);
            at++;
        }
        throw unclosed();
    }

    private String stringWithEscapes(StringBuilder out) {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return out.toString();
            }
            if (c == '\\') {
                out.append(escaped());
            } else {
                refuseControl(c);
                out.append(c);
                at++;
            }
        }
        throw unclosed();
    }

    private char escaped() {
        if (at + 1 >= text.length()) {
            at = text.length();
            throw unclosed();
        }
        char c = text.charAt(at + 1);
        char meant =
                switch (c) {
                    case '"', '\\', '/' -> c;
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'u' -> unicode();
                    default -> throw wrong("there is no escape '\\" + shown(text.codePointAt(at + 1)) + "'");
                };
        at += c == 'u' ? 6 : 2;
        return meant;
    }

    private char unicode() {
        int code = 0;
        for (int i = at + 2; i < at + 6; i++) {
            char c = i < text.length() ? text.charAt(i) : ' ';
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw wrong("four hexadecimal digits were expected after '\\u'");
            }
            code = (code << 4) | digit;
        }
        return (char) code;
    }

    private void refuseControl(char c) {
        if (c == '\n' || c == '\r') {
            throw wrong("a text may not run over the end of a line; write \\n");
        }
        if (c < ' ') {
            throw wrong(String.format("a control character in a text must be written \\u%04x", (int) c));
        }
    }

    private DataException unclosed() {
        return wrong("the closing double quote of a text was expected, found the end of the text");
    }

    private Data number() {
        int start = at;
        if (text.charAt(at) == '-') {
            at++;
        }
        int digitsFrom = at;
        digits("a digit was expected");
        int digits = at - digitsFrom;
        if (digits > 1 && text.charAt(digitsFrom) == '0') {
            at = digitsFrom;
            throw wrong("a number does not begin with zeros");
        }
        boolean integer = true;
        if (at < text.length() && text.charAt(at) == '.') {
            integer = false;
            at++;
            digits("a digit was expected after the point");
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            integer = false;
            exponent(start);
        }
        if (integer && digits <= LONG_SAFE_DIGITS) {
            return Data.Num.of(Long.parseLong(text, start, at, 10));
        }
        return decimal(start);
    }

    private Data decimal(int start) {
        if (at - start <= MAX_NUMBER_LENGTH) {
            try {
                BigDecimal number = new BigDecimal(text.substring(start, at));
                boolean exponent = text.substring(start, at).chars().anyMatch(each -> each == 'e' || each == 'E');
                // An exponent says nothing of how many digits are meant to stand after the point.
                return Data.Num.of(exponent ? number.stripTrailingZeros() : number);
            } catch (IllegalArgumentException beyondLimits) {
                // Said below, with the place.
            }
        }
        throw beyondLimits(start);
    }

    private DataException beyondLimits(int start) {
        at = start;
        return wrong("a number has at most " + Decimals.MAX_DIGITS + " digits and an exponent from -"
                + Decimals.MAX_EXPONENT + " to " + Decimals.MAX_EXPONENT);
    }

    private void exponent(int start) {
        at++;
        if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            at++;
        }
        int from = at;
        digits("a digit was expected in the exponent");
        while (from < at && text.charAt(from) == '0') {
            from++;
        }
        if (at - from > MAX_EXPONENT_DIGITS) {
            throw beyondLimits(start);
        }
    }

    private void digits(String otherwise) {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong(otherwise + ", found " + here());
        }
    }

    private Data word() {
        int end = at;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        String word = text.substring(at, end);
        Data meant =
                switch (word) {
                    case "true" -> Data.Truth.of(true);
                    case "false" -> Data.Truth.of(false);
                    case "null" -> Data.nothing();
                    case "" -> throw wrong("a value was expected, found " + here());
                    default -> throw wrong("a value was expected, found '" + Shown.shorten(word) + "'");
                };
        at = end;
        return meant;
    }

    private void skipSpace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return;
            }
            at++;
        }
    }

    private String here() {
        return at >= text.length() ? "the end of the text" : "'" + shown(text.codePointAt(at)) + "'";
    }

    private static String shown(int point) {
        return Character.isISOControl(point) || (point >= 0xD800 && point <= 0xDFFF)
                ? String.format("\\u%04x", point)
                : Character.toString(point);
    }

    private DataException wrong(String why) {
        return DataException.syntax(text, Math.min(at, text.length()), why);
    }
}
