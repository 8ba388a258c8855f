package io.millrace.logic.term;

import java.util.Map;

/**
 * Writes terms as text. Immutable: the methods that set an option return a changed copy. Text that is written with quotes reads back to the
 * same term under the same operators.
 *
 * @param quotes whether atoms and strings get the quotes that they need to be read back
 * @param operators the operators that are written between, before or behind their operands
 * @param ignoreOperators whether operators are written like any other functor
 * @param numberVariables whether {@code '$VAR'(1)} is written as {@code B}
 * @param spaced whether a space follows the comma between arguments
 * @param maxDepth how deep a term is shown before the rest becomes {@code ...}; 0 for all of it
 * @param maxLength after how many characters the rest becomes {@code ...}
 * @param names how variables are called that have a name
 */
public record Writer(
        boolean quotes,
        Operators operators,
        boolean ignoreOperators,
        boolean numberVariables,
        boolean spaced,
        int maxDepth,
        int maxLength,
        Map<Var, String> names) {
    private static final Writer PLAIN =
            new Writer(false, Operators.iso(), false, true, false, 0, Integer.MAX_VALUE, Map.of());

    /** As {@code write/1}. */
    public static Writer plain() {
        return PLAIN;
    }

    /** As {@code writeq/1}. */
    public static Writer quoted() {
        return PLAIN.withQuotes(true);
    }

    /** As {@code write_canonical/1}. */
    public static Writer canonical() {
        return PLAIN.withQuotes(true).withIgnoreOperators(true).withNumberVariables(false);
    }

    /** The text of a term, without a full stop. */
    public String write(Term term) {
        StringBuilder out = new StringBuilder();
        write(term, out);
        return out.toString();
    }

    /** Appends the text of a term, without a full stop. The limit on the length counts only this text. */
    public void write(Term term, StringBuilder out) {
        new Writing(this, out, null).write(term, Operators.MAX_PRIORITY);
    }

    /** Writes a term for a place where it may have at most this priority. */
    public String write(Term term, int priority) {
        StringBuilder out = new StringBuilder();
        new Writing(this, out, null).write(term, priority);
        return out.toString();
    }

    /** Writes a term for a place of some priority, and announces the text before it grows. */
    public void write(Term term, int priority, StringBuilder out, Meter meter) {
        new Writing(this, out, meter).write(term, priority);
    }

    /** A copy that writes quotes where they are needed to read the text back, or never. */
    public Writer withQuotes(boolean value) {
        return new Writer(value, operators, ignoreOperators, numberVariables, spaced, maxDepth, maxLength, names);
    }

    /** A copy with another table of operators. */
    public Writer withOperators(Operators value) {
        return new Writer(quotes, value, ignoreOperators, numberVariables, spaced, maxDepth, maxLength, names);
    }

    /** A copy that writes operators like any other functor, {@code +(1,2)}, or as operators. */
    public Writer withIgnoreOperators(boolean value) {
        return new Writer(quotes, operators, value, numberVariables, spaced, maxDepth, maxLength, names);
    }

    /** A copy that writes {@code '$VAR'(N)} as a variable name, or as a compound term. */
    public Writer withNumberVariables(boolean value) {
        return new Writer(quotes, operators, ignoreOperators, value, spaced, maxDepth, maxLength, names);
    }

    /** A copy that writes a space behind the comma between arguments, or none. */
    public Writer withSpaces(boolean value) {
        return new Writer(quotes, operators, ignoreOperators, numberVariables, value, maxDepth, maxLength, names);
    }

    /** A copy that abbreviates terms below this depth to {@code ...}; 0 for no limit. */
    public Writer withMaxDepth(int value) {
        return new Writer(quotes, operators, ignoreOperators, numberVariables, spaced, value, maxLength, names);
    }

    /** A copy that cuts the text of each term after this number of UTF-16 units and appends {@code ...} */
    public Writer withMaxLength(int value) {
        return new Writer(quotes, operators, ignoreOperators, numberVariables, spaced, maxDepth, value, names);
    }

    /** A copy with names for unbound variables. The map is not copied; a variable that is not in it gets a generated name. */
    public Writer withNames(Map<Var, String> value) {
        return new Writer(quotes, operators, ignoreOperators, numberVariables, spaced, maxDepth, maxLength, value);
    }
}
