package io.millrace.logic.read;

/**
 * The flags of a program and their values. Immutable; methods return changed copies.
 *
 * @param doubleQuotes the meaning of {@code "abc"} in a text
 * @param unknown the effect of calling an undefined predicate
 * @param charConversion whether {@code char_conversion/2} is on; required by ISO, without effect
 * @param occursCheck whether every unification checks that a variable does not occur in what it is bound to
 * @param maxDepth how deep a text may nest before the reader refuses it
 * @param strict the flag {@code iso}: whether the reader follows the standard strictly where other Prologs are more liberal
 */
public record Flags(
        DoubleQuotes doubleQuotes, Unknown unknown, boolean charConversion, boolean occursCheck, int maxDepth, boolean strict) {
    /** The meaning of {@code "abc"} in a text. */
    public enum DoubleQuotes {
        /** A list of character codes. */
        CODES,
        /** A list of atoms of one character each. */
        CHARS,
        /** An atom. */
        ATOM,
        /** A string, which is neither an atom nor a list. */
        STRING
    }

    /** The effect of calling an undefined predicate. */
    public enum Unknown {
        /** The call throws an {@code existence_error}. */
        ERROR,
        /** The call fails. */
        FAIL,
        /** The call fails, as with {@link #FAIL}; the machine prints no warning. */
        WARNING
    }

    private static final int DEEP = 10_000_000;

    /** The flags at the start of a program. The flag {@code iso} itself is off. */
    public static Flags iso() {
        return new Flags(DoubleQuotes.CODES, Unknown.ERROR, false, false, DEEP, false);
    }

    /** A copy with another meaning of text in double quotes. */
    public Flags withDoubleQuotes(DoubleQuotes value) {
        return new Flags(value, unknown, charConversion, occursCheck, maxDepth, strict);
    }

    /** A copy with another effect of calling an undefined predicate. */
    public Flags withUnknown(Unknown value) {
        return new Flags(doubleQuotes, value, charConversion, occursCheck, maxDepth, strict);
    }

    /** A copy with another value of {@code char_conversion}, which has no effect on reading. */
    public Flags withCharConversion(boolean value) {
        return new Flags(doubleQuotes, unknown, value, occursCheck, maxDepth, strict);
    }

    /** A copy that turns the occurs check of every unification on or off. */
    public Flags withOccursCheck(boolean value) {
        return new Flags(doubleQuotes, unknown, charConversion, value, maxDepth, strict);
    }

    /** A copy with another limit on nesting. The reader throws {@link SyntaxError} for a text that nests deeper. */
    public Flags withMaxDepth(int value) {
        return new Flags(doubleQuotes, unknown, charConversion, occursCheck, value, strict);
    }

    /** A copy with another value of the flag {@code iso}. */
    public Flags withStrict(boolean value) {
        return new Flags(doubleQuotes, unknown, charConversion, occursCheck, maxDepth, value);
    }
}
