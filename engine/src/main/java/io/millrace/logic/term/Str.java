package io.millrace.logic.term;

import org.jspecify.annotations.Nullable;

/** A string: text that is neither an atom nor a list. Read from double quotes under the flag that says so. */
public final class Str extends Term {
    private final String value;

    private Str(String value) {
        this.value = value;
    }

    /** The string. */
    public static Str of(String value) {
        return new Str(value);
    }

    /** Whether a text is one character; a long text is not looked through for that. */
    public static boolean single(String text) {
        return text.length() <= 2 && text.codePointCount(0, text.length()) == 1;
    }

    /** The text. */
    public String value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Str string && value.equals(string.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode() + 1;
    }

    @Override
    public String toString() {
        return Shown.of(this);
    }
}
