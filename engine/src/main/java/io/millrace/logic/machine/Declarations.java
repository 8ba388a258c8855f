package io.millrace.logic.machine;

import io.millrace.logic.read.Flags;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What directives and their run-time relatives declare: predicates, operators, flags. */
final class Declarations {
    /** An entry of a table of operators, all of which are copied when one changes. */
    private static final int ENTRY_BYTES = 64;

    private Declarations() {}

    /** Takes one predicate. */
    interface Declared {
        void of(String name, int arity);
    }

    /** Calls {@code declared} for each indicator of a sequence or list. */
    static void each(Term term, Declared declared, @Nullable Meter meter) {
        Deque<Term> pending = new ArrayDeque<>();
        pending.push(term);
        while (!pending.isEmpty()) {
            Term at = pending.pop().deref();
            if (meter != null) {
                meter.cells(1);
            }
            if (at instanceof Struct pair && (pair.is(",", 2) || Lists.isCell(pair))) {
                pending.push(pair.second());
                pending.push(pair.first());
            } else if (!at.equals(Atom.NIL)) {
                Functor functor = indicator(at);
                declared.of(functor.name.name(), functor.arity);
            }
        }
    }

    /** A predicate indicator {@code Name/Arity}. */
    static Functor indicator(Term term) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(at instanceof Struct pair) || !pair.is("/", 2)) {
            throw Errors.type("predicate_indicator", at);
        }
        Term name = pair.first().deref();
        Term arity = pair.second().deref();
        if (name instanceof Var || arity instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(arity instanceof Int) && !(arity instanceof Big)) {
            throw Errors.type("integer", arity);
        }
        if (!(name instanceof Atom atom)) {
            throw Errors.type("atom", name);
        }
        if (Numbers.big(arity).signum() < 0) {
            throw Errors.domain("not_less_than_zero", arity);
        }
        int number = Arguments.small(arity);
        if (number > Functor.MOST_ARGUMENTS) {
            throw Errors.representation("max_arity");
        }
        return new Functor(atom, number);
    }

    /** {@code op(Priority, Type, Names)}. */
    static Operators operators(Operators operators, Struct directive, @Nullable Meter meter) {
        Term priority = Arguments.integer(directive.arg(0));
        Term type = directive.arg(1).deref();
        Term list = directive.arg(2).deref();
        if (type instanceof Var || list instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(priority instanceof Int p) || p.value() < 0 || p.value() > Operators.MAX_PRIORITY) {
            throw Errors.domain("operator_priority", priority);
        }
        Operators.Type kind = type(Arguments.atom(type));
        Operators result = operators;
        if (list instanceof Struct && Lists.isCell(list)) {
            List<Term> names = meter == null ? Lists.elements(list) : Lists.elements(list, meter);
            if (names == null) {
                throw Lists.end(list) instanceof Var ? Errors.instantiation() : Errors.type("list", list);
            }
            for (Term name : names) {
                if (meter != null) {
                    meter.bytes((long) ENTRY_BYTES * operators.size());
                }
                result = operator(result, (int) p.value(), kind, name);
            }
            return result;
        }
        if (!(list instanceof Atom)) {
            throw Errors.type("list", list);
        }
        if (meter != null) {
            meter.bytes((long) ENTRY_BYTES * operators.size());
        }
        return operator(result, (int) p.value(), kind, list);
    }

    private static Operators.Type type(Atom atom) {
        for (Operators.Type type : Operators.Type.values()) {
            if (type.specifier().equals(atom.name())) {
                return type;
            }
        }
        throw Errors.domain("operator_specifier", atom);
    }

    private static Operators operator(Operators operators, int priority, Operators.Type type, Term term) {
        Atom atom = Arguments.atom(term);
        String name = atom.name();
        if (name.equals(",")) {
            throw Errors.permission("modify", "operator", atom);
        }
        if (name.equals("[]") || name.equals("{}")) {
            throw Errors.permission("create", "operator", atom);
        }
        if (name.equals("|") && (!type.infix() || priority > 0 && priority < 1001)) {
            throw Errors.permission("create", "operator", atom);
        }
        if (priority > 0 && (type.infix() && operators.postfix(name) != null
                || type.postfix() && operators.infix(name) != null)) {
            throw Errors.permission("create", "operator", atom);
        }
        return operators.with(priority, type, name);
    }

    /** {@code set_prolog_flag(Name, Value)}. */
    static Flags flag(Flags flags, Term name, Term value) {
        Term flag = name.deref();
        Term setting = value.deref();
        if (flag instanceof Var || setting instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(flag instanceof Atom atom)) {
            throw Errors.type("atom", flag);
        }
        String text = setting instanceof Atom a ? a.name() : "";
        switch (atom.name()) {
            case "double_quotes" -> {
                switch (text) {
                    case "codes" -> {
                        return flags.withDoubleQuotes(Flags.DoubleQuotes.CODES);
                    }
                    case "chars" -> {
                        return flags.withDoubleQuotes(Flags.DoubleQuotes.CHARS);
                    }
                    case "atom" -> {
                        return flags.withDoubleQuotes(Flags.DoubleQuotes.ATOM);
                    }
                    case "string" -> {
                        return flags.withDoubleQuotes(Flags.DoubleQuotes.STRING);
                    }
                    default -> throw wrong(flag, setting);
                }
            }
            case "unknown" -> {
                switch (text) {
                    case "error" -> {
                        return flags.withUnknown(Flags.Unknown.ERROR);
                    }
                    case "fail" -> {
                        return flags.withUnknown(Flags.Unknown.FAIL);
                    }
                    case "warning" -> {
                        return flags.withUnknown(Flags.Unknown.WARNING);
                    }
                    default -> throw wrong(flag, setting);
                }
            }
            case "occurs_check" -> {
                if (text.equals("true") || text.equals("false")) {
                    return flags.withOccursCheck(text.equals("true"));
                }
                throw wrong(flag, setting);
            }
            case "iso" -> {
                if (text.equals("true") || text.equals("false")) {
                    return flags.withStrict(text.equals("true"));
                }
                throw wrong(flag, setting);
            }
            case "char_conversion" -> {
                if (text.equals("on") || text.equals("off")) {
                    return flags.withCharConversion(text.equals("on"));
                }
                throw wrong(flag, setting);
            }
            case "debug" -> {
                if (text.equals("on") || text.equals("off")) {
                    return flags;
                }
                throw wrong(flag, setting);
            }
            case "bounded", "max_integer", "min_integer", "integer_rounding_function", "max_arity" ->
                throw Errors.permission("modify", "flag", flag);
            default -> throw Errors.domain("prolog_flag", flag);
        }
    }

    private static PrologError wrong(Term flag, Term value) {
        return Errors.domain("flag_value", Struct.of("+", flag, value));
    }
}
