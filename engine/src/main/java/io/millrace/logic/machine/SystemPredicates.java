package io.millrace.logic.machine;

import io.millrace.logic.arithmetic.Arithmetic;
import io.millrace.logic.read.Flags;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;

/** Flags, operators and global variables. */
final class SystemPredicates {
    /** What a counter takes until the machine is reset. */
    private static final int COUNTER_BYTES = 200;

    private SystemPredicates() {}

    static void register(Library.Builder library) {
        library.det("op", 3, (machine, args) -> {
            machine.operators = Declarations.operators(machine.operators, Struct.of("op", args), machine.meter);
            return true;
        });
        library.nonDet("current_op", 3, SystemPredicates::currentOperator);
        library.det("set_prolog_flag", 2, (machine, args) -> {
            machine.flags(Declarations.flag(machine.flags, args[0], args[1]));
            return true;
        });
        library.nonDet("current_prolog_flag", 2, SystemPredicates::currentFlag);
        library.nonDet("evaluable_property", 2, (machine, args) -> {
            boolean known = Arithmetic.evaluable(Database.functor(Arguments.callable(args[0])));
            return Library.Alternatives.each(
                    args[1], known ? List.of(Atom.of("built_in"), Atom.of("static")) : List.of());
        });
        library.det("b_setval", 2, (machine, args) -> {
            machine.globals.set(machine.bindings, Arguments.atom(args[0]), args[1].deref());
            return true;
        });
        library.det("nb_setval", 2, (machine, args) -> {
            machine.globals.set(Arguments.atom(args[0]), machine.copy(args[1]));
            return true;
        });
        library.nonDet("$nb_current", 2, SystemPredicates::current);
        library.det("$counter", 1, (machine, args) -> {
            machine.reserve(COUNTER_BYTES);
            Atom counter = Atom.of("$counter" + machine.globals.number());
            machine.globals.set(counter, Int.of(0));
            return machine.unify(args[0], counter);
        });
        library.det("$counted", 2, (machine, args) -> {
            Atom counter = Arguments.atom(args[0]);
            long count = machine.globals.get(counter) instanceof Int known ? known.value() + 1 : 1;
            machine.globals.set(counter, Int.of(count));
            return machine.unify(args[1], Int.of(count));
        });
        library.det("$gensym", 2, (machine, args) -> {
            String base = Arguments.atom(args[0]).name();
            Atom counter = Atom.of("$gensym " + base);
            long count = machine.globals.get(counter) instanceof Int known ? known.value() + 1 : 1;
            machine.reserve(COUNTER_BYTES);
            machine.globals.set(counter, Int.of(count));
            return machine.unify(args[1], Atom.of(base + count));
        });
        library.det("b_getval", 2, SystemPredicates::value);
        library.det("nb_getval", 2, SystemPredicates::value);
    }

    /** The global variables that have a value, in the order of their names. */
    private static Library.Alternatives current(Machine machine, Term[] args) {
        List<Term> found = new ArrayList<>();
        machine.globals.each((name, value) -> {
            if (!name.name().startsWith("$")) {
                found.add(Struct.of("-", name, value));
            }
        });
        machine.meter.cells(found.size());
        found.sort((a, b) -> ((Atom) ((Struct) a).first()).name().compareTo(((Atom) ((Struct) b).first()).name()));
        return Library.Alternatives.each(Struct.of("-", args[0], args[1]), found);
    }

    private static boolean value(Machine machine, Term[] args) {
        Atom key = Arguments.atom(args[0]);
        Term value = machine.globals.get(key);
        if (value == null) {
            throw Errors.existence("variable", key);
        }
        return machine.unify(args[1], value);
    }

    private static Library.Alternatives currentOperator(Machine machine, Term[] args) {
        Term priority = args[0].deref();
        Term type = args[1].deref();
        Term name = args[2].deref();
        if (!(priority instanceof Var) && !(priority instanceof Int p && p.value() >= 0 && p.value() <= 1200)) {
            throw Errors.domain("operator_priority", priority);
        }
        if (!(type instanceof Var)
                && !(type instanceof Atom a && List.of("xfx", "xfy", "yfx", "fy", "fx", "xf", "yf").contains(a.name()))) {
            throw Errors.domain("operator_specifier", type);
        }
        if (!(name instanceof Var) && !(name instanceof Atom)) {
            throw Errors.type("atom", name);
        }
        List<Term> found = new ArrayList<>();
        machine.meter.cells(machine.operators.size());
        machine.operators.each((text, operator) -> {
            if (operator.priority() > 0) {
                found.add(Struct.of(
                        "op", Int.of(operator.priority()), Atom.of(operator.type().specifier()), Atom.of(text)));
            }
        });
        return Library.Alternatives.each(Struct.of("op", priority, type, name), found);
    }

    private static Library.Alternatives currentFlag(Machine machine, Term[] args) {
        Term name = args[0].deref();
        if (!(name instanceof Var) && !(name instanceof Atom)) {
            throw Errors.type("atom", name);
        }
        List<Term> found = new ArrayList<>();
        Flags flags = machine.flags;
        flag(found, "bounded", Atom.FALSE);
        flag(found, "max_arity", Int.of(Functor.MOST_ARGUMENTS));
        flag(found, "integer_rounding_function", Atom.of("toward_zero"));
        flag(found, "char_conversion", Atom.of(flags.charConversion() ? "on" : "off"));
        flag(found, "debug", Atom.of("off"));
        flag(found, "double_quotes", Atom.of(flags.doubleQuotes().name().toLowerCase(java.util.Locale.ROOT)));
        flag(found, "unknown", Atom.of(flags.unknown().name().toLowerCase(java.util.Locale.ROOT)));
        flag(found, "occurs_check", Atom.of(Boolean.toString(flags.occursCheck())));
        flag(found, "iso", Atom.of(Boolean.toString(flags.strict())));
        flag(found, "max_integer", Int.of(Long.MAX_VALUE));
        flag(found, "min_integer", Int.of(Long.MIN_VALUE));
        Term wanted = Struct.of("flag", name, args[1]);
        if (name instanceof Atom atom && found.stream().noneMatch(f -> ((Struct) f).first().equals(atom))) {
            throw Errors.domain("prolog_flag", name);
        }
        return Library.Alternatives.each(wanted, found);
    }

    private static void flag(List<Term> flags, String name, Term value) {
        flags.add(Struct.of("flag", Atom.of(name), value));
    }
}
