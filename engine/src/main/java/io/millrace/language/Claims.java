package io.millrace.language;

import io.millrace.id.CaseId;
import java.util.regex.Pattern;

/** Formats claims about cases as Prolog terms, in the vocabulary of questions to the history. */
public final class Claims {
    private static final Pattern PLAIN = Pattern.compile("[a-z][A-Za-z0-9_]*");

    private Claims() {}

    /** A name as an atom. */
    public static String atom(String name) {
        return PLAIN.matcher(name).matches()
                ? name
                : "'" + name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    /** A case: a root case is a number, a sub-case an atom. */
    public static String of(CaseId id) {
        return id.isRoot() ? id.toString() : atom(id.toString());
    }

    /** A term with these arguments, which are terms. */
    public static String term(String functor, String... arguments) {
        return functor + "(" + String.join(", ", arguments) + ")";
    }
}
