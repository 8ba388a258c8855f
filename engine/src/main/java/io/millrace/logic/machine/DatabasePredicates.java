package io.millrace.logic.machine;

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
import java.util.Set;

/** Dynamic clauses, and which procedures there are. */
final class DatabasePredicates {
    /** Predicates of the standard that the library defines in Prolog. */
    private static final Set<Functor> ISO = Set.of(Functor.of("bagof", 3), Functor.of("setof", 3));

    private DatabasePredicates() {}

    static void register(Library.Builder library) {
        library.det("asserta", 1, (machine, args) -> add(machine, args[0], false));
        library.det("assertz", 1, (machine, args) -> add(machine, args[0], true));
        library.det("assert", 1, (machine, args) -> add(machine, args[0], true));
        library.nonDet("retract", 1, (machine, args) -> machine.database.retract(args[0]));
        library.nonDet("clause", 2, (machine, args) -> machine.database.clauses(args[0], args[1]));
        library.nonDet("$clause", 2, (machine, args) -> machine.database.shown(args[0], args[1]));
        library.det("retractall", 1, (machine, args) -> {
            machine.database.retractAll(args[0]);
            return true;
        });
        library.det("abolish", 1, (machine, args) -> {
            machine.database.abolish(Declarations.indicator(args[0]));
            return true;
        });
        library.det("dynamic", 1, (machine, args) -> {
            Declarations.each(args[0], (name, arity) -> machine.database.writable(Functor.of(name, arity), "modify"), machine.meter);
            return true;
        });
        library.det("discontiguous", 1, (machine, args) -> true);
        library.det("multifile", 1, (machine, args) -> true);
        library.nonDet("current_predicate", 1, DatabasePredicates::currentPredicate);
        library.nonDet("predicate_property", 2, DatabasePredicates::property);
    }

    /** Compiling a clause takes as long as so many calls. */
    private static final int STEPS_OF_CLAUSE = 20;

    private static boolean add(Machine machine, Term clause, boolean last) {
        machine.spend(STEPS_OF_CLAUSE);
        machine.database.add(clause, last);
        return true;
    }

    /** User-defined procedures with at least one clause, in the order of their names. */
    private static Library.Alternatives currentPredicate(Machine machine, Term[] args) {
        Term indicator = args[0].deref();
        if (!(indicator instanceof Var)) {
            if (!(indicator instanceof Struct pair) || !pair.is("/", 2)) {
                throw Errors.type("predicate_indicator", indicator);
            }
            Term name = pair.first().deref();
            Term arity = pair.second().deref();
            if (!(name instanceof Var) && !(name instanceof Atom) || !(arity instanceof Var) && !(arity instanceof Int)) {
                throw Errors.type("predicate_indicator", indicator);
            }
            if (name instanceof Atom atom && arity instanceof Int count) {
                Procedure procedure = machine.procedure(new Functor(atom, (int) Math.max(0, count.value())));
                return Library.Alternatives.decided(current(machine, procedure));
            }
        }
        List<Term> found = new ArrayList<>();
        List<Procedure> known = all(machine);
        machine.meter.cells(known.size() * 2L);
        for (Procedure procedure : known) {
            if (current(machine, procedure)) {
                found.add(procedure.functor.indicator());
            }
        }
        found.sort(machine::compare);
        return Library.Alternatives.each(indicator, found);
    }

    private static List<Procedure> all(Machine machine) {
        List<Procedure> all = new ArrayList<>(machine.program.procedures().values());
        machine.createdProcedures().forEach(all::add);
        return all;
    }

    private static boolean current(Machine machine, Procedure procedure) {
        if (procedure.library || procedure.entry != null) {
            return false;
        }
        ClauseList clauses = machine.local(procedure);
        if (clauses == null) {
            clauses = procedure.fixed != null ? procedure.fixed : procedure.initial;
        }
        return clauses != null && clauses.live() > 0;
    }

    private static Library.Alternatives property(Machine machine, Term[] args) {
        Term head = args[0].deref();
        if (head instanceof Var) {
            throw Errors.instantiation();
        }
        Procedure procedure = machine.procedure(Database.functor(Arguments.callable(head)));
        List<Term> properties = new ArrayList<>();
        boolean dynamic = machine.database.dynamic(procedure);
        boolean builtIn = procedure.entry != null || procedure.control() || procedure.library && ISO.contains(procedure.functor)
                || machine.library.entries.containsKey(procedure.functor);
        if (dynamic || builtIn || procedure.fixed != null || procedure.guarded != null) {
            properties.add(Atom.of("defined"));
            properties.add(Atom.of("visible"));
            properties.add(Atom.of(dynamic ? "dynamic" : "static"));
            if (builtIn) {
                properties.add(Atom.of("built_in"));
                properties.add(Atom.of("system"));
            }
            ClauseList own = machine.local(procedure);
            ClauseList clauses = own != null ? own : procedure.fixed != null ? procedure.fixed : procedure.initial;
            if (clauses != null) {
                properties.add(Struct.of("number_of_clauses", Int.of(clauses.live())));
            }
        }
        return Library.Alternatives.each(args[1], properties);
    }
}
