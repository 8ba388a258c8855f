package io.millrace.logic;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * The formatted output of {@code format/1,2,3}: text with directives {@code ~w}, {@code ~2f}, {@code ~t~20|} … each of
 * which takes its arguments from a list.
 */
public final class Format {
    /** What some directives need of whoever runs the program. */
    public interface Host {
        /** The value of an arithmetic expression. */
        Term evaluate(Term expression);

        /** What a goal writes, for {@code ~@}. */
        String outputOf(Term goal);
    }

    /** More than any directive means in earnest; a larger count is an error, not a gigabyte of blanks. */
    private static final int MAX_COUNT = 1_000_000;

    private static final int NONE = -1;

    private final String text;
    private final Operators operators;
    private final Host host;
    private final Columns columns;
    private List<Term> arguments;
    private int at;

    private Format(String text, List<Term> arguments, Operators operators, Host host, StringBuilder out) {
        this.text = text;
        this.arguments = arguments;
        this.operators = operators;
        this.host = host;
        this.columns = new Columns(out);
    }

    /**
     * Appends the formatted text. The output so far matters for columns: they are counted from its last line break.
     *
     * @param arguments a list of arguments, or one argument that is not a list
     */
    public static void format(String text, Term arguments, Operators operators, Host host, StringBuilder out) {
        List<Term> elements = Lists.elements(arguments);
        // Written apart first: an error in the middle leaves no half of a text behind.
        StringBuilder line = new StringBuilder(out.substring(out.lastIndexOf("\n") + 1));
        int old = line.length();
        new Format(text, elements != null ? elements : List.of(arguments), operators, host, line).run();
        out.append(line, old, line.length());
    }

    private void run() {
        while (at < text.length()) {
            int next = text.indexOf('~', at);
            next = next < 0 ? text.length() : next;
            columns.append(text.substring(at, next));
            at = next;
            if (at < text.length()) {
                at++;
                int count = count();
                // A colon asks for the customs of a country, of which there are none here.
                take(':');
                directive(count);
            }
        }
        if (!arguments.isEmpty()) {
            throw error("too many arguments");
        }
    }

    /** The number before a directive: digits, a character after a back quote, or {@code *} for an argument. */
    private int count() {
        if (take('`')) {
            if (at == text.length()) {
                throw unknown(0);
            }
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            return c;
        }
        if (take('*')) {
            if (!(argument() instanceof Int number) || number.value() < 0) {
                throw error("no or negative integer for `*' argument");
            }
            return limited(number.value());
        }
        if (at == text.length() || !Chars.digit(text.charAt(at))) {
            return NONE;
        }
        long value = 0;
        while (at < text.length() && Chars.digit(text.charAt(at))) {
            value = limited(value * 10 + text.charAt(at++) - '0');
        }
        return (int) value;
    }

    private static int limited(long count) {
        if (count > MAX_COUNT) {
            throw Errors.resource("memory");
        }
        return (int) count;
    }

    private void directive(int count) {
        if (at == text.length()) {
            throw unknown(0);
        }
        int directive = text.codePointAt(at);
        at += Character.charCount(directive);
        switch (directive) {
            case 'w' -> columns.append(Writer.plain().withOperators(operators).write(argument()));
            case 'p' -> columns.append(Writer.quoted().withOperators(operators).write(argument()));
            case 'q' -> columns.append(Writer.quoted().withOperators(operators).write(argument()));
            case 'k' -> columns.append(Writer.canonical().write(argument()));
            case 'a' -> atomic();
            case 's' -> columns.append(text(argument()));
            case 'd' -> columns.append(Decimals.pointed(integer('d'), Math.max(count, 0), false));
            case 'D' -> columns.append(Decimals.pointed(integer('D'), Math.max(count, 0), true));
            case 'e' -> columns.append(Decimals.exponential(host.evaluate(argument()), digits(count)));
            case 'f' -> columns.append(Decimals.fixed(host.evaluate(argument()), digits(count)));
            case 'g' -> columns.append(Decimals.general(host.evaluate(argument()), digits(count)));
            case 'r' -> columns.append(radix(count));
            case 'R' -> columns.append(radix(count).toUpperCase(Locale.ROOT));
            case 'c' -> columns.append(character().repeat(count == NONE ? 1 : count));
            case 'n' -> columns.append("\n".repeat(count == NONE ? 1 : count));
            case '~' -> columns.append("~");
            case 'i' -> argument();
            case '@' -> columns.append(host.outputOf(argument()));
            case 't' -> columns.stretch(count == NONE ? ' ' : count);
            case '|' -> columns.stop(count == NONE ? columns.column() : limited(count));
            case '+' -> columns.stop(columns.lastStop() + (count == NONE ? 8 : limited(count)));
            default -> throw unknown(directive);
        }
    }

    private static int digits(int count) {
        return count == NONE ? 6 : count;
    }

    private Term argument() {
        if (arguments.isEmpty()) {
            throw error("not enough arguments");
        }
        Term next = arguments.getFirst().deref();
        arguments = arguments.subList(1, arguments.size());
        return next;
    }

    private void atomic() {
        Term term = argument();
        if (term instanceof Struct || term instanceof Var) {
            throw wrongType('a', term);
        }
        columns.append(Writer.plain().write(term));
    }

    private BigInteger integer(char directive) {
        Term term = argument();
        Term value = term instanceof Int || term instanceof Big ? term : host.evaluate(term);
        if (!(value instanceof Int) && !(value instanceof Big)) {
            throw wrongType(directive, term);
        }
        return Numbers.big(value);
    }

    private String radix(int count) {
        int radix = count == NONE ? 8 : count;
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw Errors.domain("radix", Int.of(radix));
        }
        return integer('r').toString(radix);
    }

    private String character() {
        Term term = argument();
        if (term instanceof Int code && Character.isValidCodePoint((int) code.value()) && code.value() >>> 31 == 0) {
            return Character.toString((int) code.value());
        }
        throw wrongType('c', term);
    }

    /** The text of a string, an atom, or a list of codes or characters. */
    private static String text(Term term) {
        if (term instanceof Str string) {
            return string.value();
        }
        List<Term> elements = Lists.elements(term);
        if (elements == null) {
            if (term instanceof Atom atom) {
                return atom.name();
            }
            throw wrongType('s', term);
        }
        StringBuilder text = new StringBuilder();
        for (Term element : elements) {
            if (element instanceof Int code && code.value() >= 0 && code.value() <= Character.MAX_CODE_POINT) {
                text.appendCodePoint((int) code.value());
            } else if (element instanceof Atom character && character.name().codePointCount(0, character.name().length()) == 1) {
                text.append(character.name());
            } else {
                throw wrongType('s', term);
            }
        }
        return text.toString();
    }

    private boolean take(char expected) {
        boolean found = at < text.length() && text.charAt(at) == expected;
        at += found ? 1 : 0;
        return found;
    }

    private static PrologError error(String message) {
        return Errors.error(Struct.of("format", Atom.of(message)));
    }

    private static PrologError unknown(int directive) {
        return Errors.existence("format_character", Atom.ofCodePoint(directive));
    }

    private static PrologError wrongType(char directive, Term culprit) {
        return Errors.error(Struct.of("format_argument_type", Atom.ofCodePoint(directive), culprit));
    }
}
