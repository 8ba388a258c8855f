package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Kind;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Strings as SWI-Prolog has them. They take every kind of text and give strings. */
final class StringPredicates {
    /** A part of a text in a list: the cell, the string, and its characters in a text of their own. */
    private static final int PART_BYTES = 128;

    private static final int PART_STEPS = 4;

    private static final int SEARCH = 8;
    private static final int SEARCHED_PER_STEP = 64;

    private StringPredicates() {}

    static void register(Library.Builder library) {
        library.pure("string_length", 2, (machine, args) -> AtomPredicates.length(machine, text(machine, args[0]), args[1]));
        library.nonDet("string_concat", 3, (machine, args) ->
                AtomPredicates.concat(machine, args, term -> optional(machine, term), Str::of));
        library.nonDet("text_concat", 3, StringPredicates::textConcat);
        library.nonDet("sub_string", 5, (machine, args) -> SubText.of(
                machine.meter(), text(machine, args[0]), new Term[] {args[1], args[2], args[3], args[4]}, optional(machine, args[4]), Str::of));
        library.pure("string_chars", 2, (machine, args) -> converted(machine, args, text -> Text.Elements.CHARACTERS.list(text, machine.meter()), Str::of));
        library.pure("string_codes", 2, (machine, args) -> converted(machine, args, text -> Text.Elements.CODES.list(text, machine.meter()), Str::of));
        library.pure("string_to_atom", 2, (machine, args) -> converted(machine, args, Atom::of, Str::of));
        library.pure("atom_string", 2, (machine, args) -> converted(machine, args, Str::of, Atom::of));
        library.pure("text_to_string", 2, (machine, args) -> machine.unify(args[1], Str.of(text(machine, args[0]))));
        library.pure("string", 1, (machine, args) -> args[0].deref() instanceof Str);
        library.pure("number_string", 2, StringPredicates::numberString);
        library.pure("string_code", 3, StringPredicates::stringCode);
        library.pure("string_lower", 2, (machine, args) ->
                machine.unify(args[1], Str.of(AtomPredicates.changed(machine, args[0]).toLowerCase(Locale.ROOT))));
        library.pure("string_upper", 2, (machine, args) ->
                machine.unify(args[1], Str.of(AtomPredicates.changed(machine, args[0]).toUpperCase(Locale.ROOT))));
        library.pure("split_string", 4, (machine, args) ->
                machine.unify(args[3], split(machine.meter(), text(machine, args[0]), text(machine, args[1]), text(machine, args[2]))));
        library.pure("atomic_list_concat", 2, (machine, args) -> {
            String joined = joined(machine.meter(), args[0], "");
            if (joined == null) {
                throw Errors.instantiation();
            }
            return machine.unify(args[1], Atom.of(joined));
        });
        library.pure("atomic_list_concat", 3, StringPredicates::concatOrSplit);
    }

    private static String text(Machine machine, Term term) {
        return Text.of(term, "text", machine.meter());
    }

    private static @Nullable String optional(Machine machine, Term term) {
        return term.deref() instanceof Var ? null : text(machine, term);
    }

    /** One text in two forms, either of which may be given. */
    private static boolean converted(
            Machine machine, Term[] args, Function<String, Term> second, Function<String, Term> first) {
        if (!(args[0].deref() instanceof Var)) {
            return machine.unify(args[1], second.apply(text(machine, args[0])));
        }
        return machine.unify(args[0], first.apply(text(machine, args[1])));
    }

    /** Gives a string if one of the texts is a string, and an atom otherwise. */
    private static Library.Alternatives textConcat(Machine machine, Term[] args) {
        boolean string = false;
        for (Term arg : args) {
            string |= arg.deref() instanceof Str;
        }
        return AtomPredicates.concat(machine, args, term -> optional(machine, term), string ? Str::of : Atom::of);
    }

    private static boolean numberString(Machine machine, Term[] args) {
        if (!(args[1].deref() instanceof Var)) {
            Term number = Text.number(text(machine, args[1]).strip(), machine.meter());
            return number != null && machine.unify(args[0], number);
        }
        Term number = args[0].deref();
        if (number instanceof Var) {
            throw Errors.instantiation();
        }
        if (!Kind.number(number)) {
            throw Errors.type("number", number);
        }
        return machine.unify(args[1], Str.of(text(machine, number)));
    }

    private static boolean stringCode(Machine machine, Term[] args) {
        Term index = Arguments.integer(args[0]);
        String text = text(machine, args[1]);
        if (Numbers.big(index).signum() < 0) {
            throw Errors.type("not_less_than_zero", index);
        }
        machine.meter().scan(text.length());
        return index instanceof Int i
                && i.value() >= 1
                && i.value() <= Text.length(text)
                && machine.unify(args[2], Int.of(text.codePointAt(text.offsetByCodePoints(0, (int) i.value() - 1))));
    }

    /**
     * The parts of a text between characters of {@code separators}, each without the characters of {@code padding} at its
     * ends. Where a separator is also padding, several in a row count as one: padding before a part is skipped first.
     */
    private static Term split(Meter meter, String text, String separators, String padding) {
        // Each character is looked for among the separators and the padding.
        meter.take(PART_BYTES, text.length() * (SEARCH + separators.length() + (long) padding.length()) / SEARCHED_PER_STEP);
        List<Term> parts = new ArrayList<>();
        int start = strippedStart(text, 0, text.length(), padding);
        int limit = strippedEnd(text, start, text.length(), padding);
        for (;;) {
            start = strippedStart(text, start, limit, padding);
            int end = start;
            while (end < limit && separators.indexOf(text.codePointAt(end)) < 0) {
                end += Character.charCount(text.codePointAt(end));
            }
            meter.take(PART_BYTES + 2L * (end - start), PART_STEPS);
            parts.add(Str.of(text.substring(start, strippedEnd(text, start, end, padding))));
            if (end >= limit) {
                return Lists.of(parts);
            }
            start = end + Character.charCount(text.codePointAt(end));
        }
    }

    private static int strippedStart(String text, int from, int to, String padding) {
        int at = from;
        while (at < to && padding.indexOf(text.codePointAt(at)) >= 0) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }

    private static int strippedEnd(String text, int from, int to, String padding) {
        int at = to;
        while (at > from && padding.indexOf(text.codePointBefore(at)) >= 0) {
            at -= Character.charCount(text.codePointBefore(at));
        }
        return at;
    }

    /** The texts of a list with a separator between them; null if something is unbound. */
    private static @Nullable String joined(Meter meter, Term list, String separator) {
        Arguments.partialList(list, meter);
        StringBuilder text = new StringBuilder();
        boolean first = true;
        Term at = list.deref();
        while (at instanceof Struct cell && Lists.isCell(cell)) {
            Term element = cell.first().deref();
            if (element instanceof Var) {
                return null;
            }
            String part = Text.ofAtomic(element, meter);
            if (part == null) {
                throw Errors.type("text", element);
            }
            long length = (long) part.length() + separator.length();
            meter.text(text, length);
            text.append(first ? "" : separator).append(part);
            first = false;
            at = cell.second().deref();
        }
        return at instanceof Var ? null : text.toString();
    }

    private static boolean concatOrSplit(Machine machine, Term[] args) {
        String separator = text(machine, args[1]);
        String joined = joined(machine.meter(), args[0], separator);
        if (joined != null) {
            return machine.unify(args[2], Atom.of(joined));
        }
        String whole = optional(machine, args[2]);
        if (whole == null) {
            throw Errors.instantiation();
        }
        if (separator.isEmpty()) {
            throw Errors.domain("non_empty_atom", args[1]);
        }
        TextSearch search = new TextSearch(separator, machine.meter());
        List<Term> parts = new ArrayList<>();
        int start = 0;
        for (int end = search.in(whole, 0); end >= 0; end = search.in(whole, start)) {
            machine.meter().take(PART_BYTES + 2L * (end - start), PART_STEPS);
            parts.add(Atom.of(whole.substring(start, end)));
            start = end + separator.length();
        }
        machine.meter().text(whole.length() - start);
        parts.add(Atom.of(whole.substring(start)));
        return machine.unify(args[0], Lists.of(parts));
    }
}
