package io.millrace.logic.read;

/**
 * The flags that a program may set, and what they are set to. Immutable; whoever changes one takes a new value.
 *
 * @param doubleQuotes what {@code "abc"} in a text stands for
 * @param unknown what a call of a predicate that does not exist does
 * @param charConversion whether {@code char_conversion/2} is on; kept because ISO asks for it, without effect
 * @param occursCheck whether every unification checks that a variable does not occur in what it is bound to
 * @param maxDepth how deep a text may nest before the reader refuses it
 * @param strict the flag {@code iso}: whether the reader keeps to the letter of the standard where Prologs are more liberal
 */
public record Flags(
        DoubleQuotes doubleQuotes, Unknown unknown, boolean charConversion, boolean occursCheck, int maxDepth, boolean strict) {
    /** What {@code "abc"} in a text stands for. */
    public enum DoubleQuotes { CODES, CHARS, ATOM, STRING }

    /** What a call of a predicate that does not exist does. */
    public enum Unknown { ERROR, FAIL, WARNING }

    private static final int DEEP = 10_000_000;

    /** The flags at the start of a program. The flag {@code iso} itself is off. */
    public static Flags iso() {
        return new Flags(DoubleQuotes.CODES, Unknown.ERROR, false, false, DEEP, false);
    }

    public Flags withDoubleQuotes(DoubleQuotes value) {
        return new Flags(value, unknown, charConversion, occursCheck, maxDepth, strict);
    }

    public Flags withUnknown(Unknown value) {
        return new Flags(doubleQuotes, value, charConversion, occursCheck, maxDepth, strict);
    }

    public Flags withCharConversion(boolean value) {
        return new Flags(doubleQuotes, unknown, value, occursCheck, maxDepth, strict);
    }

    public Flags withOccursCheck(boolean value) {
        return new Flags(doubleQuotes, unknown, charConversion, value, maxDepth, strict);
    }

    public Flags withMaxDepth(int value) {
        return new Flags(doubleQuotes, unknown, charConversion, occursCheck, value, strict);
    }

    public Flags withStrict(boolean value) {
        return new Flags(doubleQuotes, unknown, charConversion, occursCheck, maxDepth, value);
    }
}
