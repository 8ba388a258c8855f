package io.millrace.cli;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers as people type them: JSON, or {@code name=value} pairs whose values are JSON or plain words. */
final class AnswerText {
    private static final Pattern NAME = Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{N}_-]*)=");
    private static final Pattern WORD = Pattern.compile("\\S+");

    private AnswerText() {}

    /** Whether a text may be meant as an answer. */
    static boolean looksLikeOne(String text) {
        return text.startsWith("{") || text.startsWith("[") || NAME.matcher(text).lookingAt();
    }

    /** The data that was meant; what is wrong with a text is a {@link DataException}. */
    static Data read(String text) {
        return NAME.matcher(text).lookingAt() ? pairs(text) : Json.read(text);
    }

    private static Data pairs(String text) {
        Data data = Data.fields();
        int at = 0;
        Matcher name = NAME.matcher(text);
        while (name.region(at, text.length()).lookingAt()) {
            Json.Read json = json(text, name.end());
            if (json != null) {
                data = data.with(name.group(1), json.value());
                at = json.end();
            } else {
                Matcher word = WORD.matcher(text).region(name.end(), text.length());
                boolean given = word.lookingAt();
                data = data.with(name.group(1), given ? word.group() : "");
                at = given ? word.end() : name.end();
            }
        }
        // What is left is not a pair; reading it as JSON says so, with the place.
        return text.substring(at).isBlank() ? data : Json.read(text);
    }

    /** The JSON value that begins at a place and ends where a word ends, or null. */
    private static Json.@Nullable Read json(String text, int from) {
        if (from >= text.length() || Character.isWhitespace(text.charAt(from))) {
            return null;
        }
        try {
            Json.Read read = Json.read(text, from);
            boolean whole = read.end() == text.length() || Character.isWhitespace(text.charAt(read.end()));
            return whole ? read : null;
        } catch (DataException e) {
            return null;
        }
    }

    /** Whether brackets are open at the end, so that the answer goes on in the next line. */
    static boolean goesOn(String text) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            }
        }
        return depth > 0;
    }
}
