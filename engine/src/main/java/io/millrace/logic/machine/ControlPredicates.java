package io.millrace.logic.machine;

import io.millrace.logic.read.Grammar;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;

/** Control: calls, exceptions, and the ends of a run. */
final class ControlPredicates {
    private ControlPredicates() {}

    static void register(Library.Builder library) {
        for (int arity = 1; arity <= 8; arity++) {
            library.control("call", arity, Meta::callWith);
        }
        library.control("catch", 3, Meta::catching);
        library.control("findall", 3, AllSolutions::findall);
        library.control("findall", 4, AllSolutions::findallWithTail);
        library.control("phrase", 2, (machine, args) -> phrase(machine, args[0], args[1], Atom.NIL));
        library.control("phrase", 3, (machine, args) -> phrase(machine, args[0], args[1], args[2]));
        library.pure("true", 0, (machine, args) -> true);
        library.pure("otherwise", 0, (machine, args) -> true);
        library.pure("fail", 0, (machine, args) -> false);
        library.pure("false", 0, (machine, args) -> false);
        library.det("throw", 1, (machine, args) -> {
            Term ball = machine.copy(args[0]);
            if (ball instanceof Var) {
                throw Errors.instantiation();
            }
            throw new PrologError(ball);
        });
        library.det("halt", 0, (machine, args) -> {
            throw Stop.halt(0);
        });
        library.det("halt", 1, (machine, args) -> {
            throw Stop.halt(Arguments.small(args[0]));
        });
        library.nonDet("repeat", 0, (machine, args) -> new Library.Alternatives() {
            @Override
            public boolean next(Machine m) {
                return true;
            }

            @Override
            public boolean more() {
                return true;
            }
        });
    }

    private static Goal phrase(Machine machine, Term body, Term list, Term rest) {
        Arguments.callable(body);
        Arguments.partialList(list, machine.meter);
        Arguments.partialList(rest, machine.meter);
        return Meta.call(machine, Grammar.goal(body.deref(), list, rest, machine::fresh, machine.meter));
    }
}
