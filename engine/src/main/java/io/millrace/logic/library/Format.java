package io.millrace.logic.library;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Chars;
import io.millrace.logic.term.Cost;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * The formatted output of {@code format/1,2,3}: text with directives {@code ~w}, {@code ~2f}, {@code ~t~20|} … each of
 * which takes its arguments from a list.
 */
final class Format {
    /** What some directives need of the machine that runs the program. */
    interface Host {
        /** Writes a term with the operators in force. */
        void write(Writer writer, Term term, StringBuilder to);

        /** Hears of every text before it is made. */
        Meter meter();

        /** The value of an arithmetic expression. */
        Term evaluate(Term expression);

        /** What a goal writes, for {@code ~@}. */
        String outputOf(Term goal);
    }

    /** More than any directive means in earnest; a larger count is an error, not a gigabyte of blanks. */
    private static final int MAX_COUNT = 1_000_000;

    private static final int NONE = -1;

    private static final int DIRECTIVE_STEPS = 5;

    /** What a number with digits behind its point takes at least. */
    private static final int NUMBER_STEPS = 20;

    /** A number with digits behind its point is scaled, rounded and written: about so many conversions. */
    private static final int CONVERSIONS = 4;

    private final String text;
    private final Meter meter;
    private final Host host;
    private final Columns columns;
    private List<Term> arguments;
    private int at;

    private Format(String text, List<Term> arguments, Host host, StringBuilder out) {
        this.text = text;
        this.arguments = arguments;
        this.host = host;
        this.meter = host.meter();
        this.columns = new Columns(out);
    }

    /**
     * Appends the formatted text. The output so far matters for columns: they are counted from its last line break.
     *
     * @param arguments a list of arguments, or one argument that is not a list
     */
    static void format(String text, Term arguments, Host host, StringBuilder out) {
        Meter meter = host.meter();
        meter.work(DIRECTIVE_STEPS);
        List<Term> elements = Lists.elements(arguments, meter);
        // Written apart first: an error in the middle leaves no half of a text behind.
        int lineStart = out.lastIndexOf("\n") + 1;
        meter.text(out.length() - lineStart);
        StringBuilder line = new StringBuilder(out.substring(lineStart));
        int old = line.length();
        new Format(text, elements != null ? elements : List.of(arguments), host, line).run();
        meter.text(out, line.length() - old);
        out.append(line, old, line.length());
    }

    private void run() {
        while (at < text.length()) {
            int next = text.indexOf('~', at);
            next = next < 0 ? text.length() : next;
            append(text.substring(at, next));
            at = next;
            if (at < text.length()) {
                at++;
                meter.work(DIRECTIVE_STEPS);
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
            case 'w' -> written(Writer.plain(), argument());
            case 'p' -> written(Writer.quoted(), argument());
            case 'q' -> written(Writer.quoted(), argument());
            case 'k' -> written(Writer.canonical(), argument());
            case 'a' -> atomic();
            case 's' -> append(text(argument()));
            case 'd' -> append(pointed('d', count, false));
            case 'D' -> append(pointed('D', count, true));
            case 'e' -> append(Decimals.exponential(number(count), digits(count)));
            case 'f' -> append(Decimals.fixed(number(count), digits(count)));
            case 'g' -> append(Decimals.general(number(count), digits(count)));
            case 'r' -> append(radix(count));
            case 'R' -> append(radix(count).toUpperCase(Locale.ROOT));
            case 'c' -> append(repeated(character(), count));
            case 'n' -> append(repeated("\n", count));
            case '~' -> append("~");
            case 'i' -> argument();
            case '@' -> append(host.outputOf(argument()));
            case 't' -> columns.stretch(count == NONE ? ' ' : count);
            case '|' -> stop(count == NONE ? columns.column() : limited(count));
            case '+' -> stop(columns.lastStop() + (count == NONE ? 8L : limited(count)));
            default -> throw unknown(directive);
        }
    }

    private void append(String part) {
        meter.text(part.length());
        columns.append(part);
    }

    private void written(Writer writer, Term term) {
        StringBuilder part = new StringBuilder();
        host.write(writer, term, part);
        columns.append(part.toString());
    }

    private String repeated(String part, int count) {
        int times = count == NONE ? 1 : count;
        meter.text((long) part.length() * times);
        return part.repeat(times);
    }

    private void stop(long column) {
        int target = limited(column);
        meter.text(Math.max(0, target - columns.column()));
        columns.stop(target);
    }

    /** The number for a directive that shows so many digits of it. */
    private Term number(int count) {
        Term number = host.evaluate(argument());
        long words = Cost.wordsOfDigits(digits(count)) + (number instanceof Big big ? Cost.words(big.value()) : 0);
        meter.work(NUMBER_STEPS + CONVERSIONS * Cost.conversion(words));
        meter.bytes(words * Integer.BYTES * CONVERSIONS);
        return number;
    }

    private String pointed(char directive, int count, boolean grouped) {
        BigInteger number = integer(directive);
        int places = Math.max(count, 0);
        meter.work(Cost.conversion(Cost.words(number)));
        meter.text(number.bitLength() / 2 + (long) places);
        return Decimals.pointed(number, places, grouped);
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
        written(Writer.plain(), term);
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
        return Numbers.digits(integer('r'), radix, meter);
    }

    private String character() {
        Term term = argument();
        if (term instanceof Int code && Character.isValidCodePoint((int) code.value()) && code.value() >>> 31 == 0) {
            return Character.toString((int) code.value());
        }
        throw wrongType('c', term);
    }

    /** The text of a string, an atom, or a list of codes or characters. */
    private String text(Term term) {
        if (term instanceof Str string) {
            return string.value();
        }
        List<Term> elements = Lists.elements(term, meter);
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
            } else if (element instanceof Atom character && Str.single(character.name())) {
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
