package io.millrace.logic.library;

import io.millrace.logic.read.Reader;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Cost;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text as built-ins take it and give it: atoms, strings, numbers, and lists of characters or of their codes. */
final class Text {
    /** What a character takes while a text is put together: a buffer grows by doubling. */
    private static final int ELEMENT_BYTES = 4;

    /** Rows of digits up to this length are read in the time that their characters cost anyway. */
    private static final int LONG_NUMBER = 200;

    private Text() {}

    /** How a list stands for a text. */
    enum Elements {
        CHARACTERS {
            @Override
            Term of(int codePoint) {
                return Atom.ofCodePoint(codePoint);
            }

            @Override
            int codePoint(Term element) {
                return character(element);
            }
        },
        CODES {
            @Override
            Term of(int codePoint) {
                return Int.of(codePoint);
            }

            @Override
            int codePoint(Term element) {
                return code(element);
            }
        };

        /** The element for a character. */
        abstract Term of(int codePoint);

        /** The character that an element, which is not a variable, stands for. */
        abstract int codePoint(Term element);

        Term list(String text, Meter meter) {
            return list(text, Atom.NIL, meter);
        }

        Term list(String text, Term tail, Meter meter) {
            meter.cells(text.length());
            meter.work(text.length() / 2);
            List<Term> elements = new ArrayList<>(text.length());
            text.codePoints().forEach(c -> elements.add(of(c)));
            return Lists.of(elements, tail);
        }

        /**
         * The text of a list; null if some of its elements or its end are unbound. Whatever is there must be right, so
         * that a wrong element is an error even if the list is not complete.
         */
        @Nullable String text(Term list, Meter meter) {
            Term at = list.deref();
            if (at instanceof Str string) {
                return string.value();
            }
            StringBuilder text = new StringBuilder();
            boolean complete = true;
            // A list that leads back into itself ends at the limit on memory.
            while (at instanceof Struct cell && Lists.isCell(cell)) {
                meter.take(ELEMENT_BYTES, 1);
                Term element = cell.first().deref();
                if (element instanceof Var) {
                    complete = false;
                } else {
                    text.appendCodePoint(codePoint(element));
                }
                at = cell.second().deref();
            }
            if (at instanceof Var) {
                return null;
            }
            if (!at.equals(Atom.NIL)) {
                throw Errors.type("list", list);
            }
            return complete ? text.toString() : null;
        }
    }

    static int character(Term term) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (at instanceof Atom atom && Str.single(atom.name())) {
            return atom.name().codePointAt(0);
        }
        throw Errors.type("character", at);
    }

    static int code(Term term) {
        if (Arguments.integer(term) instanceof Int code && code.value() >= 0 && code.value() <= Character.MAX_CODE_POINT) {
            return (int) code.value();
        }
        throw Errors.representation("character_code");
    }

    /** How many characters a text has. */
    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The name of an atom, or a string; anything else is an error. */
    static String ofAtom(Term term) {
        return term.deref() instanceof Str string ? string.value() : Arguments.atom(term).name();
    }

    /** The text of something atomic; null for a variable or a compound term. */
    static @Nullable String ofAtomic(Term term, Meter meter) {
        return switch (term.deref()) {
            case Atom atom -> atom.name();
            case Str string -> string.value();
            case Int i -> Long.toString(i.value());
            case Big big -> Numbers.digits(big.value(), 10, meter);
            case Real real -> Numbers.text(real.value(), meter);
            case Var v -> null;
            case Struct s -> null;
        };
    }

    /** The text of something atomic or of a list of characters or codes; anything else is a type error. */
    static String of(Term term, String expected, Meter meter) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        String text = at.equals(Atom.NIL) ? "" : ofAtomic(at, meter);
        if (text == null) {
            text = ofList(at, meter);
        }
        if (text == null) {
            throw Errors.type(expected, at);
        }
        return text;
    }

    /** The text of a list of characters or codes; null if it is no such list. */
    private static @Nullable String ofList(Term list, Meter meter) {
        List<Term> elements = Lists.elements(list, meter);
        if (elements == null || elements.isEmpty()) {
            return null;
        }
        meter.text(elements.size());
        StringBuilder text = new StringBuilder();
        for (Term element : elements) {
            if (element instanceof Int code && code.value() >= 0 && code.value() <= Character.MAX_CODE_POINT) {
                text.appendCodePoint((int) code.value());
            } else if (element instanceof Atom atom && Str.single(atom.name())) {
                text.append(atom.name());
            } else {
                return null;
            }
        }
        return text.toString();
    }

    /** Announces that a text is read: every character is looked at, and a long row of digits makes a long number. */
    static void parsing(String text, Meter meter) {
        meter.work(text.length());
        int start = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || !digit(text.charAt(at))) {
                if (at - start > LONG_NUMBER) {
                    long words = Cost.wordsOfDigits(at - start);
                    meter.work(Cost.conversion(words));
                    meter.bytes(words * Integer.BYTES);
                }
                start = at + 1;
            }
        }
    }

    /** Whether a character may belong to the digits of a number in some base. */
    private static boolean digit(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    /** The number that a text stands for; null if it is none. */
    static @Nullable Term number(String text, Meter meter) {
        parsing(text, meter);
        try {
            return Reader.number(text);
        } catch (SyntaxError notANumber) {
            return null;
        }
    }

    /** The number that a text stands for, or an error that a program can catch. */
    static Term parsedNumber(String text, Meter meter) {
        parsing(text, meter);
        try {
            return Reader.number(text);
        } catch (SyntaxError error) {
            throw Errors.error(error.term());
        }
    }
}
