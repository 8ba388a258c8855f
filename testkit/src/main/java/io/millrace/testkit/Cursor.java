package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.Json;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A place in the text of a scenario. It reads words, names and data up to the end of the statement, which is the end of
 * the line or a comment; only data may take it over the end of a line.
 */
final class Cursor {
    private final String file;
    private final String text;
    private int at;

    Cursor(String file, String text) {
        this.file = file;
        this.text = text;
    }

    int at() {
        return at;
    }

    /** Goes to the next statement; false at the end of the text. */
    boolean nextStatement() {
        while (at < text.length()) {
            skipBlank();
            boolean lineStart = at == 0 || text.charAt(at - 1) == '\n';
            if (at < text.length() && (lineStart && text.charAt(at) == '#' || isComment())) {
                skipLine();
            } else if (at < text.length() && isLineEnd(text.charAt(at))) {
                at++;
            } else {
                return at < text.length();
            }
        }
        return false;
    }

    private void skipLine() {
        while (at < text.length() && !isLineEnd(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\uFEFF' || c == '\u00A0';
    }

    void skipBlank() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    /** A sign of number stands for a comment where white space is before it and no digit behind it. */
    private boolean isComment() {
        return text.charAt(at) == '#'
                && (at == 0 || Character.isWhitespace(text.charAt(at - 1)))
                && !(at + 1 < text.length() && Character.isDigit(text.charAt(at + 1)));
    }

    /** Whether the statement ends here. */
    boolean atEnd() {
        skipBlank();
        return at >= text.length() || isLineEnd(text.charAt(at)) || isComment();
    }

    boolean looksAt(char c) {
        return !atEnd() && text.charAt(at) == c;
    }

    /** Takes a character if it stands here. */
    boolean take(char c) {
        if (looksAt(c)) {
            at++;
            return true;
        }
        return false;
    }

    /** The word that stands here, without taking it; empty where no word stands. */
    String word() {
        return atEnd() ? "" : text.substring(at, wordEnd());
    }

    /** A bare word goes up to white space or punctuation; what is in round brackets belongs to it. */
    private int wordEnd() {
        int end = at;
        int depth = 0;
        while (end < text.length()) {
            char c = text.charAt(end);
            if (isLineEnd(c) || depth == 0 && (isBlank(c) || ",\"'{}[]#*)".indexOf(c) >= 0)) {
                break;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            end++;
        }
        return end;
    }

    /** Takes this word if it stands here. */
    boolean take(String word) {
        if (word().equals(word)) {
            at += word.length();
            return true;
        }
        return false;
    }

    /** Takes the word that stands here and says what was expected if none does. */
    String takeWord(String what) throws ScenarioException {
        String word = word();
        if (word.isEmpty()) {
            throw expected(what);
        }
        at += word.length();
        return word;
    }

    /** A name: a bare word, or anything in quotes. */
    String name(String what) throws ScenarioException {
        return isQuoted() ? quoted(what) : takeWord(what);
    }

    boolean isQuoted() {
        return looksAt('"') || looksAt('\'');
    }

    String quoted(String what) throws ScenarioException {
        if (looksAt('"')) {
            return json().text();
        }
        if (!looksAt('\'')) {
            throw expected(what);
        }
        int open = at;
        int close = text.indexOf('\'', at + 1);
        if (close < 0 || text.substring(open, close).chars().anyMatch(c -> isLineEnd((char) c))) {
            throw wrong(open, "this quote is not closed on its line");
        }
        at = close + 1;
        return text.substring(open + 1, close);
    }

    int number(String what) throws ScenarioException {
        skipBlank();
        int start = at;
        String word = takeWord(what);
        try {
            int number = Integer.parseInt(word);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, with the place.
        }
        throw wrong(start, what + " was expected, found '" + word + "'");
    }

    Data json() throws ScenarioException {
        skipBlank();
        try {
            Json.Read read = Json.read(text, at);
            at = read.end();
            return read.value();
        } catch (DataException e) {
            Place place = Place.of(text, Math.max(e.offset(), 0));
            throw new ScenarioException(
                    new Problem(Code.DATA_SYNTAX, place.in(file) + ": " + e.problem().message()), place.line());
        }
    }

    /** Whether JSON begins here. */
    boolean atJson() {
        if (atEnd()) {
            return false;
        }
        char c = text.charAt(at);
        String word = word();
        return "{[\"".indexOf(c) >= 0
                || word.equals("true")
                || word.equals("false")
                || word.equals("null")
                || word.matches("-?\\d[\\d.eE+-]*");
    }

    /** The rest of the statement up to one of these words outside of brackets and quotes. */
    String until(String... words) {
        skipBlank();
        int start = at;
        int depth = 0;
        while (!(depth == 0 ? atEndOr(words) : at >= text.length() || isLineEnd(text.charAt(at)))) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                int close = text.indexOf(c, at + 1);
                at = close < 0 ? at : close;
            }
            depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
            at++;
        }
        return text.substring(start, at).strip();
    }

    private boolean atEndOr(String... words) {
        int here = at;
        if (atEnd()) {
            return true;
        }
        boolean wordStarts = at > here || at > 0 && isBlank(text.charAt(at - 1));
        at = here;
        if (wordStarts) {
            skipBlank();
            String word = word();
            at = here;
            for (String stop : words) {
                if (word.equals(stop)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Goes to the rest of a text that a JSON reader left: nothing but the end of the statement may follow. */
    void end() throws ScenarioException {
        if (!atEnd()) {
            throw wrong(at, "the line should end here, found '" + found() + "'");
        }
    }

    private String found() {
        String word = word();
        return word.isEmpty() ? String.valueOf(text.charAt(at)) : word;
    }

    String textFrom(int start) {
        return text.substring(start, at).strip();
    }

    int lineOf(int offset) {
        return Place.of(text, offset).line();
    }

    ScenarioException expected(String what) {
        return wrong(at, what + " was expected, found " + (atEnd() ? "the end of the line" : "'" + found() + "'"));
    }

    ScenarioException wrong(int offset, String why) {
        Place place = Place.of(text, offset);
        Problem sentence = Code.SYNTAX.with(place.in(file) + ": " + why);
        return new ScenarioException(
                new Problem(sentence.code(), sentence.message() + "\n" + place.excerpt()), place.line());
    }

    /** Where in the file something is. */
    private record Place(int line, int column, String excerpt) {
        static Place of(String text, int offset) {
            int line = 1;
            int start = 0;
            for (int i = 0; i < offset; i++) {
                char c = text.charAt(i);
                if (c == '\n' || c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n')) {
                    line++;
                    start = i + 1;
                }
            }
            int end = offset;
            while (end < text.length() && !isLineEnd(text.charAt(end))) {
                end++;
            }
            String shown = text.substring(start, end).replace('\t', ' ');
            return new Place(
                    line, text.codePointCount(start, offset) + 1, "    " + shown + "\n    " + " ".repeat(offset - start) + "^");
        }

        String in(String file) {
            return file + ":" + line + ":" + column;
        }
    }

    /** The word of a list that a person may have meant, or null. */
    static @Nullable String meant(String word, Iterable<String> known) {
        for (String candidate : known) {
            if (distance(word, candidate) <= Math.max(1, candidate.length() / 4)) {
                return candidate;
            }
        }
        return null;
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
