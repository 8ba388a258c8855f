package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Kind;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Atoms and their characters, with the errors of ISO 8.16. */
final class AtomPredicates {
    private AtomPredicates() {}

    static void register(Library.Builder library) {
        library.pure("atom_length", 2, (machine, args) -> length(machine, Text.ofAtom(args[0]), args[1]));
        library.nonDet("atom_concat", 3, (machine, args) -> concat(machine, args, AtomPredicates::atomText, Atom::of));
        library.nonDet("sub_atom", 5, AtomPredicates::subAtom);
        library.pure("atom_chars", 2, (machine, args) -> spelled(machine, args, Text.Elements.CHARACTERS));
        library.pure("atom_codes", 2, (machine, args) -> spelled(machine, args, Text.Elements.CODES));
        library.pure("number_chars", 2, (machine, args) -> numeral(machine, args, Text.Elements.CHARACTERS));
        library.pure("number_codes", 2, (machine, args) -> numeral(machine, args, Text.Elements.CODES));
        library.pure("char_code", 2, AtomPredicates::charCode);
        library.pure("atom_number", 2, AtomPredicates::atomNumber);
        library.pure("upcase_atom", 2, (machine, args) ->
                machine.unify(args[1], Atom.of(changed(machine, args[0]).toUpperCase(Locale.ROOT))));
        library.pure("downcase_atom", 2, (machine, args) ->
                machine.unify(args[1], Atom.of(changed(machine, args[0]).toLowerCase(Locale.ROOT))));
        library.nonDet("char_type", 2, (machine, args) -> CharacterTypes.of(args, Text.Elements.CHARACTERS));
        library.nonDet("code_type", 2, (machine, args) -> CharacterTypes.of(args, Text.Elements.CODES));
    }

    /** A text of which one of about the same length is made. */
    static String changed(Machine machine, Term term) {
        String text = Text.of(term, "text", machine.meter());
        machine.meter().text(text.length());
        return text;
    }

    /** {@code atom_length/2} and {@code string_length/2}. */
    static boolean length(Machine machine, String text, Term length) {
        if (!(length.deref() instanceof Var) && Arguments.big(length).signum() < 0) {
            throw Errors.domain("not_less_than_zero", length);
        }
        machine.meter().scan(text.length());
        return machine.unify(length, Int.of(Text.length(text)));
    }

    /** The text of an argument that may be unbound. */
    private static @Nullable String atomText(Term term) {
        return term.deref() instanceof Var ? null : Text.ofAtom(term);
    }

    /** {@code atom_concat/3} and {@code string_concat/3}: joins two texts, or takes one apart in every way. */
    static Library.Alternatives concat(
            Machine machine, Term[] args, Function<Term, @Nullable String> text, Function<String, Term> made) {
        String first = text.apply(args[0]);
        String second = text.apply(args[1]);
        String whole = text.apply(args[2]);
        Meter meter = machine.meter();
        if (first != null && second != null) {
            if (whole == null) {
                meter.text((long) first.length() + second.length());
            } else {
                meter.scan(whole.length());
            }
            boolean joined = whole != null
                    ? whole.length() == (long) first.length() + second.length() && whole.startsWith(first) && whole.endsWith(second)
                    : machine.unify(args[2], made.apply(first + second));
            return Library.Alternatives.decided(joined);
        }
        if (whole == null) {
            throw Errors.instantiation();
        }
        if (first != null || second != null) {
            meter.text(whole.length());
        }
        if (first != null) {
            return Library.Alternatives.decided(whole.startsWith(first)
                    && machine.unify(args[1], made.apply(whole.substring(first.length()))));
        }
        if (second != null) {
            return Library.Alternatives.decided(whole.endsWith(second)
                    && machine.unify(args[0], made.apply(whole.substring(0, whole.length() - second.length()))));
        }
        return new Splits(args[0], args[1], whole, made);
    }

    private static final class Splits implements Library.Alternatives {
        private final Term first;
        private final Term second;
        private final String whole;
        private final Term held;
        /** What two texts take besides their characters. */
        private static final int TWO_TEXTS = 64;

        private final Function<String, Term> made;
        private int at;

        Splits(Term first, Term second, String whole, Function<String, Term> made) {
            this.first = first;
            this.second = second;
            this.whole = whole;
            this.held = Str.of(whole);
            this.made = made;
        }

        @Override
        public boolean next(Machine machine) {
            machine.meter().text(whole.length() + TWO_TEXTS);
            int split = at;
            at += split < whole.length() ? Character.charCount(whole.codePointAt(split)) : 1;
            return machine.unify(first, made.apply(whole.substring(0, split)))
                    && machine.unify(second, made.apply(whole.substring(split)));
        }

        @Override
        public boolean more() {
            return at <= whole.length();
        }

        @Override
        public Term held() {
            return held;
        }
    }

    private static Library.Alternatives subAtom(Machine machine, Term[] args) {
        String text = Text.ofAtom(args[0]);
        String known = atomText(args[4]);
        return SubText.of(machine.meter(), text, new Term[] {args[1], args[2], args[3], args[4]}, known, Atom::of);
    }

    /** {@code atom_chars/2} and {@code atom_codes/2}. */
    private static boolean spelled(Machine machine, Term[] args, Text.Elements elements) {
        String text = elements.text(args[1], machine.meter());
        if (!(args[0].deref() instanceof Var)) {
            return machine.unify(args[1], elements.list(Text.ofAtom(args[0]), machine.meter()));
        }
        if (text == null) {
            throw Errors.instantiation();
        }
        return machine.unify(args[0], Atom.of(text));
    }

    /** {@code number_chars/2} and {@code number_codes/2}: a complete list is read, whatever the number is. */
    private static boolean numeral(Machine machine, Term[] args, Text.Elements elements) {
        Term number = args[0].deref();
        if (!(number instanceof Var) && !Kind.number(number)) {
            throw Errors.type("number", number);
        }
        String text = elements.text(args[1], machine.meter());
        if (text != null) {
            return machine.unify(number, Text.parsedNumber(text, machine.meter()));
        }
        String numeral = Text.ofAtomic(number, machine.meter());
        if (numeral == null) {
            throw Errors.instantiation();
        }
        return machine.unify(args[1], elements.list(numeral, machine.meter()));
    }

    private static boolean charCode(Machine machine, Term[] args) {
        Term character = args[0].deref();
        if (character instanceof Var) {
            return machine.unify(character, Atom.ofCodePoint(Text.code(args[1])));
        }
        int code = Text.character(character);
        if (!(args[1].deref() instanceof Var)) {
            Text.code(args[1]);
        }
        return machine.unify(args[1], Int.of(code));
    }

    private static boolean atomNumber(Machine machine, Term[] args) {
        Term number = args[1].deref();
        if (!(args[0].deref() instanceof Var)) {
            Term parsed = Text.number(Text.ofAtom(args[0]), machine.meter());
            return parsed != null && machine.unify(number, parsed);
        }
        if (number instanceof Var) {
            throw Errors.instantiation();
        }
        String text = Kind.number(number) ? Text.ofAtomic(number, machine.meter()) : null;
        if (text == null) {
            throw Errors.type("number", number);
        }
        return machine.unify(args[0], Atom.of(text));
    }
}
