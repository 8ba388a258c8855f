package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Chars;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** The classes of characters that {@code char_type/2} and {@code code_type/2} know. */
final class CharacterTypes {
    /** Unbound characters are enumerated as far as this; nobody means all of Unicode. */
    private static final int LAST = 255;

    /** Sorted, so that an unbound type is enumerated in the same order always. */
    private static final SortedMap<String, IntPredicate> CLASSES = new TreeMap<>(Map.ofEntries(
            Map.entry("alnum", Character::isLetterOrDigit),
            Map.entry("alpha", c -> Character.isLetterOrDigit(c) || c == '_'),
            Map.entry("csym", c -> Character.isLetterOrDigit(c) || c == '_'),
            Map.entry("csymf", c -> Character.isLetter(c) || c == '_'),
            Map.entry("ascii", c -> c < 128),
            Map.entry("white", c -> c == ' ' || c == '\t'),
            Map.entry("cntrl", Character::isISOControl),
            Map.entry("digit", Character::isDigit),
            Map.entry("space", Chars::layout),
            Map.entry("end_of_line", c -> c >= '\n' && c <= '\r'),
            Map.entry("lower", Character::isLowerCase),
            Map.entry("upper", Character::isUpperCase),
            Map.entry("punct", c -> graphic(c) && !Character.isLetterOrDigit(c)),
            Map.entry("graph", CharacterTypes::graphic),
            Map.entry("print", c -> graphic(c) || c == ' '),
            Map.entry("period", c -> c == '.' || c == '?' || c == '!'),
            Map.entry("quote", c -> c == '\'' || c == '"' || c == '`'),
            Map.entry("paren", c -> "()[]{}".indexOf(c) >= 0),
            Map.entry("prolog_var_start", Chars::capital),
            Map.entry("prolog_atom_start", Chars::small),
            Map.entry("prolog_identifier_continue", Chars::alphanumeric),
            Map.entry("prolog_symbol", Chars::symbol)));

    private CharacterTypes() {}

    private static boolean graphic(int c) {
        return !Character.isISOControl(c) && !Chars.layout(c) && Character.isDefined(c);
    }

    /** The solutions of {@code char_type(Character, Type)}. */
    static Library.Alternatives of(Term[] args, Text.Elements elements) {
        Term type = args[1].deref();
        List<Term> found = new ArrayList<>();
        Term character = args[0].deref();
        int from = character instanceof Var ? 0 : codePoint(character);
        int to = character instanceof Var ? LAST : from;
        for (int c = from; c <= to; c++) {
            Term element = character instanceof Var ? elements.of(c) : character;
            for (Term match : types(c, type, elements)) {
                found.add(Struct.of("-", element, match));
            }
        }
        return Library.Alternatives.each(Struct.of("-", character, type), found);
    }

    /** Characters and codes are both taken. */
    private static int codePoint(Term term) {
        return term instanceof Int || term instanceof Big ? Text.code(term) : Text.character(term);
    }

    /** The types of a character that may match the one that is asked for. */
    private static List<Term> types(int c, Term wanted, Text.Elements elements) {
        List<Term> types = new ArrayList<>();
        if (wanted instanceof Atom atom) {
            IntPredicate known = CLASSES.get(atom.name());
            if (known == null) {
                throw Errors.domain("char_type", atom);
            }
            if (known.test(c)) {
                types.add(atom);
            }
            return types;
        }
        if (wanted instanceof Var) {
            CLASSES.forEach((name, known) -> {
                if (known.test(c)) {
                    types.add(Atom.of(name));
                }
            });
        } else if (!(wanted instanceof Struct struct) || struct.functor().arity != 1 || !related(struct)) {
            throw Errors.domain("char_type", wanted);
        }
        if (Character.digit(c, 10) >= 0) {
            types.add(Struct.of("digit", Int.of(Character.digit(c, 10))));
        }
        if (Chars.digitValue(c, 16) >= 0) {
            types.add(Struct.of("xdigit", Int.of(Chars.digitValue(c, 16))));
        }
        if (Character.isUpperCase(c)) {
            types.add(Struct.of("upper", elements.of(Character.toLowerCase(c))));
        }
        if (Character.isLowerCase(c)) {
            types.add(Struct.of("lower", elements.of(Character.toUpperCase(c))));
        }
        return types;
    }

    private static boolean related(Struct type) {
        return List.of("digit", "xdigit", "upper", "lower").contains(type.name().name());
    }
}
