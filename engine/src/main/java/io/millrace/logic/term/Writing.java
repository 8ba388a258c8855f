package io.millrace.logic.term;

import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Operators.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One term on its way to text. What is still to be written lies on a stack, in order, so depth costs heap and not the
 * Java stack.
 *
 * <p>Two rules keep the text readable by {@link Reader}: a space goes between two tokens that would be read as one, and
 * behind a prefix operator where what follows would turn it into a functor ({@code - (a)}) or a sign ({@code - 1}).
 */
final class Writing {
    /** What is still to be written. */
    private sealed interface Step permits Sub, Rest, Text {}

    /**
     * A term in a place of some priority.
     *
     * @param operand whether it stands beside an operator, where an atom that is itself one gets parentheses
     */
    private record Sub(Term term, int priority, boolean operand, int depth) implements Step {}

    /** What follows an element of a list. */
    private record Rest(Term term, int depth) implements Step {}

    private record Text(String text, Glue glue) implements Step {}

    /** How a text stands beside what was written before it. */
    private enum Glue {
        /** A token: a space comes before it where the two would be read as one. */
        TOKEN,
        /** Punctuation: never needs a space before it. */
        NONE,
        /** A parenthesis that groups: must not make a functor of a prefix operator. */
        GROUP,
        /** A prefix operator: a token, and remembered as what came last. */
        PREFIX
    }

    private static final int RADIX = 10;
    private static final int BITS_PER_DIGIT = 4;
    private static final int LONG_NUMBER = 1000;

    /** So many digits more are computed than are shown, for the last ones are not exact. */
    private static final int GUARD_DIGITS = 20;

    private static final Text CLOSE = new Text(")", Glue.NONE);

    private final Writer style;
    private final StringBuilder out;
    private final int limit;
    private final Deque<Step> steps = new ArrayDeque<>();
    private final @Nullable Meter meter;
    private boolean afterPrefix;

    /** @param meter hears of the text before it grows; null where whoever writes sets a limit to its length */
    Writing(Writer style, StringBuilder out, @Nullable Meter meter) {
        this.style = style;
        this.out = out;
        this.meter = meter;
        this.limit = style.maxLength() > Integer.MAX_VALUE - out.length()
                ? Integer.MAX_VALUE : out.length() + style.maxLength();
    }

    void write(Term term, int priority) {
        int start = out.length();
        steps.push(new Sub(term, priority, false, 1));
        while (!steps.isEmpty()) {
            if (out.length() > limit) {
                out.setLength(limit);
                out.append("...");
                return;
            }
            if (meter != null) {
                meter.work(1);
            }
            switch (steps.pop()) {
                case Text text -> emit(text.text, text.glue, start);
                case Rest rest -> rest(rest);
                case Sub sub -> sub(sub, start);
            }
        }
    }

    private void sub(Sub sub, int start) {
        if (tooDeep(sub.depth)) {
            emit("...", Glue.TOKEN, start);
            return;
        }
        switch (sub.term.deref()) {
            case Var free -> emit(style.names().getOrDefault(free, free.name()), Glue.TOKEN, start);
            case Int number -> emit(Long.toString(number.value()), Glue.TOKEN, start);
            case Big number -> emit(digits(number.value()), Glue.TOKEN, start);
            case Real number -> emit(digits(number), Glue.TOKEN, start);
            case Str string -> emit(text(string.value()), Glue.TOKEN, start);
            case Atom atom -> atom(atom, sub, start);
            case Struct struct -> compound(struct, sub);
        }
    }

    private void atom(Atom atom, Sub sub, int start) {
        if (sub.operand && style.operators().knows(atom.name()) && !style.ignoreOperators()) {
            emit("(", Glue.GROUP, start);
            steps.push(CLOSE);
            emit(name(atom), Glue.NONE, start);
        } else {
            emit(name(atom), Glue.TOKEN, start);
        }
    }

    private String name(Atom atom) {
        String name = announced(atom.name());
        return style.quotes() ? Quotes.atom(name) : name;
    }

    private String text(String string) {
        String text = announced(string);
        return style.quotes() ? Quotes.around(text, '"') : text;
    }

    /** Announces a text that is about to be written. */
    private String announced(String text) {
        if (meter != null) {
            meter.text(out, text.length());
        }
        return text;
    }

    private String digits(Real number) {
        return meter == null ? Numbers.text(number.value()) : Numbers.text(number.value(), meter);
    }

    /** The digits of a number, or so much of a very long one that the text becomes longer than its limit. */
    private String digits(BigInteger number) {
        if (meter != null) {
            return announced(Numbers.digits(number, RADIX, meter));
        }
        long digits = number.bitLength() / BITS_PER_DIGIT;
        long shown = (long) limit - out.length() + 1;
        if (digits > shown + LONG_NUMBER) {
            return beginning(number, (int) shown);
        }
        return number.toString();
    }

    /**
     * The first digits of a very long number, rounded, from its first bits: to compute all of them would take a second.
     * Only a row of nines right behind the last digit shown makes it differ from that of the number.
     */
    private static String beginning(BigInteger number, int digits) {
        MathContext precision = new MathContext(digits + 2 * GUARD_DIGITS);
        int rest = number.bitLength() - BITS_PER_DIGIT * precision.getPrecision();
        BigDecimal begun = new BigDecimal(number.abs().shiftRight(rest));
        BigDecimal value = begun.multiply(BigDecimal.TWO.pow(rest, precision), precision);
        String text = value.round(new MathContext(digits + GUARD_DIGITS)).unscaledValue().toString();
        return number.signum() < 0 ? "-" + text : text;
    }

    private void compound(Struct struct, Sub sub) {
        if (Lists.isCell(struct)) {
            steps.push(new Rest(struct.arg(1), sub.depth + 1));
            push(struct.arg(0), sub.depth + 1);
            steps.push(new Text("[", Glue.TOKEN));
        } else if (!variable(struct) && (style.ignoreOperators() || !operator(struct, sub))) {
            functional(struct, sub.depth + 1);
        }
    }

    private void functional(Struct struct, int depth) {
        steps.push(CLOSE);
        for (int i = struct.arity() - 1; i >= 0; i--) {
            push(struct.arg(i), depth);
            steps.push(new Text(i > 0 ? comma() : "(", Glue.NONE));
        }
        steps.push(new Text(name(struct.name()), Glue.TOKEN));
    }

    private String comma() {
        return style.spaced() ? ", " : ",";
    }

    private void push(Term argument, int depth) {
        steps.push(new Sub(argument, Operators.ARGUMENT_PRIORITY, false, depth));
    }

    private void rest(Rest rest) {
        Term term = rest.term.deref();
        if (term.equals(Atom.NIL)) {
            out.append(']');
        } else if (tooDeep(rest.depth + 1)) {
            out.append("|...]");
        } else if (term instanceof Struct cell && Lists.isCell(cell)) {
            out.append(comma());
            steps.push(new Rest(cell.arg(1), rest.depth + 1));
            push(cell.arg(0), rest.depth + 1);
        } else {
            out.append('|');
            steps.push(new Text("]", Glue.NONE));
            push(term, rest.depth + 1);
        }
        afterPrefix = false;
    }

    private boolean variable(Struct struct) {
        if (style.numberVariables() && struct.is("$VAR", 1) && struct.arg(0).deref() instanceof Int number
                && number.value() >= 0) {
            long index = number.value();
            steps.push(new Text((char) ('A' + index % 26) + (index < 26 ? "" : Long.toString(index / 26)), Glue.TOKEN));
            return true;
        }
        return false;
    }

    // Operators.

    private boolean operator(Struct struct, Sub sub) {
        String name = struct.name().name();
        if (name.equals("{}") && struct.arity() == 1) {
            steps.push(new Text("}", Glue.NONE));
            steps.push(new Sub(struct.arg(0), Operators.MAX_PRIORITY, false, sub.depth + 1));
            steps.push(new Text("{", Glue.TOKEN));
            return true;
        }
        if (name.equals("{}") || name.equals("[]") || struct.arity() > 2) {
            return false;
        }
        Operator operator = notation(struct);
        if (operator == null) {
            return false;
        }
        boolean grouped = operator.priority() > sub.priority;
        if (grouped) {
            steps.push(CLOSE);
        }
        if (operator.type().infix()) {
            infix(struct, operator, sub.depth + 1);
        } else if (operator.type().prefix()) {
            steps.push(new Sub(struct.arg(0), right(operator, struct.arg(0)), true, sub.depth + 1));
            steps.push(new Text(name(struct.name()), Glue.PREFIX));
        } else {
            steps.push(new Text(name(struct.name()), Glue.TOKEN));
            steps.push(new Sub(struct.arg(0), operator.left(), true, sub.depth + 1));
        }
        if (grouped) {
            steps.push(new Text("(", Glue.GROUP));
        }
        return true;
    }

    private @Nullable Operator notation(Struct struct) {
        String name = struct.name().name();
        if (struct.arity() == 2) {
            return style.operators().infix(name);
        }
        Operator prefix = style.operators().prefix(name);
        return prefix != null ? prefix : style.operators().postfix(name);
    }

    private void infix(Struct struct, Operator operator, int depth) {
        String name = struct.name().name();
        steps.push(new Sub(struct.arg(1), right(operator, struct.arg(1)), true, depth));
        if (name.equals(",")) {
            steps.push(new Text(comma(), Glue.NONE));
        } else if (name.equals("|")) {
            steps.push(new Text(name, Glue.NONE));
        } else if (Chars.symbol(name.isEmpty() ? Chars.NONE : name.codePointAt(0)) && Chars.plainAtom(name)
                || name.equals(";") || name.equals("!")) {
            steps.push(new Text(name, Glue.TOKEN));
        } else {
            steps.push(new Text(" " + name(struct.name()) + " ", Glue.NONE));
        }
        steps.push(new Sub(struct.arg(0), operator.left(), true, depth));
    }

    /**
     * The priority that the right operand may have. If it could be written with the operator's own, but begins with an
     * operand that could too, a reader would take that for the operator's: then it gets parentheses.
     */
    private int right(Operator operator, Term operand) {
        if (operator.right() == operator.priority() && operand.deref() instanceof Struct struct && struct.arity() <= 2) {
            Operator inner = notation(struct);
            if (inner != null && inner.priority() == operator.priority()
                    && (inner.type() == Operators.Type.YFX || inner.type() == Operators.Type.YF)) {
                return operator.priority() - 1;
            }
        }
        return operator.right();
    }

    // Tokens side by side.

    private void emit(String text, Glue glue, int start) {
        if (out.length() > start && !text.isEmpty() && needsSpace(text, glue)) {
            out.append(' ');
        }
        out.append(text);
        afterPrefix = glue == Glue.PREFIX;
    }

    private boolean needsSpace(String text, Glue glue) {
        if (glue == Glue.NONE) {
            return false;
        }
        if (glue == Glue.GROUP) {
            return afterPrefix;
        }
        int last = out.codePointBefore(out.length());
        int first = text.codePointAt(0);
        if (afterPrefix && (last == '-' && Chars.digit(first) || last == '\'')) {
            return true;
        }
        return Chars.alphanumeric(last) && Chars.alphanumeric(first)
                || Chars.symbol(last) && Chars.symbol(first)
                || last == '\'' && first == '\'';
    }

    private boolean tooDeep(int depth) {
        return style.maxDepth() > 0 && depth > style.maxDepth();
    }
}
