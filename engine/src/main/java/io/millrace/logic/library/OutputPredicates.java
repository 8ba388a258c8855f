package io.millrace.logic.library;

import io.millrace.logic.arithmetic.Arithmetic;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Output. A machine has one place to write to, which the host reads; the names of the standard streams all stand for it,
 * and there are no others.
 */
final class OutputPredicates {
    private static final List<String> STREAMS = List.of("user_output", "user_error", "current_output");

    private OutputPredicates() {}

    static void register(Library.Builder library) {
        output(library, "nl", 0, (machine, args) -> put(machine, "\n"));
        output(library, "tab", 1, OutputPredicates::tab);
        output(library, "put_char", 1, (machine, args) -> put(machine, Character.toString(Text.character(args[0]))));
        output(library, "write", 1, (machine, args) -> write(machine, Writer.plain(), args[0]));
        output(library, "print", 1, (machine, args) -> write(machine, Writer.quoted(), args[0]));
        output(library, "writeq", 1, (machine, args) -> write(machine, Writer.quoted(), args[0]));
        output(library, "write_canonical", 1, (machine, args) -> write(machine, Writer.canonical(), args[0]));
        output(library, "writeln", 1, (machine, args) -> write(machine, Writer.plain(), args[0]) && put(machine, "\n"));
        output(library, "write_term", 2, (machine, args) -> writeTerm(machine, args[0], args[1]));
        output(library, "flush_output", 0, (machine, args) -> true);
        library.det("format", 1, (machine, args) -> format(machine, args[0], Atom.NIL, machine.output()));
        library.det("format", 2, (machine, args) -> format(machine, args[0], args[1], machine.output()));
        library.det("format", 3, OutputPredicates::formatTo);
        library.det("$output_mark", 1, (machine, args) -> machine.unify(args[0], Int.of(machine.output().length())));
        library.det("$output_take", 2, (machine, args) -> machine.unify(args[1], Str.of(take(machine, args[0]))));
        library.det("$output_sink", 2, (machine, args) -> given(machine, args[0], Text.of(args[1], "text", machine.meter())));
    }

    /** A predicate that writes, and the same with a stream before its arguments. */
    private static void output(Library.Builder library, String name, int arity, Library.Det predicate) {
        library.det(name, arity, predicate);
        library.det(name, arity + 1, (machine, args) -> {
            stream(args[0]);
            return predicate.call(machine, java.util.Arrays.copyOfRange(args, 1, args.length));
        });
    }

    private static void stream(Term term) {
        Term stream = term.deref();
        if (stream instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(stream instanceof Atom name)) {
            throw Errors.domain("stream_or_alias", stream);
        }
        if (!STREAMS.contains(name.name())) {
            throw Errors.existence("stream", stream);
        }
    }

    private static boolean put(Machine machine, String text) {
        machine.meter().text(machine.output(), text.length());
        machine.output().append(text);
        return true;
    }

    private static boolean tab(Machine machine, Term[] args) {
        int count = Math.max(0, Arguments.small(Arithmetic.evaluate(args[0], machine.meter())));
        machine.meter().text(machine.output(), count);
        machine.output().repeat(' ', count);
        return true;
    }

    private static boolean write(Machine machine, Writer writer, Term term) {
        machine.write(writer, term);
        return true;
    }

    private static boolean writeTerm(Machine machine, Term term, Term options) {
        Writer writer = Writer.plain().withNumberVariables(false);
        int priority = Operators.MAX_PRIORITY;
        for (Term option : Arguments.list(options, machine.meter())) {
            if (option instanceof Var) {
                throw Errors.instantiation();
            }
            if (!(option instanceof Struct struct) || struct.arity() != 1) {
                throw Errors.domain("write_option", option);
            }
            Term value = struct.arg(0).deref();
            if (value instanceof Var) {
                throw Errors.instantiation();
            }
            switch (struct.name().name()) {
                case "quoted" -> writer = writer.withQuotes(truth(value, option));
                case "ignore_ops" -> writer = writer.withIgnoreOperators(truth(value, option));
                case "numbervars" -> writer = writer.withNumberVariables(truth(value, option));
                case "max_depth" -> writer = writer.withMaxDepth(Arguments.small(value));
                case "priority" -> priority = Arguments.small(value);
                case "spacing" -> writer = writer.withSpaces(value.equals(Atom.of("next_argument")));
                case "variable_names" -> writer = writer.withNames(names(machine, value, option));
                default -> throw Errors.domain("write_option", option);
            }
        }
        machine.write(writer.withOperators(machine.operators()), term, priority, machine.output());
        return true;
    }

    private static boolean truth(Term value, Term option) {
        if (value.equals(Atom.TRUE) || value.equals(Atom.FALSE)) {
            return value.equals(Atom.TRUE);
        }
        throw Errors.domain("write_option", option);
    }

    private static Map<Var, String> names(Machine machine, Term list, Term option) {
        Map<Var, String> names = new HashMap<>();
        for (Term element : Arguments.list(list, machine.meter())) {
            if (element instanceof Var) {
                throw Errors.instantiation();
            }
            if (!(element instanceof Struct pair) || !pair.is("=", 2)) {
                throw Errors.domain("write_option", option);
            }
            String name = Arguments.atom(pair.arg(0)).name();
            if (pair.arg(1).deref() instanceof Var variable) {
                names.putIfAbsent(variable, name);
            }
        }
        return names;
    }

    /** Appends formatted text; goals in it are run with the output taken aside. */
    static boolean format(Machine machine, Term text, Term arguments, StringBuilder out) {
        Format.format(Text.of(text, "text", machine.meter()), arguments.deref(), new Format.Host() {
            @Override
            public void write(Writer writer, Term term, StringBuilder to) {
                machine.write(writer.withOperators(machine.operators()), term, Operators.MAX_PRIORITY, to);
            }

            @Override
            public Meter meter() {
                return machine.meter();
            }

            @Override
            public Term evaluate(Term expression) {
                return Arithmetic.evaluate(expression, machine.meter());
            }

            @Override
            public String outputOf(Term goal) {
                Term mark = Int.of(machine.output().length());
                boolean held = machine.once(goal);
                String written = take(machine, mark);
                if (!held) {
                    throw Errors.error(Struct.of("format", Atom.of("the goal of ~@ failed")));
                }
                return written;
            }
        }, out);
        return true;
    }

    private static boolean formatTo(Machine machine, Term[] args) {
        if (!(args[0].deref() instanceof Struct sink)) {
            stream(args[0]);
            return format(machine, args[1], args[2], machine.output());
        }
        StringBuilder text = new StringBuilder();
        format(machine, args[1], args[2], text);
        return given(machine, sink, text.toString());
    }

    /** What was written since a mark, which is taken back. */
    private static String take(Machine machine, Term mark) {
        StringBuilder output = machine.output();
        int start = Math.min(Arguments.small(mark), output.length());
        machine.meter().text(output.length() - start);
        String text = output.substring(start);
        output.setLength(start);
        return text;
    }

    /** Gives a text in the form that {@code with_output_to/2} and {@code format/3} were asked for. */
    private static boolean given(Machine machine, Term sink, String text) {
        Term at = sink.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (at instanceof Struct to && to.arity() == 1) {
            switch (to.name().name()) {
                case "atom" -> {
                    return machine.unify(to.arg(0), Atom.of(text));
                }
                case "string" -> {
                    return machine.unify(to.arg(0), Str.of(text));
                }
                case "codes" -> {
                    return machine.unify(to.arg(0), Text.Elements.CODES.list(text, machine.meter()));
                }
                case "chars" -> {
                    return machine.unify(to.arg(0), Text.Elements.CHARACTERS.list(text, machine.meter()));
                }
                default -> {}
            }
        }
        if (at instanceof Struct to && to.is("codes", 2)) {
            return machine.unify(to.arg(0), Text.Elements.CODES.list(text, to.arg(1), machine.meter()));
        }
        if (at instanceof Struct to && to.is("chars", 2)) {
            return machine.unify(to.arg(0), Text.Elements.CHARACTERS.list(text, to.arg(1), machine.meter()));
        }
        throw Errors.domain("output_sink", at);
    }
}
